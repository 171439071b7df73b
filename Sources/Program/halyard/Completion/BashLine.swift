/// A command line of bash up to the cursor, split into words without quotes.
///
/// The names of variables and commands in the line are not expanded.
struct BashLine: Equatable {
  /// The words before the last one, without the name of the program.
  private(set) var words: [String] = []
  /// The last word up to the cursor, without quotes.
  private(set) var word = ""
  /// The quote that is open at the cursor; `nil` for none.
  private(set) var quote: Character?
  /// The number of characters of ``word`` before the part that Readline replaces: it replaces the
  /// text after the last word break, or after an open quote.
  private(set) var offset = 0

  private var isInWord = false

  /// Splits a line.
  ///
  /// - Parameters:
  ///   - line: The text of the command line up to the cursor.
  ///   - breaks: The characters at which Readline breaks words, the value of `COMP_WORDBREAKS`.
  init(_ line: String, breaks: String) {
    var rest = Substring(line)
    while let character = rest.popFirst() {
      if let open = quote {
        addQuoted(character, open, &rest)
      } else if character.isWhitespace {
        endWord()
      } else if character == "\\" {
        if let next = rest.popFirst() { add(next) }
      } else if character == "'" || character == "\"" {
        (quote, isInWord) = (character, true)
        offset = word.count
      } else {
        add(character)
        if breaks.contains(character) { offset = word.count }
      }
    }
    if !words.isEmpty { words.removeFirst() }
  }

  private mutating func addQuoted(
    _ character: Character,
    _ open: Character,
    _ rest: inout Substring
  ) {
    if character == open {
      quote = nil
      // After a closed quote, Readline replaces the whole word.
      offset = 0
    } else if open == "\"", character == "\\", let next = rest.first, "\\\"$`".contains(next) {
      add(rest.removeFirst())
    } else {
      add(character)
    }
  }

  private mutating func add(_ character: Character) {
    word.append(character)
    isInWord = true
  }

  private mutating func endWord() {
    guard isInWord else { return }
    words.append(word)
    (word, isInWord, offset) = ("", false, 0)
  }

  /// The part of a candidate that replaces the word at the cursor, with the quotes of bash.
  func replacement(_ candidate: String) -> String {
    let text = candidate.dropFirst(offset)
    // Readline adds the closing quote itself, except after a text that ends in the quote character.
    let end = quote.map { text.last == $0 ? String($0) : "" } ?? ""
    switch quote {
    case "'":
      let parts = text.split(separator: "'", omittingEmptySubsequences: false)
      return parts.joined(separator: "'\\''") + end
    case "\"":
      return text.reduce(into: "") { $0 += "\\\"$`".contains($1) ? "\\\($1)" : "\($1)" } + end
    default:
      return text.reduce(into: "") { $0 += Self.isPlain($1) ? "\($1)" : "\\\($1)" }
    }
  }

  /// Whether a character needs no backslash outside quotes.
  private static func isPlain(_ character: Character) -> Bool {
    !character.isASCII || character.isLetter || character.isNumber || "_-./+,%^".contains(character)
  }
}
