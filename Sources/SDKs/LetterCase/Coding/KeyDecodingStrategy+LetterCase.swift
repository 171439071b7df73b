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

/// A coding key with an arbitrary string or array index.
struct PlainKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }

  /// Creates a key from the last key of a path and converts its string; an array index is
  /// unchanged.
  init(last path: [any CodingKey], converting convert: (String) -> String) {
    guard let last = path.last else {
      self.init(stringValue: "")
      return
    }
    if let index = last.intValue {
      self.init(intValue: index)
    } else {
      self.init(stringValue: convert(last.stringValue))
    }
  }
}
