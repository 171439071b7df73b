/// Splits a command line into its words, as a POSIX shell does without expansions.
enum CommandWords {
  /// Returns the words of a command line.
  ///
  /// White space separates words. Single quotes preserve all characters, double quotes preserve all
  /// but the backslash before `"` and `\`, and a backslash outside quotes preserves the next
  /// character. Other characters have no special meaning.
  ///
  /// - Returns: `nil` for an unbalanced quote, and for a backslash at the end.
  static func split(_ text: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var characters = text.makeIterator()
    while let character = characters.next() {
      if quote == "'" {
        if character == "'" { quote = nil } else { word?.append(character) }
      } else if character == "\\" {
        guard let next = characters.next() else { return nil }
        let isPreserved = quote == nil || next == "\"" || next == "\\"
        word = (word ?? "") + (isPreserved ? String(next) : "\\" + String(next))
      } else if quote == "\"" {
        if character == "\"" { quote = nil } else { word?.append(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    guard quote == nil else { return nil }
    return words + (word.map { [$0] } ?? [])
  }
}
