public import FoundationEssentials

extension JSONEncoder.KeyEncodingStrategy {
  /// Encodes keys in capitalized case, such as `Travels On`.
  public static var convertToCapitalized: Self { letterCaseStrategy(for: .capitalized) }
  /// Encodes keys in dash case, such as `travels-on`.
  public static var convertToDashCase: Self { letterCaseStrategy(for: .kebab) }
  /// Encodes keys in kebab case, such as `travels-on`.
  public static var convertToKebabCase: Self { letterCaseStrategy(for: .kebab) }
  /// Encodes keys in Lisp case, such as `travels-on`.
  public static var convertToLispCase: Self { letterCaseStrategy(for: .kebab) }
  /// Encodes keys in lower case, such as `travels on`.
  public static var convertToLowerCase: Self { letterCaseStrategy(for: .lower) }
  /// Encodes keys in lower camel case, such as `travelsOn`.
  public static var convertToLowerCamelCase: Self { letterCaseStrategy(for: .lowerCamel) }
  /// Encodes keys in macro case, such as `TRAVELS_ON`.
  public static var convertToMacroCase: Self { letterCaseStrategy(for: .macro) }
  /// Encodes keys in screaming snake case, such as `TRAVELS_ON`.
  public static var convertToScreamingSnakeCase: Self { letterCaseStrategy(for: .macro) }
  /// Encodes keys in train case, such as `TRAVELS-ON`.
  public static var convertToTrainCase: Self { letterCaseStrategy(for: .train) }
  /// Encodes keys in upper case, such as `TRAVELS ON`.
  public static var convertToUpperCase: Self { letterCaseStrategy(for: .upper) }
  /// Encodes keys in upper camel case, such as `TravelsOn`.
  public static var convertToUpperCamelCase: Self { letterCaseStrategy(for: .upperCamel) }

  /// Encodes property names as keys in the given letter case; the decoding strategy of the same
  /// letter case restores the names.
  ///
  /// ```swift
  /// import FoundationEssentials
  ///
  /// struct Bicycle: Codable { let numberOfWheels: Int }
  /// let encoder = JSONEncoder()
  /// encoder.keyEncodingStrategy = .letterCaseStrategy(for: .kebab)
  /// let data = try encoder.encode(Bicycle(numberOfWheels: 2))  // {"number-of-wheels":2}
  /// print(data.count)
  /// ```
  ///
  /// `userID` becomes `user-i-d`, and `URL` becomes `u-r-l`. The joiner, the character between
  /// words, marks a short acronym at the start of a key: `ID` becomes `-i-d`. Names in `regular`,
  /// indexes of arrays and keys of dictionaries are unchanged.
  public static func letterCaseStrategy(for letterCase: LetterCase) -> Self {
    .custom { path in
      PlainKey(last: path) { PropertyName($0).key(in: letterCase) }
    }
  }

  /// Converts property names from one letter case to another, as `String.convert(from:to:options:)`
  /// does.
  public static func letterCaseStrategy(
    from letterCase: LetterCase,
    to newLetterCase: LetterCase
  ) -> Self {
    .custom { path in
      PlainKey(last: path) { $0.convert(from: letterCase, to: newLetterCase) }
    }
  }
}
