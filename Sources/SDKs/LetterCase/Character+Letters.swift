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
