import Documents
import FeatureFlags
import Frame

/// The dialog that edits the user for whom a flag service evaluates: user key and attributes.
struct UserDialog: Dialog {
  private var fields: [Field]
  private var selected = 0
  private var refusal: String?

  /// A text field of the form.
  private struct Field {
    let label: String
    let hint: String
    var input: TextInput

    init(_ label: String, hint: String, text: String) {
      self.label = label
      self.hint = hint
      input = TextInput(maximumLength: 10_000)
      input.insert(text)
    }
  }

  init(_ user: UserFields) {
    fields = [
      Field("User", hint: "an identifier, such as u42", text: user.key),
      Field("Attributes", hint: "JSON, such as {\"age\": 30}", text: user.attributes),
      Field("Segments", hint: "such as adults, gold", text: user.segments),
      Field("Profile", hint: "JSON: {\"EXPERIMENT_ID\": \"VARIATION_ID\"}", text: user.profile),
    ]
  }

  var hints: [Hint] {
    [Hint("↑ ↓ tab", "move"), Hint("enter", "evaluate"), Hint("esc", "cancel")]
  }

  mutating func press(_ key: Key, screen: Size) -> DialogOutcome {
    switch Self.commands[key] {
    case .close: return .close
    case .previous: selected = (selected + fields.count - 1) % fields.count
    case .next: selected = (selected + 1) % fields.count
    case .submit: return submit()
    case nil: if fields[selected].input.press(key) { refusal = nil }
    }
    return .stay
  }

  private enum Command { case close, previous, next, submit }

  private static let commands: [Key: Command] = [
    .escape: .close, .up: .previous, .backTab: .previous, .down: .next, .tab: .next,
    .enter: .submit,
  ]

  var isTyping: Bool { true }

  mutating func paste(_ text: String) {
    fields[selected].input.insert(text)
    refusal = nil
  }

  private mutating func submit() -> DialogOutcome {
    var texts = fields.map(\.input.text)
    for number in [1, 3] {
      texts[number] = texts[number].trimmed
      guard let reason = Self.refusal(of: texts[number], isProfile: number == 3) else { continue }
      selected = number
      refusal = "✗ " + reason
      return .stay
    }
    let userFields = UserFields(
      key: texts[0],
      attributes: texts[1],
      segments: texts[2],
      profile: texts[3]
    )
    return .closeAndRun([.session(.setUser(userFields))])
  }

  /// Validates the text of the attributes or the profile; returns the error message, or `nil` if
  /// the text is valid.
  private static func refusal(of text: String, isProfile: Bool) -> String? {
    guard !text.isEmpty else { return nil }
    do throws(DocumentError) {
      let document = try JSONReader.read(Array(text.utf8))
      guard let members = document.members else {
        return "found \(document.kind), expected a JSON object"
      }
      // A value in a profile is a variation id, or an object of the flag service with such an id.
      let wrong = members.first { $0.node.string == nil && $0.node.members == nil }
      guard isProfile, let wrong else { return nil }
      return "\(wrong.node.mismatch(expected: "the id of a variation").inside(wrong.key))"
    } catch {
      return "expected a JSON object; \(error)"
    }
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let columns = min(76, canvas.frame.size.columns - 4)
    let message = refusal.map {
      DisplayText.lines(of: $0, columns: max(columns - 4, 8))
    }
    let messageRows = message?.count ?? 0
    let rows = fields.count + 2 + (message == nil ? 0 : messageRows + 1)
    let inside = canvas.drawDialog("Evaluate for", columns: columns, rows: rows, theme: theme)
    // On a small screen, the error message has priority over the other fields.
    let visible = min(fields.count, max(inside.rows - messageRows, 1))
    let first = max(selected - visible + 1, 0)
    for number in first..<(first + visible) {
      draw(number, on: &canvas, in: inside, row: inside.row + number - first, theme: theme)
    }
    let style = theme.style([.dialog, .failure])
    let start = max(inside.endRow - messageRows, inside.row + visible)
    for (number, text) in (message ?? []).enumerated() {
      canvas.draw(Line([Span(" ", style), Span(text, style)]), in: inside, row: start + number)
    }
  }

  /// Draws a field, with a text cursor if the field is selected.
  private func draw(
    _ number: Int,
    on canvas: inout Canvas,
    in inside: Area,
    row: Int,
    theme: Theme
  ) {
    let field = fields[number]
    let isSelected = number == selected
    let key = theme.style([.dialog, .key])
    let muted = theme.style([.dialog, .muted])
    let label = Line([
      Span(isSelected ? "▌" : " ", key),
      Span(DisplayText(field.label).padded(to: 12), isSelected ? key : muted),
    ])
    canvas.draw(label, in: inside, row: row)
    let area = Area(column: inside.column + 13, row: row, columns: inside.columns - 14, rows: 1)
    if isSelected {
      canvas.draw(field.input, in: area, hint: field.hint, theme: theme)
    } else {
      let isEmpty = field.input.isEmpty
      let text = DisplayText(line: isEmpty ? field.hint : field.input.text)
      let style = isEmpty ? muted : theme.style(.dialog)
      canvas.draw(Line([Span(text.truncated(to: area.columns), style)]), in: area, row: row)
    }
  }
}
