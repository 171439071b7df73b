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
