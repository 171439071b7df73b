import FeatureFlags
import Frame

/// The dialog that selects the user for whom the features are evaluated: a persona of the settings,
/// or the user key and the attributes that the user types, which can be saved as a persona.
struct UserDialog: Dialog {
  private var fields: [UserField]
  /// The user whose texts the fields show; parts of the user without a field are kept.
  private var user: UserFields
  private let parts: Set<UserPart>
  private let personas: [Persona]
  /// The context kinds that the source reads in addition to the user; `nil` for a flag system without
  /// kinds.
  private let kinds: [String]?
  /// A remark about the source, below the fields; `nil` if there is none.
  private let note: String?
  /// The index of the selected row: a field, or a persona after the fields.
  private var selected = 0
  private var refusal: String?
  /// Whether the first typed text replaces the key of the current user instead of extending it.
  private var replacesKey = true

  /// Creates the dialog.
  ///
  /// - Parameters:
  ///   - user: The contents of the fields.
  ///   - parts: The parts of a user that the source reads; the others have no field.
  ///   - kinds: The context kinds that the source reads in addition to the user; `nil` for a flag system
  ///     without kinds.
  ///   - personas: The personas to choose from.
  ///   - note: A remark about the source.
  init(
    _ user: UserFields,
    parts: Set<UserPart>,
    kinds: [String]? = nil,
    personas: [Persona] = [],
    note: String? = nil
  ) {
    self.personas = personas
    self.kinds = kinds
    self.note = note
    (self.user, self.parts) = (user, parts)
    fields = UserField.all(user, name: "", parts)
  }

  var keyOfNumber: Key? { nil }

  var hints: [Hint] {
    let isSaving = isTyping && !fields[saveIndex].input.text.trimmed.isEmpty
    let edit = isTyping ? [] : [Hint("e", "edit")]
    return [Hint("↑ ↓ tab", "move"), Hint("enter", isSaving ? "evaluate and save" : "evaluate")]
      + edit + [Hint("esc", "cancel")]
  }

  /// The index of the field with the name of a persona.
  private var saveIndex: Int { fields.count - 1 }

  mutating func press(_ key: Key, screen: Size) -> Request {
    let count = fields.count + personas.count
    if case .character = key { clearFormerKey() }
    replacesKey = false
    switch Self.commands[key] {
    case .close: return .close
    case .previous: selected = (selected + count - 1) % count
    case .next: selected = (selected + 1) % count
    case .submit: return submit()
    case .edit where !isTyping: edit(personas[selected - fields.count])
    case .edit, nil:
      if isTyping, fields[selected].input.press(key) { refusal = nil }
    }
    return .stay
  }

  /// Copies a persona to the fields; a change is then saved under the name of the persona.
  private mutating func edit(_ persona: Persona) {
    user = kinds.map { UserFields(persona.user, kinds: $0) } ?? UserFields(persona.user)
    fields = UserField.all(user, name: persona.name, parts)
    selected = 0
    refusal = nil
  }

  enum Command: String, DialogCommand {
    case previous, next, submit, edit, close

    static let name = "user"
    static let title = "User"
    static let opener: Action? = .live(.user)

    var row: DialogKeyRow {
      switch self {
      case .previous: DialogKeyRow([.up, .backTab], "move")
      case .next: DialogKeyRow([.down, .tab], "move")
      case .submit: DialogKeyRow([.enter], "evaluate for the user")
      case .edit: DialogKeyRow([.character("e")], "edit the persona under the cursor")
      case .close: DialogKeyRow([.escape])
      }
    }
  }

  private static let commands = Command.commandsByKey()

  var commands: [Keymap.Command] { Command.keymapCommands }

  var isTyping: Bool { selected < fields.count }

  mutating func paste(_ text: String) {
    guard isTyping else { return }
    clearFormerKey()
    fields[selected].input.insert(text)
    refusal = nil
  }

  /// Removes the key of the current user before the first typed text.
  private mutating func clearFormerKey() {
    guard replacesKey, isTyping else { return }
    _ = fields[selected].input.press(.control("u"))
    replacesKey = false
  }

