/// A pattern of code in which the word `FLAG` stands for the name of a feature or one of its aliases.
///
/// ```swift
/// let pattern = CodePattern("useFlags().FLAG")
/// print(pattern?.text ?? "")
/// ```
///
/// White space does not matter. `"FLAG"` in quotes stands for a literal only, and `FLAG` for a literal, an
/// identifier, or a member such as `.cart` and `Flags.cart`. In `isEnabled(FLAG)`, further arguments may
/// follow.
public struct CodePattern: Hashable, Sendable {
  /// The text of the pattern.
  public let text: String
  private let before: [Element]
  private let after: [Element]
  /// Whether the pattern matches only literals.
  private let isQuoted: Bool

  /// The word that stands for a feature.
  package static let placeholder = "FLAG"

  private enum Element: Hashable, Sendable {
    case word(String)
    case literal(String)
    case mark(UInt8)
  }

  /// Parses a pattern.
  ///
  /// The result is `nil` unless the text has the word `FLAG` once, and another word or character.
  public init?(_ text: String) {
    var copy = text
    let elements = copy.withUTF8 { bytes in
      let file = CodeFile(bytes, .javaScript)
      return file.tokens.indices.map { Self.element($0, of: file) }
    }
    let flags = elements.indices.filter { index in
      [.word(Self.placeholder), .literal(Self.placeholder)].contains(elements[index])
    }
    guard let flag = flags.first, flags.count == 1, elements.count > 1, !elements.contains(nil)
    else { return nil }
    self.text = text
    before = elements[..<flag].compactMap(\.self)
    after = elements[(flag + 1)...].compactMap(\.self)
    isQuoted = elements[flag] == .literal(Self.placeholder)
  }

  /// Returns the element of a token; `nil` for a text with an interpolated expression.
  private static func element(_ token: Int, of file: CodeFile) -> Element? {
    switch file.tokens[token].kind {
    case .word: file.word(token).map(Element.word)
    case .literal: file.value(token).map(Element.literal)
    case .mark: .mark(file.bytes[Int(file.tokens[token].start)])
    }
  }

  /// The longest word outside of literals; `nil` for a pattern without a word.
  var longestWord: String? {
    let words = (before + after).compactMap { element -> String? in
      if case .word(let word) = element { word } else { nil }
    }
    return words.max { $0.utf8.count < $1.utf8.count }
  }

  /// Returns whether the pattern matches around a word or a literal, which stands for a feature.
  func matches(_ token: Int, in file: CodeFile) -> Bool {
    if isQuoted, file.tokens[token].kind != .literal { return false }
    guard followed(token, in: file) else { return false }
    return preceded(token, in: file) || preceded(file.chainStart(token), in: file)
  }

  private func preceded(_ token: Int, in file: CodeFile) -> Bool {
    before.reversed().enumerated().allSatisfy { offset, element in
      has(element, at: token - 1 - offset, in: file)
    }
  }

  private func followed(_ token: Int, in file: CodeFile) -> Bool {
    after.enumerated().allSatisfy { offset, element in
      let index = token + 1 + offset
      if has(element, at: index, in: file) { return true }
      let isEnd = offset == 0 && after.count == 1 && element == .mark(UInt8(ascii: ")"))
      return isEnd && file.has(",", at: index)
    }
  }

  private func has(_ element: Element, at index: Int, in file: CodeFile) -> Bool {
    switch element {
    case .word(let word): file.word(index) == word
    case .literal(let text): file.value(index) == text
    case .mark(let mark): file.has(Unicode.Scalar(mark), at: index)
    }
  }
}
