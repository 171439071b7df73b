import FeatureFlags
import Frame

/// The text field in which the user edits the value of a variable.
struct VariableEdit: Hashable, Sendable {
  let name: String
  private let type: VariableType
  /// The text that the user has typed.
  private(set) var input = TextInput(maximumLength: maximumLength)
  /// Whether the user has changed the text; an unchanged text sets no override.
  private(set) var isTouched = false
  /// A note below the text field, such as the reason why the text is invalid.
  private(set) var note: Note?

  /// The maximum number of characters of a value.
  static let maximumLength = 10_000

  /// A note about the typed or pasted text, which is shown below the text field.
  enum Note: Hashable, Sendable {
    /// The text is not a valid value of the given type; the string is the reason, if it is known.
    case refused(VariableType, String?)
    /// The active value is too long or has line breaks, so the text field starts empty.
    case untypable
    /// The pasted text was too long and was not inserted.
    case tooLong
    /// Line breaks of the pasted text were replaced by spaces.
    case joined
  }

  /// Creates a text field with the active value of the variable; the field is empty if the value is
  /// too long or has line breaks.
  init(_ row: VariableRow) {
    name = row.name
    type = row.type
    let value = row.type == .json ? row.value?.converted(to: .json) : row.value
    let text = value?.description ?? ""
    input.insert(text)
    if !input.text.utf8.elementsEqual(text.utf8) {
      input = TextInput(maximumLength: Self.maximumLength)
      note = .untypable
    }
  }

  /// Applies a key press; an edit or a cursor movement clears the note.
  mutating func press(_ key: Key) {
    let before = input.changeCount
    guard input.press(key) else { return }
    isTouched = isTouched || input.changeCount != before
    note = nil
  }

  /// Inserts characters that the user typed in quick succession.
  mutating func type(_ text: String) {
    let before = input.changeCount
    input.insert(text)
    isTouched = isTouched || input.changeCount != before
    note = nil
  }

  /// Inserts pasted text, or shows a note if it does not fit as a whole.
  mutating func paste(_ text: String) {
    guard input.hasRoom(for: text) else { return note = .tooLong }
    input.insert(text)
    isTouched = true
    note = type != .json && text.contains(where: \.isNewline) ? .joined : nil
  }

  /// Parses the typed value of a variable; on failure, shows a note and returns `nil`.
  mutating func value(for feature: Feature) -> VariableValue? {
    let name = name
    return value { text throws(OverrideError) in try feature.value(text, for: name) }
  }

  /// Parses the typed text; on failure, shows a note and returns `nil`.
  mutating func value(
    _ parse: (String) throws(OverrideError) -> VariableValue
  ) -> VariableValue? {
    do throws(OverrideError) {
      return try parse(input.text)
    } catch {
      if case .wrongValue(_, _, let expected) = error {
        note = .refused(expected, expected.fault(in: input.text))
      }
      return nil
    }
  }
}

extension VariableEdit.Note {
  /// The hint about the typed value, as one sentence.
  var text: String {
    switch self {
    case .refused(let expected, let fault):
      "✗ expected \(expected.valueText)" + (fault.map { "; \($0)" } ?? "")
    case .tooLong: "✗ not pasted: expected at most 10,000 characters and 40,000 bytes"
    case .joined: "▲ a value is one line here: line breaks were replaced by spaces"
    case .untypable: "▲ the active value is too long, or has line breaks: type a new one"
    }
  }
}
