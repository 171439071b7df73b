public import FoundationEssentials

extension JSONEncoder.KeyEncodingStrategy {
  /// Writes keys such as `Travels On`.
  public static var convertToCapitalized: Self { letterCaseStrategy(for: .capitalized) }
  /// Writes keys such as `travels-on`.
  public static var convertToDashCase: Self { letterCaseStrategy(for: .kebab) }
  /// Writes keys such as `travels-on`.
  public static var convertToKebabCase: Self { letterCaseStrategy(for: .kebab) }
  /// Writes keys such as `travels-on`.
  public static var convertToLispCase: Self { letterCaseStrategy(for: .kebab) }
  /// Writes keys such as `travels on`.
  public static var convertToLowerCase: Self { letterCaseStrategy(for: .lower) }
  /// Writes keys such as `travelsOn`.
  public static var convertToLowerCamelCase: Self { letterCaseStrategy(for: .lowerCamel) }
  /// Writes keys such as `TRAVELS_ON`.
  public static var convertToMacroCase: Self { letterCaseStrategy(for: .macro) }
  /// Writes keys such as `TRAVELS_ON`.
  public static var convertToScreamingSnakeCase: Self { letterCaseStrategy(for: .macro) }
  /// Writes keys such as `TRAVELS-ON`.
  public static var convertToTrainCase: Self { letterCaseStrategy(for: .train) }
  /// Writes keys such as `TRAVELS ON`.
  public static var convertToUpperCase: Self { letterCaseStrategy(for: .upper) }
  /// Writes keys such as `TravelsOn`.
  public static var convertToUpperCamelCase: Self { letterCaseStrategy(for: .upperCamel) }

  /// Writes property names as keys that the decoding strategy for the same case reads back.
  ///
  /// `userID` is `user-i-d` and `URL` is `u-r-l`. A name that would be read back otherwise gets a
  /// joiner before it: `ID` is `-i-d`. In `regular` names are written as they stand. Neither
  /// indexes of arrays nor keys of dictionaries are changed.
  public static func letterCaseStrategy(for letterCase: LetterCase) -> Self {
    .custom { path in
      PlainKey(last: path) { PropertyName($0).key(in: letterCase) }
    }
  }

  /// Converts property names as `String.convert(from:to:options:)` does.
  public static func letterCaseStrategy(
    from letterCase: LetterCase,
    to newLetterCase: LetterCase
  ) -> Self {
    .custom { path in
      PlainKey(last: path) { $0.convert(from: letterCase, to: newLetterCase) }
    }
  }
}
