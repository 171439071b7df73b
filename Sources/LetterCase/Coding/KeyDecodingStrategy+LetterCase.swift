public import FoundationEssentials

extension JSONDecoder.KeyDecodingStrategy {
  /// Reads keys such as `Travels On`.
  public static var convertFromCapitalized: Self { letterCaseStrategy(for: .capitalized) }
  /// Reads keys such as `travels-on`.
  public static var convertFromDashCase: Self { letterCaseStrategy(for: .kebab) }
  /// Reads keys such as `travels-on`.
  public static var convertFromKebabCase: Self { letterCaseStrategy(for: .kebab) }
  /// Reads keys such as `travels-on`.
  public static var convertFromLispCase: Self { letterCaseStrategy(for: .kebab) }
  /// Reads keys such as `travels on`.
  public static var convertFromLowerCase: Self { letterCaseStrategy(for: .lower) }
  /// Reads keys such as `travelsOn`.
  public static var convertFromLowerCamelCase: Self { letterCaseStrategy(for: .lowerCamel) }
  /// Reads keys such as `TRAVELS_ON`.
  public static var convertFromMacroCase: Self { letterCaseStrategy(for: .macro) }
  /// Reads keys such as `TRAVELS_ON`.
  public static var convertFromScreamingSnakeCase: Self { letterCaseStrategy(for: .macro) }
  /// Reads keys such as `TRAVELS-ON`.
  public static var convertFromTrainCase: Self { letterCaseStrategy(for: .train) }
  /// Reads keys such as `TRAVELS ON`.
  public static var convertFromUpperCase: Self { letterCaseStrategy(for: .upper) }
  /// Reads keys such as `TravelsOn`.
  public static var convertFromUpperCamelCase: Self { letterCaseStrategy(for: .upperCamel) }

  /// Reads the keys of a document as property names.
  ///
  /// `u-r-l` is `URL`: three or more lone letters at the head of a key are an acronym. Fewer are
  /// not, unless a joiner goes before them: `a-b` is `aB`, `-i-d` is `ID`. Keys in `regular` are
  /// taken as they stand. Neither indexes of arrays nor keys of dictionaries are changed.
  public static func letterCaseStrategy(for letterCase: LetterCase) -> Self {
    .custom { path in
      PlainKey(last: path) { PropertyName(key: $0, in: letterCase).text }
    }
  }

  /// Converts the keys of a document as `String.convert(from:to:options:)` does.
  public static func letterCaseStrategy(
    from letterCase: LetterCase,
    to newLetterCase: LetterCase
  ) -> Self {
    .custom { path in
      PlainKey(last: path) { $0.convert(from: letterCase, to: newLetterCase) }
    }
  }
}
