/// Converts text to one letter case with options.
struct CaseConverter {
  let letterCase: LetterCase
  let options: LetterCase.Options

  /// Whether the letters after the first letter of a word stay unchanged.
  var keepsSuffix: Bool { options.contains(.preserveSuffix) && letterCase.supportsPreservedSuffix }

  /// Splits a text into words and joins the converted words, in linear time.
  ///
  /// ASCII text is converted by ``ASCIICaseConverter``.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - separator: The character between words; with `nil`, a word begins at each capital.
  /// - Returns: The converted text.
  func convert(_ text: String, separatedBy separator: Character?) -> String {
    ASCIICaseConverter(self, separatedBy: separator)?.convert(text)
      ?? convertUnicode(text, separatedBy: separator)
  }

  /// Converts a text character by character, where a character is a grapheme cluster.
  func convertUnicode(_ text: String, separatedBy separator: Character?) -> String {
    var result = ""
    for (position, word) in text[...].words(separatedBy: separator).enumerated() {
      if position > 0, let joiner = letterCase.separator {
        result.append(joiner)
      }
      result += convert(stripped(word), isFirst: result.isEmpty)
    }
    return result
  }

  private func stripped(_ word: Substring) -> Substring {
    guard letterCase.strips(options) else { return word }
    return word.filter { !$0.isPunctuationMark || $0 == letterCase.separator }[...]
  }

  private func convert(_ word: Substring, isFirst: Bool) -> String {
    switch letterCase.letters {
    case .unchanged: String(word)
    case .uppercase: word.uppercased()
    case .lowercase: convert(word, withCapital: false)
    case .capitalized: convert(word, withCapital: true)
    case .camel: convert(word, withCapital: !isFirst)
    }
  }

  private func convert(_ word: Substring, withCapital: Bool) -> String {
    guard let first = word.first else { return "" }
    let suffix = keepsSuffix ? word.dropFirst() : word.lowercasedWithFinalSigma.dropFirst()
    return (withCapital ? first.titlecased : first.lowercased()) + suffix
  }
}

extension Character {
  /// Whether the character begins a new word in camel case.
  ///
  /// Uppercase letters and titlecase letters such as `ǅ` begin a word.
  var isCapital: Bool {
    isUppercase || unicodeScalars.first?.properties.generalCategory == .titlecaseLetter
  }

  /// The character in titlecase, for the start of a word: `ß` becomes `Ss`, `ǆ` becomes `ǅ`.
  var titlecased: String {
    guard let first = unicodeScalars.first else { return String(self) }
    var head = first.properties.titlecaseMapping
    head.unicodeScalars.append(contentsOf: unicodeScalars.dropFirst())
    return head
  }

  /// Whether the character is punctuation: neither a letter nor a whole number.
  var isPunctuationMark: Bool { !isLetter && !isWholeNumber }
}

extension Substring {
  /// Splits the text into words; drops empty words.
  ///
  /// The separator is the character between words; with `nil`, a word begins at each capital.
  func words(separatedBy separator: Character?) -> [Substring] {
    if let separator { split(separator: separator) } else { camelCaseWords }
  }

  private var camelCaseWords: [Substring] {
    var words: [Substring] = []
    var start = startIndex
    for index in indices where index != start && self[index].isCapital {
      words.append(self[start..<index])
      start = index
    }
    if start != endIndex {
      words.append(self[start...])
    }
    return words
  }

  /// The text in lowercase, with `ς` for a sigma at the end of a word.
  ///
  /// `lowercased()` maps each sigma to `σ`, regardless of its position in the word.
  var lowercasedWithFinalSigma: String {
    guard unicodeScalars.contains("Σ") else { return lowercased() }
    var result = ""
    var followsLetter = false
    for index in indices {
      let character = self[index]
      let next = self.index(after: index)
      let endsWord = next == endIndex || !self[next].isLetter
      result += character == "Σ" && followsLetter && endsWord ? "ς" : character.lowercased()
      followsLetter = character.isLetter
    }
    return result
  }
}
