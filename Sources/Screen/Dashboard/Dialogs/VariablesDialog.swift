import FeatureFlags
import Frame

/// The dialog that lists and edits the variables of a feature.
///
/// Not a ``Menu``, because a text field below the list edits a value.
struct VariablesDialog: Dialog {
  private var feature: Feature
  private var rows: [VariableRow]
  private var list: ChoiceList
  private var edit: VariableEdit?

  /// Creates the dialog; `nil` for a feature without variables.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - name: The name of the variable under the cursor; `nil` for the first one.
  init?(_ feature: Feature, selecting name: String? = nil) {
    let rows = feature.variableRows
    guard !rows.isEmpty else { return nil }
    self.feature = feature
    self.rows = rows
    let selected = rows.firstIndex { $0.name == name } ?? 0
    list = ChoiceList(rows.map(\.searchText), selecting: selected)
  }

  var hints: [Hint] {
    guard edit == nil else {
      return [Hint("type", "the value"), Hint("enter", "set"), Hint("esc", "cancel")]
    }
    guard let row = selected else {
      return list.isTyping ? SearchField.hints(nil) : [Hint("esc", "close")]
    }
    let reset = row.isOverridden ? [Hint("o", "reset")] : []
    let verb = row.type == .boolean ? "switch" : "edit"
    return list.hints(
      [Hint("↑ ↓", "move"), Hint("enter", verb)] + reset
        + (row.value?.isTree == true ? [Hint("J", "tree")] : [])
        + [Hint(Self.editorKey.label, "editor"), Hint("esc", "close")]
    )
  }

  /// The row under the cursor; `nil` if no row contains the typed text.
  private var selected: VariableRow? { list.selected.map { rows[$0] } }

  mutating func refresh(with list: FeatureList?) -> Bool {
    guard let list, let position = list.position(of: feature.name) else { return false }
    let name = selected?.name
    let fresh = list.features[position].variableRows
    guard !fresh.isEmpty else { return false }
    feature = list.features[position]
    rows = fresh
    self.list.replace(
      rows.map(\.searchText),
      selecting: rows.firstIndex { $0.name == name }
    )
    if let edit, !rows.contains(where: { $0.name == edit.name }) { self.edit = nil }
    return true
  }

  enum Command: String, DialogCommand {
    case act, reset, openEditor, openTree, close

    static let name = "variables"
    static let title = "Variables"
    static let opener: Action? = .change(.edit)

    var row: DialogKeyRow {
      switch self {
      case .act:
        DialogKeyRow([.enter, .character(" ")], "edit the value, or switch a Boolean")
      case .reset: DialogKeyRow([.character("o")], "reset the variable")
      case .openEditor: DialogKeyRow([editorKey], "edit the value in your editor")
      case .openTree: DialogKeyRow([.character("J")], "show the JSON value as a tree")
      case .close: DialogKeyRow([.escape, .character("q"), .character("e")])
      }
    }
  }

  /// The key that edits the variable under the cursor in the user's editor.
  static let editorKey = Key.character("E")

  private static let commands = Command.commandsByKey()

  var commands: [Keymap.Command] { Command.keymapCommands }

  mutating func press(_ key: Key, screen: Size) -> Request {
    guard edit == nil else { return pressInEdit(key) }
    if list.type(key) { return .stay }
    switch Self.commands[key] {
    case .close: return .close
    case .act: return act()
    case .reset: return reset()
    case .openEditor: return selected.map { .edit($0, feature.name) } ?? .stay
    case .openTree: return openTree()
    case nil:
      list.move(key, height: height(screen: screen))
      return .stay
    }
  }

  var isTyping: Bool { edit != nil || list.isTyping }

  mutating func type(_ text: String) {
    guard edit == nil else { edit?.type(text); return }
    paste(text)
  }

  mutating func paste(_ text: String) {
    guard edit == nil else { edit?.paste(text); return }
    list.paste(text)
  }

  /// Toggles a Boolean variable, or opens a text field for a variable of another type.
  private mutating func act() -> Request {
    guard let index = list.selected else { return .stay }
    let row = rows[index]
    list.endTyping(at: index)
    guard row.type == .boolean else {
      edit = VariableEdit(row)
      return .stay
    }
    return .run([setVariable(row.name, .boolean(row.value != .boolean(true)))])
  }

  /// Requests the tree of the variable under the cursor, if its value is JSON.
  private func openTree() -> Request {
    let tree = selected.flatMap { row in
      JSONDialog(feature, variable: row.name, isReadOnly: false, returnsToVariables: true)
    }
    return tree.map { .open($0) } ?? .stay
  }

