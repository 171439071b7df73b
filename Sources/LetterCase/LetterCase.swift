/// A way of spelling words as one text: how they are joined and which letters are capitals.
///
/// The raw value and the description are the name of the case in words.
public enum LetterCase: String, CaseIterable, CustomStringConvertible, Sendable {
  /// Text as it stands; nothing is changed.
  case regular = "Regular"
  /// `Capitalized Words`.
  case capitalized = "Capitalized"
  /// `kebab-case`, also called dash case and Lisp case.
  case kebab = "Kebab case"
  /// `lower case`.
  case lower = "Lower case"
  /// `lowerCamelCase`.
  case lowerCamel = "Lower camel case"
  /// `MACRO_CASE`, also called screaming snake case.
  case macro = "Macro case"
  /// `snake_case`.
  case snake = "Snake case"
  /// `TRAIN-CASE`.
  case train = "Train case"
  /// `UPPER CASE`.
  case upper = "Upper case"
  /// `UpperCamelCase`.
  case upperCamel = "Upper camel case"

  /// The name of the case in words.
  public var description: String { rawValue }
}
