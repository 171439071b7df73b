/// A naming convention: how words are joined to one text, and which letters are capitals.
///
/// The raw value is a stable identifier, such as `lower-camel`; the description is for people.
public enum LetterCase: String, CustomStringConvertible, Sendable {
  /// Text that is not converted.
  case regular
  /// `Capitalized Words`.
  case capitalized
  /// `kebab-case`, also called dash case and Lisp case.
  case kebab
  /// `lower case`.
  case lower
  /// `lowerCamelCase`.
  case lowerCamel = "lower-camel"
  /// `MACRO_CASE`, also called screaming snake case.
  case macro
  /// `snake_case`.
  case snake
  /// `TRAIN-CASE`.
  case train
  /// `UPPER CASE`.
  case upper
  /// `UpperCamelCase`.
  case upperCamel = "upper-camel"

  /// Every case, in the order of declaration.
  ///
  /// The type does not conform to `CaseIterable`, so that a program can declare the conformance.
  package static let all: [LetterCase] = [
    .regular, .capitalized, .kebab, .lower, .lowerCamel, .macro, .snake, .train, .upper,
    .upperCamel,
  ]

  /// The name of the case for people, such as `Lower camel case`.
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
