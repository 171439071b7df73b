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
