extension LetterCase {
  /// What a conversion does with the suffixes of words and with punctuation.
  ///
  /// Punctuation is every character that is neither a letter nor a whole number. Without an option
  /// the spaced cases keep it, and the joined ones (camel, kebab, macro, snake, train) drop it.
  public struct Options: OptionSet, Hashable, Sendable {
    /// One bit for each option.
    public let rawValue: Int

    /// Makes options of their bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Keeps the letters of a word after its first as they are.
    ///
    /// Has no effect on the cases that have one size of letter: lower, macro, train and upper.
    public static let preserveSuffix = Options(rawValue: 1 << 0)
    /// Keeps punctuation, also where the case would drop it.
    public static let preservePunctuation = Options(rawValue: 1 << 1)
    /// Drops punctuation, also where the case would keep it; wins over `preservePunctuation`.
    public static let stripPunctuation = Options(rawValue: 1 << 2)
  }
}

/// The name of ``LetterCase/Options`` in the LetterCase framework; prefer `LetterCase.Options`.
public typealias LetterCaseOptions = LetterCase.Options
