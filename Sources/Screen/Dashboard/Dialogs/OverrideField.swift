import FeatureFlags
import Frame
import Text

/// A field of the dialog of an override: a list of choices, a text field, or a list in whose place the
/// user can type a text.
struct OverrideField: Sendable {
  let role: Role
  let label: String
  private let choices: [Choice]
  private let initial: Int
  private var chosen: Int
  /// The typed text; `nil` for a field that has only choices, and for a value.
  private var input: TextInput?
  private let initialText: String
  /// The text field of a value; `nil` for any other field.
  private var edit: VariableEdit?
  /// The description of the content, which the dialog shows while the field is selected.
  let help: String

  enum Role: Sendable {
    case state, value, users, lifetime, note
  }

  /// A choice, and the change that it makes to the requested override.
  struct Choice: Sendable {
    let title: String
    let change: @Sendable (inout OverrideDraft) -> Void

    init(_ title: String, _ change: @escaping @Sendable (inout OverrideDraft) -> Void = { _ in }) {
      (self.title, self.change) = (title, change)
    }
  }

  init(
    _ role: Role,
    _ label: String,
    _ choices: [Choice] = [],
    chosen: Int = 0,
    text: String? = nil,
    limit: Int = TextInput.usualMaximumLength,
    help: String
  ) {
    (self.role, self.label, self.choices, self.help) = (role, label, choices, help)
    (initial, self.chosen, initialText) = (chosen, chosen, text ?? "")
    input = text.map { _ in TextInput(maximumLength: limit) }
    input?.insert(initialText)
  }

  /// Creates the field of a value.
  init(_ row: VariableRow) {
    self.init(.value, row.name == "value" ? "Value" : row.name, help: row.type.valueText)
    edit = VariableEdit(row)
  }

  /// Whether characters are inserted into a text field.
  var isTyping: Bool { input != nil || edit != nil }

  /// Whether the arrow keys select a choice, because no text is typed.
  var isChoosing: Bool { choices.count > 1 && input?.isEmpty != false }

  /// The note about the typed value; `nil` without one.
  var note: String? { edit?.note?.text }

  private var isChanged: Bool {
    chosen != initial || edit?.isTouched == true
      || (input?.text.trimmed ?? initialText) != initialText
  }

  mutating func press(_ key: Key) {
    let step = key == .left ? -1 : key == .right || key == .character(" ") && !isTyping ? 1 : 0
    if isChoosing, step != 0 {
      chosen = (chosen + step + choices.count) % choices.count
    } else if edit != nil {
      edit?.press(key)
    } else {
      _ = input?.press(key)
    }
  }

  mutating func type(_ text: String) {
    edit?.type(text)
    input?.insert(text)
  }

  mutating func paste(_ text: String) {
    edit?.paste(text)
    input?.insert(text)
  }
}

// MARK: The requested override

extension OverrideField {
  /// Adds the changed content of the field to the requested override.
  ///
  /// - Parameters:
  ///   - draft: The requested override.
  ///   - feature: The feature whose values are parsed.
  ///   - hasKinds: Whether the contexts of the flag system have kinds.
  ///   - isExpiry: Tests whether a text is a time for the end of the override.
  /// - Returns: The error message for a malformed text; `nil` if the content is valid.
  mutating func add(
    to draft: inout OverrideDraft,
    _ feature: Feature,
    hasKinds: Bool,
    isExpiry: (String) -> Bool
  ) -> String? {
    guard isChanged else { return nil }
    let text = input?.text.trimmed ?? ""
    switch role {
    case .value: return pin(in: &draft, feature)
    case .note: draft.note = text
    case .users where !text.isEmpty:
      draft.scope = text == "everyone" ? .everyone : OverrideScope(text, hasKinds: hasKinds)
      guard draft.scope == nil else { return nil }
      return "✗ expected \(OverrideScope.expectation(hasKinds: hasKinds))"
    case .lifetime where !text.isEmpty:
      guard isExpiry(text) else { return "✗ expected a time such as 17:30, or 2h30m" }
      draft.lifetime = .typed(text)
    case .state, .users, .lifetime: choices[chosen].change(&draft)
    }
    return nil
  }

  /// Adds the shown state or value to the requested override, even if it is unchanged.
  ///
  /// - Returns: The error message for a malformed value; `nil` if the content is valid.
  mutating func pin(in draft: inout OverrideDraft, _ feature: Feature) -> String? {
    if role == .state { choices[chosen].change(&draft) }
    guard role == .value, let name = edit?.name else { return nil }
    guard let value = edit?.value(for: feature) else {
      return note ?? "✗ \"\(name)\" is no longer in the source"
    }
    draft.choices.append(.variable(name, value))
    return nil
  }
}

// MARK: Drawing

extension OverrideField {
  func draw(on canvas: inout Canvas, isSelected: Bool, in inside: Area, row: Int, theme: Theme) {
    let area = canvas.drawLabel(label, isSelected: isSelected, in: inside, row: row, theme: theme)
    if let input = edit?.input ?? input, choices.isEmpty || !input.isEmpty {
      return canvas.draw(field: input, isSelected: isSelected, hint: help, in: area, theme: theme)
    }
    let title = DisplayText(line: choices[chosen].title).truncated(to: area.columns)
    let position = isSelected && isChoosing ? "   \(chosen + 1) of \(choices.count)" : ""
    let line = Line([
      Span(title, theme.style(isSelected ? [.dialog, .title] : [.dialog])),
      Span(position, theme.style([.dialog, .muted])),
    ])
    canvas.draw(line, in: area, row: row)
    if isSelected, isTyping { canvas.cursor = Position(column: area.column, row: row) }
  }
}
