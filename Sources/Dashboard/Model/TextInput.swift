/// One line of text that is being typed.
struct TextInput: Hashable, Sendable {
  /// The characters so far.
  private(set) var characters: [Character] = []
  /// The number of characters before the cursor.
  private(set) var cursor = 0

  /// The number of characters for which there is room.
  private let maximumLength: Int

  /// Makes an empty line; the default has room for any query.
  init(maximumLength: Int = 200) {
    self.maximumLength = maximumLength
  }

  /// The text so far.
  var text: String { String(characters) }
  /// Whether nothing was typed.
  var isEmpty: Bool { characters.isEmpty }

  /// Takes a key that edits.
  ///
  /// - Returns: Whether the key was one.
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

  /// Puts text at the cursor, as one line and without what cannot be typed.
  mutating func insert(_ text: String) {
    let room = maximumLength - characters.count
    let typed = text.prefix(max(room, 0)).compactMap { character -> Character? in
      if character.isNewline || character == "\t" { return " " }
      let isControl = character.unicodeScalars.contains {
        $0.properties.generalCategory == .control
      }
      return isControl ? nil : character
    }
    // What joins the character before it, as an accent does, becomes one with it.
    let before = Array(String(characters[..<cursor]) + String(typed))
    characters.replaceSubrange(..<cursor, with: before)
    cursor = before.count
  }

  private mutating func deleteBackwards(to start: Int) {
    guard start >= 0, start < cursor else { return }
    characters.removeSubrange(start..<cursor)
    cursor = start
  }

  private mutating func deleteForwards() {
    if cursor < characters.count { characters.remove(at: cursor) }
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
