import Frame

/// Narrows the choices of a dialog to those that contain the typed words.
///
/// The letters of most lists are keys, such as `j` and `q`, so `/` starts typing in every list.
struct ChoiceFilter: Sendable {
  /// The text that the user types; `nil` while the list is not narrowed.
  private(set) var input: TextInput?

  /// Whether typed characters are inserted into the text.
  var isTyping: Bool { input != nil }

  /// The hints while the user types.
  static let hints = [Hint("type", "to find"), Hint("↑ ↓", "move"), Hint("esc", "back")]
  /// The key that starts typing.
  static let key = Key.character("/")
  /// The hint for the key that starts typing.
  static let hint = Hint("/", "find")

  /// The effect of a key press on the text.
  enum Outcome: Sendable {
    /// The key is not for the text.
    case ignored
    /// The text has changed, or typing has begun or ended.
    case changed
    /// The key has moved the cursor in the text.
    case unchanged
  }

  /// Applies a key press: `/` starts typing, Escape ends it, and other keys edit the text.
  ///
  /// Enter is not for the text, so that it selects the choice under the cursor.
  mutating func press(_ key: Key) -> Outcome {
    guard let before = input?.changeCount else {
      guard key == Self.key else { return .ignored }
      input = TextInput()
      return .changed
    }
    if key == .escape || key == .backspace && input?.isEmpty == true {
      input = nil
      return .changed
    }
    // Home and End move the cursor in the list.
    guard key != .home, key != .end, input?.press(key) == true else { return .ignored }
    return input?.changeCount == before ? .unchanged : .changed
  }

  /// Inserts text while the user types.
  mutating func insert(_ text: String) { input?.insert(text) }

  /// Ends typing; the list shows all choices again.
  mutating func end() { input = nil }

  /// The number of the visible choices.
  func visibleCount(_ titles: [String]) -> Int {
    input?.isEmpty ?? true ? titles.count : visible(titles).count
  }

  /// The indexes of the choices whose titles contain all typed words; as subsequences if no title
  /// contains them.
  func visible(_ titles: [String]) -> [Int] {
    guard let input, !input.isEmpty else { return Array(titles.indices) }
    let words = FoldedText.words(of: input.text)
    let folded = titles.map { FoldedText.bytes(of: $0) }
    let found = folded.indices.filter { index in
      folded[index].withUnsafeBufferPointer { title in
        words.allSatisfy { SearchIndex.contains($0, in: title) }
      }
    }
    guard found.isEmpty else { return found }
    return folded.indices.filter { index in
      words.allSatisfy { Self.isSubsequence($0, of: folded[index]) }
    }
  }

  private static func isSubsequence(_ word: [UInt8], of text: [UInt8]) -> Bool {
    var rest = word[...]
    for byte in text where byte == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty
  }

  /// The title of the dialog, followed by the typed text.
  func title(_ title: String) -> String {
    input.map { title + "  /" + $0.text.shortened(to: 24) } ?? title
  }
}
