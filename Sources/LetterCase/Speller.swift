/// Converts text to one letter case.
struct Speller {
  let letterCase: LetterCase
  let options: LetterCase.Options

  /// Whether the letters of a word after its first are not changed.
  var keepsSuffix: Bool { options.contains(.preserveSuffix) && letterCase.honoursSuffix }

  /// Splits a text into words and joins the converted words, in linear time.
  ///
  /// ASCII text is converted by ``ASCIISpeller``.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - separator: The character between words; `nil` begins a word at each capital.
  /// - Returns: The converted text.
  func spell(_ text: String, separatedBy separator: Character?) -> String {
    ASCIISpeller(self, separatedBy: separator)?.spell(text)
      ?? spellUnicode(text, separatedBy: separator)
  }

  /// Converts any text, by grapheme clusters.
  func spellUnicode(_ text: String, separatedBy separator: Character?) -> String {
    var result = ""
    for (position, word) in text[...].words(separatedBy: separator).enumerated() {
      if position > 0, let joiner = letterCase.separator {
        result.append(joiner)
      }
      result += spell(kept(of: word), isFirst: result.isEmpty)
    }
    return result
  }

  private func kept(of word: Substring) -> Substring {
    guard letterCase.strips(options) else { return word }
    return word.filter { !$0.isPunctuationMark || $0 == letterCase.separator }[...]
  }

  private func spell(_ word: Substring, isFirst: Bool) -> String {
    switch letterCase.letters {
    case .asTheyAre: String(word)
    case .capitals: word.uppercased()
    case .small: spell(word, withCapital: false)
    case .headed: spell(word, withCapital: true)
    case .humped: spell(word, withCapital: !isFirst)
    }
  }

  private func spell(_ word: Substring, withCapital: Bool) -> String {
    guard let first = word.first else { return "" }
    let suffix = keepsSuffix ? word.dropFirst() : word.small.dropFirst()
    return (withCapital ? first.headed : first.lowercased()) + suffix
  }
}