  private mutating func submit() -> Request {
    guard isTyping else {
      let persona = personas[selected - fields.count]
      return .closeAndRun([.session(.setPersona(persona.name, persona.user))])
    }
    var (user, name) = (user, "")
    user.kinds = []
    // Drops a profile without a field: it would prevent saving a persona, and the user could not clear
    // it.
    if !parts.contains(.profile) { user.profile = "" }
    for (number, field) in fields.enumerated() {
      if let reason = field.refusal { return refuse(reason, at: number) }
      let text = field.input.text
      switch field.role {
      case .key: user.key = text
      case .attributes: user.attributes = text.trimmed
      case .kind(let name): user.kinds.append(UserFields.Kind(name, text: text.trimmed))
      case .segments: user.segments = text
      case .profile: user.profile = text.trimmed
      case .name: name = text.trimmed
      }
    }
    guard !name.isEmpty else { return .closeAndRun([.session(.setUser(user))]) }
    guard user.profile.isEmpty else {
      return refuse(
        "A persona cannot have a profile: clear the field Profile, or the field Save as.",
        at: saveIndex - 1
      )
    }
    // Saves last, so that its confirmation is the message that remains visible.
    return .closeAndRun([.session(.setUser(user)), .session(.savePersona(name, user))])
  }

  /// Selects a field with an invalid text, and shows the reason.
  private mutating func refuse(_ reason: String, at number: Int) -> Request {
    selected = number
    refusal = "✗ " + reason
    return .stay
  }

  /// The index of the first row with a persona: a heading is between the fields and the personas.
  private var firstPersonaRow: Int { fields.count + 1 }

  /// The number of rows with fields and personas.
  private var rowCount: Int {
    personas.isEmpty ? fields.count : firstPersonaRow + personas.count
  }

  /// The row of the selected field or persona.
  private var selectedRow: Int { isTyping ? selected : selected + 1 }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let columns = canvas.frame.size.dialogColumns(76)
    let message = (refusal ?? note).map {
      DisplayText.lines(of: $0, columns: max(columns - 4, 8))
    }
    let messageRows = message?.count ?? 0
    let rows = rowCount + 2 + (message == nil ? 0 : messageRows + 1)
    let inside = canvas.drawDialog("User", columns: columns, rows: rows, theme: theme)
    // On a small screen, the error message has priority over the other rows.
    let visible = min(rowCount, max(inside.rows - messageRows, 1))
    let first = max(selectedRow - visible + 1, 0)
    for number in first..<(first + visible) {
      let row = inside.row + number - first
      if number < fields.count {
        draw(number, on: &canvas, in: inside, row: row, theme: theme)
      } else if number < firstPersonaRow {
        canvas.draw(
          Line(" Personas", theme.style([.dialog, .section])),
          in: inside,
          row: row
        )
      } else {
        draw(number - firstPersonaRow, ofPersonasOn: &canvas, in: inside, row: row, theme: theme)
      }
    }
    let style = theme.style([.dialog, refusal == nil ? .muted : .failure])
    let start = max(inside.endRow - messageRows, inside.row + visible)
    for (number, text) in (message ?? []).enumerated() {
      canvas.draw(Line([Span(" ", style), Span(text, style)]), in: inside, row: start + number)
    }
  }

  /// Draws a persona with its user key and attributes.
  private func draw(
    _ index: Int,
    ofPersonasOn canvas: inout Canvas,
    in inside: Area,
    row: Int,
    theme: Theme
  ) {
    let persona = personas[index]
    let widest = personas.map { DisplayText($0.name, limit: inside.columns).width }.max() ?? 0
    let nameWidth = min(widest, max(inside.columns * 2 / 5, 8))
    let name = DisplayText(line: persona.name).truncated(to: nameWidth).padded(to: nameWidth + 2)
    let facts = [persona.user.keyText, persona.user.attributesText(limit: 100)]
      .filter { !$0.isEmpty }.joined(separator: "  ")
    let rest = max(inside.columns - nameWidth - 4, 0)
    let line = Line([
      Span(name, theme.style(.dialog)),
      Span(DisplayText(facts, truncatedTo: rest), theme.style([.dialog, .muted])),
    ])
    let isSelected = selected == fields.count + index
    let place = Area(column: inside.column, row: row, columns: inside.columns, rows: 1)
    let cursor = ListCursor(selected: isSelected ? 0 : -1)
    canvas.draw(choices: 1, cursor: cursor, in: place, theme: theme) { _ in line }
  }

  /// Draws a field, with a text cursor if the field is selected.
  private func draw(
    _ number: Int,
    on canvas: inout Canvas,
    in inside: Area,
    row: Int,
    theme: Theme
  ) {
    let (field, isSelected) = (fields[number], number == selected)
    let area = canvas.drawLabel(
      field.label,
      isSelected: isSelected,
      in: inside,
      row: row,
      theme: theme
    )
    canvas.draw(
      field: field.input,
      isSelected: isSelected,
      hint: field.hint,
      in: area,
      theme: theme
    )
  }
}
