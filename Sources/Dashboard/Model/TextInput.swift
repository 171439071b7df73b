import Frame

/// One line of text that is being typed.
///
/// The cost of a typed key does not grow with the length of the line. The length in UTF-8 is limited
/// too, to four bytes for each character that there is room for, and to `maximumCharacterBytes` for
/// one character, which may have any number of combining marks.
struct TextInput: Hashable, Sendable {
  /// The characters so far.
  private(set) var characters: [Character] = []
  /// The number of characters before the cursor.
  private(set) var cursor = 0
  /// How often the characters have changed.
  private(set) var changeCount = 0

  /// The number of characters for which there is room.
  private let maximumLength: Int
  /// The length of the characters in UTF-8.
  private var byteCount = 0

  /// The most bytes of one character in UTF-8; the longest emoji has 35.
  static let maximumCharacterBytes = 128
  /// The number of characters for which a line has room by default.
  static let usualMaximumLength = 200

  private var maximumBytes: Int { 4 * maximumLength }

  /// Makes an empty line; the default has room for any query.
  init(maximumLength: Int = usualMaximumLength) {
    self.maximumLength = maximumLength
  }

  /// The text so far.
  var text: String { String(characters) }
  /// Whether nothing was typed.
  var isEmpty: Bool { characters.isEmpty }

  /// Applies a key that edits or moves the cursor.
  ///
  /// - Returns: Whether it is such a key.
  mutating func press(_ key: Key) -> Bool {
    switch key {
    case .character(let character): insert(String(character))
    case .backspace, .control("h"): deleteBackwards(to: cursor - 1)
    case .delete: deleteForwards()
    case .left, .control("b"): cursor = max(cursor - 1, 0)
    case .right: cursor = min(cursor + 1, characters.count)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = characters.count
    case .control("u"): deleteBackwards(to: 0)
    case .control("w"): deleteBackwards(to: startOfWord)
    default: return false
    }
    return true
  }

  /// Inserts text at the cursor, as one line, without control characters, as far as there is room.
  mutating func insert(_ text: String) {
    let room = max(maximumLength - characters.count, 0)
    var added = ""
    for character in text.prefix(room).lazy.compactMap(Self.typed) {
      guard byteCount + added.utf8.count + character.utf8.count <= maximumBytes else { break }
      added.append(character)
    }
    guard !added.isEmpty else { return }
    // A combining mark joins the character before it, and no other one.
    let place = max(cursor - 1, 0)
    var joined = Array(String(characters[place..<cursor]) + added)
    joined[0] = Self.bounded(joined[0])
    replace(place..<cursor, with: joined)
    cursor = place + joined.count
  }

  /// Whether all of a text can be inserted.
  func hasRoom(for text: String) -> Bool {
    byteCount + text.utf8.count <= maximumBytes && characters.count + text.count <= maximumLength
      && text.allSatisfy { $0.utf8.count <= Self.maximumCharacterBytes }
  }

  /// A character as it can be in a line; `nil` for a control character.
  private static func typed(_ character: Character) -> Character? {
    if character.isNewline || character == "\t" { return " " }
    let isControl = character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return isControl ? nil : bounded(character)
  }

  /// A character without the scalars for which one character has no room.
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
    // Equally long: a mark for which the character before it has no room.
    if added == removed, new.count == range.count { return }
    characters.replaceSubrange(range, with: new)
    byteCount += added - removed
    changeCount += 1
  }

  private var startOfWord: Int {
    var place = cursor
    while place > 0, characters[place - 1] == " " { place -= 1 }
    while place > 0, characters[place - 1] != " " { place -= 1 }
    return place
  }

  /// The column of the cursor, in cells from the first character.
  var cursorColumn: Int { DisplayText(String(characters[..<cursor])).width }
}
