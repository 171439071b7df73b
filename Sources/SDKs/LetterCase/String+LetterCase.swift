extension String {
  /// Converts a text whose words are separated by spaces to a letter case.
  ///
  /// ```swift
  /// let constant = "maximum body size".letterCase(.macro)  // "MAXIMUM_BODY_SIZE"
  /// let title = "API keys".letterCase(.capitalized, options: .preserveSuffix)  // "API Keys"
  /// print(constant, title)
  /// ```
  ///
  /// - Parameters:
  ///   - letterCase: The letter case of the result.
  ///   - options: The handling of punctuation and of the letters after the first of each word; empty by
  ///     default.
  /// - Returns: The converted text.
  public func letterCase(_ letterCase: LetterCase, options: LetterCase.Options = []) -> String {
    guard letterCase == .regular else { return converted(letterCase, options, " ") }
    return options.contains(.stripPunctuation) ? filter { !$0.isPunctuationMark } : self
  }

  /// Converts a text from one letter case to another.
  ///
  /// ```swift
  /// let name = "travels-on-time".convert(from: .kebab, to: .lowerCamel)  // "travelsOnTime"
  /// print(name)
  /// ```
  ///
  /// In camel case, a word begins at each capital, so each letter of an acronym is a word: a
  /// conversion from camel case to another case and back is lossless.
  ///
  /// - Parameters:
  ///   - letterCase: The letter case of the text.
  ///   - newLetterCase: The letter case of the result; `regular` returns the text unchanged.
  ///   - options: The handling of punctuation and of the letters after the first of each word; empty by
  ///     default.
  /// - Returns: The converted text.
  public func convert(
    from letterCase: LetterCase,
    to newLetterCase: LetterCase,
    options: LetterCase.Options = []
  ) -> String {
    if newLetterCase == .regular { return self }
    return converted(newLetterCase, options, letterCase.separator)
  }

  private func converted(
    _ letterCase: LetterCase,
    _ options: LetterCase.Options,
    _ separator: Character?
  ) -> String {
    CaseConverter(letterCase: letterCase, options: options).convert(self, separatedBy: separator)
  }
}

// One method for each letter case. The separator is the character between the words of the text;
// with `nil`, a word begins at each capital.
extension String {
  /// Converts the text to `Capitalized Words`.
  public func capitalized(
    options: LetterCase.Options = [],
    separator: Character? = " "
  ) -> String {
    converted(.capitalized, options, separator)
  }

  /// Converts the text to `kebab-case`.
  public func kebabCased(
    options: LetterCase.Options = [],
    separator: Character? = " "
  ) -> String {
    converted(.kebab, options, separator)
  }

  /// Converts the text to `lower case`.
  public func lowerCased(
    options: LetterCase.Options = [],
    separator: Character? = " "
  ) -> String {
    converted(.lower, options, separator)
  }

  /// Converts the text to `lowerCamelCase`.
  public func lowerCamelCased(
    options: LetterCase.Options = [],
    separator: Character? = " "
  ) -> String {
    converted(.lowerCamel, options, separator)
  }

  /// Converts the text to `MACRO_CASE`.
  public func macroCased(
    options: LetterCase.Options = [],
    separator: Character? = " "
  ) -> String {
    converted(.macro, options, separator)
  }

  /// Converts the text to `snake_case`.
  public func snakeCased(
    options: LetterCase.Options = [],
    separator: Character? = " "
  ) -> String {
    converted(.snake, options, separator)
  }

  /// Converts the text to `TRAIN-CASE`.
  public func trainCased(
    options: LetterCase.Options = [],
    separator: Character? = " "
  ) -> String {
    converted(.train, options, separator)
  }

  /// Converts the text to `UPPER CASE`.
  public func upperCased(
    options: LetterCase.Options = [],
    separator: Character? = " "
  ) -> String {
    converted(.upper, options, separator)
  }

  /// Converts the text to `UpperCamelCase`.
  public func upperCamelCased(
    options: LetterCase.Options = [],
    separator: Character? = " "
  ) -> String {
    converted(.upperCamel, options, separator)
  }
}
