import FeatureFlags

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
      let height = Self.height(screen: screen, count: rows.count)
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
  /// The lines below the list: a gap, what is typed, and what is wrong with it.
  private static let footRows = 3

  private static func height(screen: Size, count: Int) -> Int {
    max(min(count, screen.rows - 4 - footRows), 1)
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let size = canvas.frame.size
    let height = Self.height(screen: size, count: rows.count)
    let columns = min(80, size.columns - 4)
    let room = max(columns - 26, 8)
    let name = DisplayText(feature.name.rawValue, limit: room).truncated(to: room).text
    let inside = canvas.drawDialog(
      "Variables of " + name,
      columns: columns,
      rows: height + Self.footRows + 2,
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
      rows: 2
    )
    if foot.endRow <= inside.endRow { drawFoot(on: &canvas, in: foot, theme: theme) }
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

  private func drawFoot(on canvas: inout Canvas, in area: Area, theme: Theme) {
    let muted = theme.style([.dialog, .muted])
    guard let edit else {
      let type = rows[cursor.selected].type
      let words = type == .json ? "JSON: such as {\"a\": [1, 2]}" : "\(type): \(type.wanted)"
      canvas.draw(Line([Span(words, muted)]), in: area, row: area.row)
      return
    }
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
    guard let note = edit.note else { return }
    let role: Role = note == .untypable ? .warning : .failure
    let style = theme.style([.dialog, role])
    canvas.draw(Line([Span(note.words, style)]), in: area, row: area.row + 1)
  }
}
