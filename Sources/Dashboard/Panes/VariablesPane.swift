import FeatureFlags
import Frame

/// The list of a feature's variables, in which each is edited by its type.
struct VariablesPane: Dialog {
  private var feature: Feature
  private var rows: [VariableRow]
  private var cursor = ListCursor()
  private var edit: VariableEdit?

  /// Makes the list; `nil` for a feature without variables.
  init?(_ feature: Feature) {
    let rows = feature.variableRows
    guard !rows.isEmpty else { return nil }
    self.feature = feature
    self.rows = rows
  }

  var hints: [Hint] {
    guard edit == nil else {
      return [Hint("type", "the value"), Hint("enter", "set"), Hint("esc", "cancel")]
    }
    let row = rows[cursor.selected]
    let reset = row.isOverridden ? [Hint("o", "reset")] : []
    return [Hint("↑ ↓", "move"), Hint("enter", row.type == .boolean ? "switch" : "edit")] + reset
      + [Hint("esc", "close")]
  }

  mutating func refresh(with list: FeatureList?) -> Bool {
    guard let list, let position = list.position(of: feature.name) else { return false }
    let name = rows[cursor.selected].name
    let fresh = list.features[position].variableRows
    guard !fresh.isEmpty else { return false }
    feature = list.features[position]
    rows = fresh
    cursor.selected = rows.firstIndex { $0.name == name } ?? cursor.selected
    cursor.settle(count: rows.count, height: rows.count)
    if let edit, !rows.contains(where: { $0.name == edit.name }) { self.edit = nil }
    return true
  }

  mutating func press(_ key: Key, screen: Size) -> DialogOutcome {
    guard edit == nil else { return pressInEdit(key) }
    switch key {
    case .escape, .character("q"), .character("e"): return .close
    case .enter, .character(" "): return act()
    case .character("o"): return giveBack()
    default:
      let height = height(screen: screen)
      _ = cursor.press(key, count: rows.count, height: height)
      return .stay
    }
  }

  var isTyping: Bool { edit != nil }

  mutating func type(_ text: String) {
    edit?.type(text)
  }

  mutating func paste(_ text: String) {
    edit?.paste(text)
  }

  /// Switches a boolean, and lets the value of every other variable be typed.
  private mutating func act() -> DialogOutcome {
    let row = rows[cursor.selected]
    guard row.type == .boolean else {
      edit = VariableEdit(row)
      return .stay
    }
    return .doing([decided(row.name, .boolean(row.value != .boolean(true)))])
  }

  /// Gives the variable back to its source.
  private func giveBack() -> DialogOutcome {
    let row = rows[cursor.selected]
    return row.isOverridden ? .doing([decided(row.name, nil)]) : .stay
  }

  private mutating func pressInEdit(_ key: Key) -> DialogOutcome {
    switch key {
    case .escape: edit = nil
    case .enter where edit?.isTouched == false: edit = nil
    case .enter:
      guard let name = edit?.name, let value = edit?.value(for: feature) else { return .stay }
      edit = nil
      return .doing([decided(name, value)])
    default: edit?.press(key)
    }
    return .stay
  }

  private func decided(_ name: String, _ value: VariableValue?) -> Effect {
    .decide(.variable(name, value), [feature.name])
  }
}

// MARK: Drawing

extension VariablesPane {
  private static func columns(screen: Size) -> Int { min(80, screen.columns - 4) }

  /// The text below the list: how a value is written, or what is to be known of what is typed.
  private func footText(screen: Size) -> [DisplayText] {
    let room = max(Self.columns(screen: screen) - 4, 8)
    if let edit {
      return edit.note.map { DisplayText($0.words, limit: Span.limit).wrapped(to: room) } ?? []
    }
    let type = rows[cursor.selected].type
    let words = type == .json ? "JSON: such as {\"a\": [1, 2]}" : "\(type): \(type.wanted)"
    return DisplayText(words).wrapped(to: room)
  }

