import FeatureFlags
import Frame

/// A text field that narrows a list to the rows with all typed words.
///
/// Letters such as `j` and `q` are commands in most lists, so `/` starts typing in every list.
struct SearchField: Sendable {
  private(set) var input = TextInput()
  /// The text, split into case-folded words.
  private(set) var words: [[UInt8]] = []
  /// Whether typed characters are inserted into the text.
  private(set) var isTyping: Bool

  init(isTyping: Bool = false) {
    self.isTyping = isTyping
  }

  /// The key that starts typing in a dialog.
  static let key = Key.character("/")

  /// The effect of a key press on the text.
  enum Outcome {
    /// The text field does not handle the key.
    case ignored
    /// The text has changed, or typing has begun or ended.
    case changed
    /// The key has moved the cursor in the text.
    case unchanged
  }

  /// Starts typing; a text of an earlier search can be edited.
  mutating func begin() { isTyping = true }

  /// Ends typing; the list stays narrowed.
  mutating func keep() { isTyping = false }

  /// Ends typing, and removes the text.
  mutating func clear() { self = SearchField() }

  /// Applies a key press: `/` starts typing, Escape clears the text and ends typing, and other keys
  /// edit the text.
  ///
  /// Ignores Enter: the list uses it to end typing, or to select the row under the cursor.
  mutating func press(_ key: Key) -> Outcome {
    guard isTyping else {
      guard key == Self.key else { return .ignored }
      isTyping = true
      return .changed
    }
    if key == .escape || key == .backspace && input.isEmpty {
      clear()
      return .changed
    }
    return edit(key)
  }

  /// Applies a key press that edits the text; unlike ``press(_:)``, never starts or ends typing.
  mutating func edit(_ key: Key) -> Outcome {
    var isForText = false
    let hasChanged = edit { isForText = $0.press(key) }
    return hasChanged ? .changed : isForText ? .unchanged : .ignored
  }

  /// Inserts typed or pasted text.
  ///
  /// - Returns: Whether the text has changed; `false` if the text field is full.
  @discardableResult
  mutating func insert(_ text: String) -> Bool { edit { $0.insert(text) } }

  /// Replaces the whole text.
  mutating func replace(with text: String) {
    input = TextInput()
    edit { $0.insert(text) }
  }

  @discardableResult
  private mutating func edit(_ change: (inout TextInput) -> Void) -> Bool {
    let before = input.changeCount
    change(&input)
    guard input.changeCount != before else { return false }
    words = FoldedText.words(of: input.text)
    return true
  }

  /// The text with a leading `/`, for the title or the border of a narrowed list.
  var label: String { "/" + input.text.shortened(to: 24) }
}

extension FoldedText {
  static func contains(_ words: [[UInt8]], in text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { text in
      words.allSatisfy { SearchIndex.contains($0, in: text) }
    }
  }

  /// Whether the bytes of a word occur in a text in the same order.
  static func isSubsequence(_ word: some Sequence<UInt8>, of text: [UInt8]) -> Bool {
    var rest = Array(word)[...]
    for byte in text where byte == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty
  }
}
