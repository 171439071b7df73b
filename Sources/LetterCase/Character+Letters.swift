extension Character {
  /// Whether the character begins a word in camel case.
  ///
  /// A title-case letter such as `ǅ` is no upper-case letter, but stands where one would.
  var isCapital: Bool {
    isUppercase || unicodeScalars.first?.properties.generalCategory == .titlecaseLetter
  }

  /// The character as it is written at the head of a word: `ß` is `Ss`, `ǆ` is `ǅ`.
  var headed: String {
    guard let first = unicodeScalars.first else { return String(self) }
    var head = first.properties.titlecaseMapping
    head.unicodeScalars.append(contentsOf: unicodeScalars.dropFirst())
    return head
  }

  /// Whether the character is neither a letter nor a whole number, and so counts as punctuation.
  var isPunctuationMark: Bool { !isLetter && !isWholeNumber }
}
