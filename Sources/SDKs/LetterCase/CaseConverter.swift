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
