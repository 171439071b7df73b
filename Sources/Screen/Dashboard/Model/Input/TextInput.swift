import Frame

/// A single-line text field: its text and its cursor.
///
/// The cost of a key press does not depend on the length of the text. The number of characters is
/// limited. The size in UTF-8 bytes is limited too: to `maximumCharacterBytes` for one character,
/// because a character can have any number of combining marks, and to four bytes per allowed character
/// for the whole text.
struct TextInput: Hashable, Sendable {
  private(set) var characters: [Character] = []
  /// The position of the cursor: the number of characters before it.
  private(set) var cursor = 0
  /// The number of edits so far, by which callers detect that the text has changed.
  private(set) var changeCount = 0

  /// The maximum number of characters of the text.
  private let maximumLength: Int
  /// The length of the text in UTF-8 bytes.
  private var byteCount = 0

  /// The maximum size of one character in UTF-8 bytes; the longest emoji has 35 bytes.
  static let maximumCharacterBytes = 128
  /// The default maximum number of characters, which suffices for a search text.
  static let usualMaximumLength = 200

  private var maximumBytes: Int { 4 * maximumLength }

  /// Creates an empty text field for at most `maximumLength` characters.
  init(maximumLength: Int = usualMaximumLength) {
    self.maximumLength = maximumLength
  }

  var text: String { String(characters) }
  var isEmpty: Bool { characters.isEmpty }

  /// Applies a key press that edits the text or moves the cursor.
  ///
  /// - Returns: `false` if the key does neither.
  mutating func press(_ key: Key) -> Bool {
    if case .character(let character) = key {
      insert(String(character))
      return true
    }
    guard let command = Self.commands[key] else { return false }
    switch command {
    case .deleteBackwards: deleteBackwards(to: cursor - 1)
    case .deleteForwards: deleteForwards()
    case .left: cursor = max(cursor - 1, 0)
    case .right: cursor = min(cursor + 1, characters.count)
    case .start: cursor = 0
    case .end: cursor = characters.count
    case .deleteLine: deleteBackwards(to: 0)
    case .deleteWord: deleteBackwards(to: startOfWord)
    }
    return true
  }

  private enum Command {
    case deleteBackwards, deleteForwards, left, right, start, end, deleteLine, deleteWord
  }

  private static let commands: [Key: Command] = [
    .backspace: .deleteBackwards, .control("h"): .deleteBackwards, .delete: .deleteForwards,
    .left: .left, .control("b"): .left, .right: .right, .home: .start, .control("a"): .start,
    .end: .end, .control("e"): .end, .control("u"): .deleteLine, .control("w"): .deleteWord,
  ]

  /// Inserts text at the cursor up to the maximum length: line breaks become spaces, and control
  /// characters are dropped.
  mutating func insert(_ text: String) {
    let room = max(maximumLength - characters.count, 0)
    var added = ""
    for character in text.prefix(room).lazy.compactMap(Self.typed) {
      guard byteCount + added.utf8.count + character.utf8.count <= maximumBytes else { break }
      added.append(character)
    }
    guard !added.isEmpty else { return }
    // A combining mark at the start of the inserted text joins the character before the cursor.
    let start = max(cursor - 1, 0)
    var joined = Array(String(characters[start..<cursor]) + added)
    joined[0] = Self.bounded(joined[0])
    replace(start..<cursor, with: joined)
    cursor = start + joined.count
  }

  /// Whether the text can be inserted without truncation.
  func hasRoom(for text: String) -> Bool {
    byteCount + text.utf8.count <= maximumBytes && characters.count + text.count <= maximumLength
      && text.allSatisfy { $0.utf8.count <= Self.maximumCharacterBytes }
  }

  /// The character to insert; `nil` for a control character.
  private static func typed(_ character: Character) -> Character? {
    if character.isNewline || character == "\t" { return " " }
    let isControl = character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return isControl ? nil : bounded(character)
  }

  /// The character, truncated to the maximum size of one character.
  private static func bounded(_ character: Character) -> Character {
    guard character.utf8.count > maximumCharacterBytes else { return character }
    var text = ""
    for scalar in character.unicodeScalars {
      text.unicodeScalars.append(scalar)
      if text.utf8.count > maximumCharacterBytes {
        text.unicodeScalars.removeLast()
        break
      }
    }
    return text.first ?? character
  }

  private mutating func deleteBackwards(to start: Int) {
    guard start >= 0, start < cursor else { return }
    replace(start..<cursor, with: [])
    cursor = start
  }

  private mutating func deleteForwards() {
    if cursor < characters.count { replace(cursor..<cursor + 1, with: []) }
  }

  private mutating func replace(_ range: Range<Int>, with new: [Character]) {
    let removed = characters[range].reduce(0) { $0 + $1.utf8.count }
    let added = new.reduce(0) { $0 + $1.utf8.count }
    // Nothing changes if the character before the cursor has no room for an inserted combining mark.
    if added == removed, new.count == range.count { return }
    characters.replaceSubrange(range, with: new)
    byteCount += added - removed
    changeCount += 1
  }

  private var startOfWord: Int {
    var start = cursor
    while start > 0, characters[start - 1] == " " { start -= 1 }
    while start > 0, characters[start - 1] != " " { start -= 1 }
    return start
  }

  /// The column of the cursor, in cells from the start of the text.
  var cursorColumn: Int { DisplayText(String(characters[..<cursor])).width }
}
