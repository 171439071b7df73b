import Documents
import FeatureFlags
import Frame

/// The value of a variable while it is being typed.
struct VariableEdit: Hashable, Sendable {
  /// The name of the variable.
  let name: String
  private let type: VariableType
  /// The typed text.
  private(set) var input = TextInput(maximumLength: maximumLength)
  /// Whether the text was changed; an unchanged value sets no override.
  private(set) var isTouched = false
  /// A note about the text, such as why it is rejected.
  private(set) var note: Note?

  /// The maximum number of characters of a value.
  static let maximumLength = 10_000

  /// A note below the line.
  enum Note: Hashable, Sendable {
    /// The text is no value of the type, for this reason if it is known.
    case refused(VariableType, String?)
    /// The active value does not fit into one line, so that the line begins empty.
    case untypable
    /// The pasted text is too long, and was not inserted.
    case tooLong
    /// Line breaks of the pasted text were replaced by spaces.
    case joined
  }

  /// Begins with the active value, if it fits into one line.
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

  /// Applies a key, and removes the note.
  mutating func press(_ key: Key) {
    let before = input.changeCount
    guard input.press(key) else { return }
    isTouched = isTouched || input.changeCount != before
    note = nil
  }

  /// Inserts characters that were typed one after the other.
  mutating func type(_ text: String) {
    let before = input.changeCount
    input.insert(text)
    isTouched = isTouched || input.changeCount != before
    note = nil
  }

  /// Inserts pasted text completely, or not at all.
  mutating func paste(_ text: String) {
    guard input.hasRoom(for: text) else { return note = .tooLong }
    input.insert(text)
    isTouched = true
    note = type != .json && text.contains(where: \.isNewline) ? .joined : nil
  }

  /// The typed value, if the feature accepts it; otherwise sets the note.
  mutating func value(for feature: Feature) -> VariableValue? {
    do throws(DecisionError) {
      return try feature.value(input.text, for: name)
    } catch {
      if case .wrongValue(_, _, let expected) = error {
        note = .refused(expected, expected == .json ? Self.fault(in: input.text) : nil)
      }
      return nil
    }
  }

  /// The syntax error of a text that is not JSON.
  private static func fault(in text: String) -> String? {
    do throws(DocumentError) {
      _ = try JSONReader.read(Array(text.utf8))
      return nil
    } catch {
      return "\(error)"
    }
  }
}

extension VariableEdit.Note {
  /// The note as text, one sentence.
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
