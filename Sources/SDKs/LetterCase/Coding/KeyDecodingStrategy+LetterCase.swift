public import FoundationEssentials

extension JSONDecoder.KeyDecodingStrategy {
  /// Decodes keys in capitalized case, such as `Travels On`.
  public static var convertFromCapitalized: Self { letterCaseStrategy(for: .capitalized) }
  /// Decodes keys in dash case, such as `travels-on`.
  public static var convertFromDashCase: Self { letterCaseStrategy(for: .kebab) }
  /// Decodes keys in kebab case, such as `travels-on`.
  public static var convertFromKebabCase: Self { letterCaseStrategy(for: .kebab) }
  /// Decodes keys in Lisp case, such as `travels-on`.
  public static var convertFromLispCase: Self { letterCaseStrategy(for: .kebab) }
  /// Decodes keys in lower case, such as `travels on`.
  public static var convertFromLowerCase: Self { letterCaseStrategy(for: .lower) }
  /// Decodes keys in lower camel case, such as `travelsOn`.
  public static var convertFromLowerCamelCase: Self { letterCaseStrategy(for: .lowerCamel) }
  /// Decodes keys in macro case, such as `TRAVELS_ON`.
  public static var convertFromMacroCase: Self { letterCaseStrategy(for: .macro) }
  /// Decodes keys in screaming snake case, such as `TRAVELS_ON`.
  public static var convertFromScreamingSnakeCase: Self { letterCaseStrategy(for: .macro) }
  /// Decodes keys in train case, such as `TRAVELS-ON`.
  public static var convertFromTrainCase: Self { letterCaseStrategy(for: .train) }
  /// Decodes keys in upper case, such as `TRAVELS ON`.
  public static var convertFromUpperCase: Self { letterCaseStrategy(for: .upper) }
  /// Decodes keys in upper camel case, such as `TravelsOn`.
  public static var convertFromUpperCamelCase: Self { letterCaseStrategy(for: .upperCamel) }

  /// Converts keys from the given letter case to property names in lower camel case.
  ///
  /// ```swift
  /// import FoundationEssentials
  ///
  /// struct Bicycle: Codable { let numberOfWheels: Int }
  /// let decoder = JSONDecoder()
  /// decoder.keyDecodingStrategy = .letterCaseStrategy(for: .kebab)
  /// let bicycle = try decoder.decode(Bicycle.self, from: Data(#"{"number-of-wheels":2}"#.utf8))
  /// print(bicycle.numberOfWheels)
  /// ```
  ///
  /// Three or more one-letter words at the start of a key are an acronym: `u-r-l` becomes `URL`.
  /// One or two are an acronym only if the key begins with the joiner, the character between words:
  /// `a-b` becomes `aB`, `-i-d` becomes `ID`. Keys in `regular`, indexes of arrays and keys of
  /// dictionaries are unchanged.
  public static func letterCaseStrategy(for letterCase: LetterCase) -> Self {
    .custom { path in
      PlainKey(last: path) { PropertyName(key: $0, in: letterCase).text }
    }
  }

  /// Converts keys from one letter case to another, as `String.convert(from:to:options:)` does.
  public static func letterCaseStrategy(
    from letterCase: LetterCase,
    to newLetterCase: LetterCase
  ) -> Self {
    .custom { path in
      PlainKey(last: path) { $0.convert(from: letterCase, to: newLetterCase) }
    }
  }
}
