extension Substring {
  /// The words of a text, none of them empty.
  ///
  /// The separator is what stands between words; nil splits before each capital.
  func words(separatedBy separator: Character?) -> [Substring] {
    if let separator { split(separator: separator) } else { humps }
  }

  private var humps: [Substring] {
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

  /// The text in small letters, with a sigma that ends a word as `ς`.
  ///
  /// `lowercased()` maps letter by letter and knows no ends of words.
  var small: String {
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
