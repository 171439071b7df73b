/// A naming convention: the character that joins words, and the case of their letters.
///
/// ```swift
/// let key = "number of wheels".letterCase(.kebab)  // "number-of-wheels"
/// let name = key.convert(from: .kebab, to: .lowerCamel)  // "numberOfWheels"
/// print(key, name)
/// ```
///
/// The raw value is a stable identifier, such as `lower-camel`; the description is meant for users.
public enum LetterCase: String, CustomStringConvertible, Sendable {
  /// Text that stays unconverted.
  case regular
  /// Capitalized words joined by spaces: `Capitalized Words`.
  case capitalized
  /// Lowercase words joined by hyphens: `kebab-case`; also called dash case and Lisp case.
  case kebab
  /// Lowercase words joined by spaces: `lower case`.
  case lower
  /// Capitalized words without a joiner, the first one lowercase: `lowerCamelCase`.
  case lowerCamel = "lower-camel"
  /// Uppercase words joined by underscores: `MACRO_CASE`; also called screaming snake case.
  case macro
  /// Lowercase words joined by underscores: `snake_case`.
  case snake
  /// Uppercase words joined by hyphens: `TRAIN-CASE`.
  case train
  /// Uppercase words joined by spaces: `UPPER CASE`.
  case upper
  /// Capitalized words without a joiner: `UpperCamelCase`.
  case upperCamel = "upper-camel"

  /// All letter cases in the order of declaration.
  ///
  /// The type does not conform to `CaseIterable`, so that an app can declare the conformance itself.
  package static let all: [LetterCase] = [
    .regular, .capitalized, .kebab, .lower, .lowerCamel, .macro, .snake, .train, .upper,
    .upperCamel,
  ]

  /// The name of the letter case for users, such as `Lower camel case`.
  public var description: String {
    switch self {
    case .regular: "Regular"
    case .capitalized: "Capitalized"
    case .kebab: "Kebab case"
    case .lower: "Lower case"
    case .lowerCamel: "Lower camel case"
    case .macro: "Macro case"
    case .snake: "Snake case"
    case .train: "Train case"
    case .upper: "Upper case"
    case .upperCamel: "Upper camel case"
    }
  }
}

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

extension LetterCase {
  /// Options for the letters after the first of each word, and for punctuation.
  ///
  /// Punctuation is each character that is neither a letter nor a whole number. By default, cases
  /// with spaces preserve it, and the others (camel, kebab, macro, snake, train) remove it.
  public struct Options: OptionSet, Hashable, Sendable {
    /// The set of options as a bit mask.
    public let rawValue: Int

    /// Creates a set of options from a bit mask.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Keeps the letters of a word after its first letter unchanged.
    ///
    /// This option has no effect on lower, macro, train and upper case, whose letters all have one
    /// case.
    public static let preserveSuffix = Options(rawValue: 1 << 0)
    /// Preserves punctuation, even if the case removes it by default.
    public static let preservePunctuation = Options(rawValue: 1 << 1)
    /// Removes punctuation, even if the case preserves it by default.
    ///
    /// This option takes precedence over ``preservePunctuation``.
    public static let stripPunctuation = Options(rawValue: 1 << 2)
  }
}

/// The name of ``LetterCase/Options`` in the original LetterCase framework; new code uses
/// `LetterCase.Options`.
public typealias LetterCaseOptions = LetterCase.Options