  /// Requests the reset of the variable's override, if it has one.
  private func reset() -> Request {
    guard let row = selected else { return .stay }
    return row.isOverridden ? .run([setVariable(row.name, nil)]) : .stay
  }

  private mutating func pressInEdit(_ key: Key) -> Request {
    if key == .escape || key == .enter && edit?.isTouched == false {
      edit = nil
    } else if key == .enter {
      guard let name = edit?.name, let value = edit?.value(for: feature) else { return .stay }
      edit = nil
      return .run([setVariable(name, value)])
    } else {
      edit?.press(key)
    }
    return .stay
  }

  private func setVariable(_ name: String, _ value: VariableValue?) -> Effect {
    .overrides(.set([.variable(name, value)], for: [feature.name]))
  }
}

extension VariableRow {
  /// The text that is compared with the search text.
  fileprivate var searchText: String { name + " " + text }
}

// MARK: Drawing

extension VariablesDialog {
  private static func columns(screen: Size) -> Int { screen.dialogColumns(80) }

  /// The text below the list: the expected form of the typed value, or the note about that value.
  private func footText(screen: Size) -> [DisplayText] {
    let room = max(Self.columns(screen: screen) - 4, 8)
    if let edit {
      return edit.note.map { DisplayText.lines(of: $0.text, columns: room) } ?? []
    }
    guard let type = selected?.type else { return [] }
    let words = type == .json ? "JSON: such as {\"a\": [1, 2]}" : "\(type): \(type.valueText)"
    return DisplayText(words).wrapped(to: room)
  }

  /// The number of lines below the list: a gap, the text field, and the text.
  private func footRows(screen: Size) -> Int {
    1 + max(footText(screen: screen).count + (edit == nil ? 0 : 1), 2)
  }

  private func height(screen: Size) -> Int {
    max(min(rows.count, screen.rows - 4 - footRows(screen: screen)), 1)
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let size = canvas.frame.size
    let height = height(screen: size)
    let columns = Self.columns(screen: size)
    let room = max(columns - 26, 8)
    let name = feature.name.text.shortened(to: room)
    let inside = canvas.drawDialog(
      list.title("Variables of " + name),
      columns: columns,
      rows: height + footRows(screen: size) + 2,
      theme: theme,
      scroll: list.scrollMark(height: height)
    )
    let list = Area(
      column: inside.column,
      row: inside.row,
      columns: inside.columns,
      rows: min(height, inside.rows)
    )
    let line = line(columns: inside.columns - 2, theme: theme)
    self.list.draw(on: &canvas, in: list, noMatch: "No variable matches.", theme: theme) {
      line(rows[$0])
    }
    let foot = Area(
      column: inside.column + 1,
      row: list.endRow + 1,
      columns: inside.columns - 2,
      rows: inside.endRow - list.endRow - 1
    )
    if foot.rows >= 2 { drawFoot(on: &canvas, in: foot, screen: size, theme: theme) }
  }

  /// Returns a function that draws a row in columns, which are aligned across all rows.
  private func line(columns: Int, theme: Theme) -> (VariableRow) -> Line {
    let widest = rows.map { DisplayText($0.name, limit: columns).width }.max() ?? 0
    let nameWidth = min(widest, max(columns / 3, 6))
    let typeWidth = 7
    let room = max(columns - nameWidth - typeWidth - 5, 4)
    let muted = theme.style([.dialog, .muted])
    let symbol = " " + (feature.overrideSymbol ?? "◆")
    return { row in
      let source = row.isOverridden ? "  source " + row.configuredText : ""
      let sourceText = DisplayText(source, truncatedTo: room / 2)
      let valueRoom = max(room - sourceText.width - (row.isOverridden ? 2 : 0), 3)
      let value = DisplayText(row.text, truncatedTo: valueRoom)
      let plain = row.value == nil ? muted : theme.style(.dialog)
      var spans = [
        Span(DisplayText(line: row.name).padded(to: nameWidth), theme.style(.dialog)),
        Span(DisplayText("  \(row.type)").padded(to: typeWidth + 4), muted),
        Span(value, plain),
      ]
      if row.isOverridden { spans.append(Span(symbol, theme.style([.dialog, .overridden]))) }
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
    let label = DisplayText(edit.name, truncatedTo: area.columns / 3)
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
    let hint = rows.first { $0.name == edit.name }?.type.valueText ?? ""
    canvas.draw(edit.input, in: text, hint: hint, theme: theme)
  }
}
