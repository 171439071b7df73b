extension Character {
  /// Whether the character begins a word in camel case.
  ///
  /// Besides uppercase letters, these are titlecase letters such as `ǅ`.
  var isCapital: Bool {
    isUppercase || unicodeScalars.first?.properties.generalCategory == .titlecaseLetter
  }

  /// The titlecase form at the start of a word: `ß` becomes `Ss`, `ǆ` becomes `ǅ`.
  var titlecased: String {
    guard let first = unicodeScalars.first else { return String(self) }
    var head = first.properties.titlecaseMapping
    head.unicodeScalars.append(contentsOf: unicodeScalars.dropFirst())
    return head
  }

  /// Whether the character counts as punctuation: it is neither a letter nor a whole number.
  var isPunctuationMark: Bool { !isLetter && !isWholeNumber }
}
