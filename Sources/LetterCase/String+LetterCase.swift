extension String {
  /// The text, whose words are separated by spaces, in a letter case.
  ///
  /// The options say what is left alone.
  public func letterCase(_ letterCase: LetterCase, options: LetterCase.Options = []) -> String {
    guard letterCase == .regular else { return spelled(letterCase, options, " ") }
    return options.contains(.stripPunctuation) ? filter { !$0.isPunctuationMark } : self
  }

  /// The text, which is in one letter case, in another.
  ///
  /// Words of a camel case begin at each capital, so that an acronym is one word a letter: from
  /// camel to any other case and back nothing is lost. To `regular` the text stays as it is. The
  /// options say what is left alone.
  public func convert(
    from letterCase: LetterCase,
    to newLetterCase: LetterCase,
    options: LetterCase.Options = []
  ) -> String {
    if newLetterCase == .regular { return self }
    return spelled(newLetterCase, options, letterCase.separator)
  }

  private func spelled(
    _ letterCase: LetterCase,
    _ options: LetterCase.Options,
    _ separator: Character?
  ) -> String {
    Speller(letterCase: letterCase, options: options).spell(self, separatedBy: separator)
  }
}

/// One method a case. The separator stands between the words of the text; nil splits it before
/// each capital.
extension String {
  /// The text as `Capitalized Words`.
  public func capitalized(
    options: LetterCase.Options = [],
    separator: Character? = " "
  ) -> String {
    spelled(.capitalized, options, separator)
  }

  /// The text in `kebab-case`.
  public func kebabCased(
    options: LetterCase.Options = [],
    separator: Character? = " "
  ) -> String {
    spelled(.kebab, options, separator)
  }

  /// The text in `lower case`.
  public func lowerCased(
    options: LetterCase.Options = [],
    separator: Character? = " "
  ) -> String {
    spelled(.lower, options, separator)
  }

  /// The text in `lowerCamelCase`.
  public func lowerCamelCased(
    options: LetterCase.Options = [],
    separator: Character? = " "
  ) -> String {
    spelled(.lowerCamel, options, separator)
  }

  /// The text in `MACRO_CASE`.
  public func macroCased(
    options: LetterCase.Options = [],
    separator: Character? = " "
  ) -> String {
    spelled(.macro, options, separator)
  }

  /// The text in `snake_case`.
  public func snakeCased(
    options: LetterCase.Options = [],
    separator: Character? = " "
  ) -> String {
    spelled(.snake, options, separator)
  }

  /// The text in `TRAIN-CASE`.
  public func trainCased(
    options: LetterCase.Options = [],
    separator: Character? = " "
  ) -> String {
    spelled(.train, options, separator)
  }

  /// The text in `UPPER CASE`.
  public func upperCased(
    options: LetterCase.Options = [],
    separator: Character? = " "
  ) -> String {
    spelled(.upper, options, separator)
  }

  /// The text in `UpperCamelCase`.
  public func upperCamelCased(
    options: LetterCase.Options = [],
    separator: Character? = " "
  ) -> String {
    spelled(.upperCamel, options, separator)
  }
}
