import Documents
import FeatureFlags
import Frame
import Text

extension JSONDialog {
  /// The number of lines below the rows: a gap, the path, and the value or the text field.
  private static let footRows = 4

  /// The number of rows in the viewport.
  static func height(screen: Size) -> Int { max(screen.rows - 4 - footRows, 1) }

  /// Whether a cell is in one of the rows above the text field; the border and the header use two rows.
  func hasChoice(at position: Position, screen: Size) -> Bool {
    edit == nil && position.row < 2 + Self.height(screen: screen)
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let size = canvas.frame.size
    let height = Self.height(screen: size)
    let count = isDifference ? changes.count : outline.rows.count
    let cursor = (isDifference ? changeCursor : treeCursor).settled(count: count, height: height)
    let inside = canvas.drawDialog(
      title(columns: size.columns - 12),
      columns: size.columns,
      rows: size.rows - 2,
      theme: theme,
      scroll: ScrollMark(first: cursor.top, visible: height, total: count)
    )
    let list = Area(
      column: inside.column,
      row: inside.row,
      columns: inside.columns,
      rows: min(height, inside.rows)
    )
    if count == 0 {
      canvas.drawEmpty(["The values are equal."], in: list, theme: theme, on: .dialog)
    }
    let room = max(list.columns - 2, 4)
    canvas.draw(choices: count, cursor: cursor, in: list, theme: theme) { row in
      isDifference
        ? changes[row].line(columns: room, theme: theme)
        : outline.line(row, name: variable.name, words: search.words, columns: room, theme: theme)
    }
    let foot = Area(
      column: inside.column + 1,
      row: list.endRow + 1,
      columns: room,
      rows: inside.endRow - list.endRow - 1
    )
    guard foot.rows >= 2, count > 0 else { return }
    drawFoot(on: &canvas, in: foot, row: cursor.selected, theme: theme)
  }

  private func title(columns: Int) -> String {
    let shown = shownVersion.title.shortened(to: 34)
    let base = baseVersion.title.shortened(to: 34)
    let count = Number.count(changes.count, "change")
    let values = isDifference ? "\(base) → \(shown): \(count)" : shown
    let mark = search.isTyping ? "  " + search.label : ""
    let name = "\(variable.name.shortened(to: 32)) of \(feature.name.text.shortened(to: 40))"
    return "\(name): \(values)\(mark)".shortened(to: max(columns, 8))
  }

  /// Draws the path of the row under the cursor, and its value or the text field.
  private func drawFoot(on canvas: inout Canvas, in area: Area, row: Int, theme: Theme) {
    let muted = theme.style([.dialog, .muted])
    if let edit { return draw(edit, on: &canvas, in: area, theme: theme) }
    let index = isDifference ? 0 : outline.rows[row]
    let path = isDifference ? changes[row].path : outline.path(of: index)
    let text = DisplayText(path.pathText, fittedTo: area.columns)
    canvas.draw(Line([Span(text, theme.style([.dialog, .key]))]), in: area, row: area.row)
    var lines: [Line] = []
    if isDifference {
      let values = changes[row].values
      for (label, value) in [("from ", values.old), ("to   ", values.new)] {
        let columns = max(area.columns - label.count, 2)
        let text = value?.summary(columns: columns) ?? DisplayText("–")
        lines.append(Line([Span(label, muted), Span(text, theme.style(.dialog))]))
      }
    } else {
      let value = outline.nodes[index].value.summary(columns: 2 * area.columns)
      lines = value.wrapped(to: area.columns).map { Line([Span($0, theme.style(.dialog))]) }
    }
    for (number, line) in lines.prefix(area.rows - 1).enumerated() {
      canvas.draw(line, in: area, row: area.row + 1 + number)
    }
  }

  /// Draws the text field of a scalar, and the note about the typed text.
  private func draw(_ edit: VariableEdit, on canvas: inout Canvas, in area: Area, theme: Theme) {
    let key = theme.style([.dialog, .key])
    let label = DisplayText(edit.name, fittedTo: area.columns / 3)
    let start = Line([Span(label, key), Span(" = ", key)])
    canvas.draw(start, in: area, row: area.row)
    let field = Area(
      column: area.column + start.width,
      row: area.row,
      columns: area.columns - start.width,
      rows: 1
    )
    canvas.draw(edit.input, in: field, hint: VariableType.json.valueText, theme: theme)
    let (text, style) = note(of: edit, theme: theme)
    let lines = DisplayText.lines(of: text, columns: area.columns)
    for (number, line) in lines.prefix(area.rows - 1).enumerated() {
      canvas.draw(Line([Span(line, style)]), in: area, row: area.row + 1 + number)
    }
  }

  private func note(of edit: VariableEdit, theme: Theme) -> (String, Style) {
    let role: Role =
      switch edit.note {
      case nil: .muted
      case .untypable, .joined: .warning
      case .refused, .tooLong: .failure
      }
    let text = edit.note?.text ?? "JSON: such as \"text\", 3, true, null or {\"a\": [1, 2]}"
    return (text, theme.style([.dialog, role]))
  }
}
