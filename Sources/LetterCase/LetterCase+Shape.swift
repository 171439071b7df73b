extension LetterCase {
  /// How the letters of a word are written.
  enum Letters {
    case asTheyAre
    case small
    case capitals
    /// The first letter is a capital.
    case headed
    /// As `headed`, but for the first word of a text, whose first letter is small.
    case humped
  }

  /// Where one word ends and the next begins; nil is at each capital.
  var separator: Character? {
    switch self {
    case .regular, .capitalized, .lower, .upper: " "
    case .kebab, .train: "-"
    case .macro, .snake: "_"
    case .lowerCamel, .upperCamel: nil
    }
  }

  var letters: Letters {
    switch self {
    case .regular: .asTheyAre
    case .kebab, .lower, .snake: .small
    case .macro, .train, .upper: .capitals
    case .capitalized, .upperCamel: .headed
    case .lowerCamel: .humped
    }
  }

  /// Whether the letters after a word's first may differ from it in size.
  var honoursSuffix: Bool {
    switch self {
    case .lower, .macro, .train, .upper: false
    case .regular, .capitalized, .kebab, .lowerCamel, .snake, .upperCamel: true
    }
  }

  /// Whether punctuation is dropped under some options.
  func strips(_ options: Options) -> Bool {
    if options.contains(.stripPunctuation) { return true }
    switch self {
    case .regular, .capitalized, .lower, .upper: return false
    case .kebab, .lowerCamel, .macro, .snake, .train, .upperCamel:
      return !options.contains(.preservePunctuation)
    }
  }
}
