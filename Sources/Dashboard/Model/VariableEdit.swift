import Documents
import FeatureFlags
import Frame

/// The value of a variable while it is typed.
struct VariableEdit: Hashable, Sendable {
  /// The name of the variable.
  let name: String
  private let type: VariableType
  /// What has been typed so far.
  private(set) var input = TextInput(maximumLength: maximumLength)
  /// Whether anything was typed; what was only looked at is not decided.
  private(set) var isTouched = false
  /// Why what was typed last is not taken, or what is to be known before typing.
  private(set) var note: Note?

  /// How many characters a value may have.
  static let maximumLength = 10_000

  /// Words below the line that is being typed.
  enum Note: Hashable, Sendable {
    /// The text is no value of the type, because of something in it if that is known.
    case refused(VariableType, String?)
    /// The value in effect does not fit into one line, so that the line begins empty.
    case untypable
    /// The pasted text is longer than there is room for, so that none of it was inserted.
    case tooLong
    /// Line breaks in what was pasted have become spaces.
    case joined
  }

  /// Begins with the value in effect, if it can be typed.
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

  /// Applies a key; the first one removes the note about the text before.
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

  /// Inserts pasted text whole, or not at all.
  mutating func paste(_ text: String) {
    guard input.hasRoom(for: text) else { return note = .tooLong }
    input.insert(text)
    isTouched = true
    note = type != .json && text.contains(where: \.isNewline) ? .joined : nil
  }

  /// The value that was typed, if the feature takes it; otherwise it is noted why not.
  mutating func value(for feature: Feature) -> VariableValue? {
    do throws(DecisionError) {
      return try feature.value(input.text, for: name)
    } catch {
      if case .wrongValue(_, _, let wanted) = error {
        note = .refused(wanted, wanted == .json ? Self.fault(in: input.text) : nil)
      }
      return nil
    }
  }

  /// What keeps a text from being JSON.
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
  /// The words, in one sentence.
  var words: String {
    switch self {
    case .refused(let wanted, let fault):
      "✗ wanted \(wanted.wanted)" + (fault.map { "; \($0)" } ?? "")
    case .tooLong: "✗ not pasted: expected at most 10,000 characters and 40,000 bytes"
    case .joined: "▲ a value is one line here: line breaks have become spaces"
    case .untypable: "▲ the value in effect is too long, or has line breaks: type a new one"
    }
  }
}