  /// The number of lines below the list: a gap, what is typed, and the text.
  private func footRows(screen: Size) -> Int {
    1 + max(footText(screen: screen).count + (edit == nil ? 0 : 1), 2)
  }

  private func height(screen: Size) -> Int {
    max(min(rows.count, screen.rows - 4 - footRows(screen: screen)), 1)
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let size = canvas.frame.size
    let height = height(screen: size)
    let cursor = cursor.settled(count: rows.count, height: height)
    let columns = Self.columns(screen: size)
    let room = max(columns - 26, 8)
    let name = DisplayText(feature.name.rawValue, limit: room).truncated(to: room).text
    let inside = canvas.drawDialog(
      "Variables of " + name,
      columns: columns,
      rows: height + footRows(screen: size) + 2,
      theme: theme,
      scroll: ScrollMark(first: cursor.top, visible: height, total: rows.count)
    )
    let lines = lines(columns: inside.columns - 2, theme: theme)
    let list = Area(
      column: inside.column,
      row: inside.row,
      columns: inside.columns,
      rows: min(height, inside.rows)
    )
    canvas.draw(choices: lines, cursor: cursor, in: list, theme: theme)
    let foot = Area(
      column: inside.column + 1,
      row: list.endRow + 1,
      columns: inside.columns - 2,
      rows: inside.endRow - list.endRow - 1
    )
    if foot.rows >= 2 { drawFoot(on: &canvas, in: foot, screen: size, theme: theme) }
  }

  private func lines(columns: Int, theme: Theme) -> [Line] {
    let widest = rows.map { DisplayText($0.name, limit: columns).width }.max() ?? 0
    let nameWidth = min(widest, max(columns / 3, 6))
    let typeWidth = 7
    let room = max(columns - nameWidth - typeWidth - 5, 4)
    let muted = theme.style([.dialog, .muted])
    return rows.map { row in
      let source = row.isOverridden ? "  source " + row.configuredWords : ""
      let sourceText = DisplayText(source, limit: room / 2)
        .truncated(to: room / 2)
      let valueRoom = max(room - sourceText.width - (row.isOverridden ? 2 : 0), 3)
      let value = DisplayText(row.words, limit: valueRoom).truncated(to: valueRoom)
      let plain = row.value == nil ? muted : theme.style(.dialog)
      var spans = [
        Span(DisplayText(row.name, limit: Span.limit).padded(to: nameWidth), theme.style(.dialog)),
        Span(DisplayText("  \(row.type)").padded(to: typeWidth + 4), muted),
        Span(value, plain),
      ]
      if row.isOverridden { spans.append(Span(" ◆", theme.style([.dialog, .overridden]))) }
      return Line(spans + [Span(sourceText, muted)])
    }
  }

  private func drawFoot(on canvas: inout Canvas, in area: Area, screen: Size, theme: Theme) {
    let role: Role =
      switch edit?.note {
      case nil: .muted
      case .untypable, .joined: .warning
      case .refused, .tooLong: .failure
      }
    var row = area.row
    if let edit {
      drawInput(of: edit, on: &canvas, in: area, theme: theme)
      row += 1
    }
    for (number, text) in footText(screen: screen).enumerated() {
      let line = Line([Span(text, theme.style([.dialog, role]))])
      canvas.draw(line, in: area, row: row + number)
    }
  }

  private func drawInput(
    of edit: VariableEdit,
    on canvas: inout Canvas,
    in area: Area,
    theme: Theme
  ) {
    let label = DisplayText(edit.name, limit: area.columns / 3).truncated(to: area.columns / 3)
    let start = Line([
      Span(label, theme.style([.dialog, .key])), Span(" = ", theme.style([.dialog, .key])),
    ])
    canvas.draw(start, in: area, row: area.row)
    let text = Area(
      column: area.column + start.width,
      row: area.row,
      columns: area.columns - start.width,
      rows: 1
    )
    let hint = rows.first { $0.name == edit.name }?.type.wanted ?? ""
    canvas.draw(edit.input, in: text, hint: hint, theme: theme)
  }
}
