extension LetterCase {
  /// The rule that selects uppercase or lowercase for the letters of a word.
  enum Letters {
    case unchanged
    case lowercase
    case uppercase
    /// The first letter is uppercase.
    case capitalized
    /// The first letter is uppercase, except in the first word of a text.
    case camel
  }

  /// The character that joins words; `nil` if a word begins at each capital.
  var separator: Character? {
    switch self {
    case .regular, .capitalized, .lower, .upper: " "
    case .kebab, .train: "-"
    case .macro, .snake: "_"
    case .lowerCamel, .upperCamel: nil
    }
  }

  /// The rule for the letters of each word.
  var letters: Letters {
    switch self {
    case .regular: .unchanged
    case .kebab, .lower, .snake: .lowercase
    case .macro, .train, .upper: .uppercase
    case .capitalized, .upperCamel: .capitalized
    case .lowerCamel: .camel
    }
  }

  /// Whether ``Options/preserveSuffix`` has an effect.
  var supportsPreservedSuffix: Bool {
    switch self {
    case .lower, .macro, .train, .upper: false
    case .regular, .capitalized, .kebab, .lowerCamel, .snake, .upperCamel: true
    }
  }

  /// Whether a conversion with the given options removes punctuation.
  func strips(_ options: Options) -> Bool {
    if options.contains(.stripPunctuation) { return true }
    switch self {
    case .regular, .capitalized, .lower, .upper: return false
    case .kebab, .lowerCamel, .macro, .snake, .train, .upperCamel:
      return !options.contains(.preservePunctuation)
    }
  }
}
