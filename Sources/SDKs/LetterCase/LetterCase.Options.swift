extension LetterCase {
  /// Options for the letters after the first of each word, and for punctuation.
  ///
  /// Punctuation is each character that is neither a letter nor a whole number. By default, cases
  /// with spaces preserve it, and the others (camel, kebab, macro, snake, train) remove it.
  public struct Options: OptionSet, Hashable, Sendable {
    /// The set of options as a bit mask.
    public let rawValue: Int

    /// Creates a set of options from a bit mask.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Keeps the letters of a word after its first letter unchanged.
    ///
    /// This option has no effect on lower, macro, train and upper case, whose letters all have one
    /// case.
    public static let preserveSuffix = Options(rawValue: 1 << 0)
    /// Preserves punctuation, even if the case removes it by default.
    public static let preservePunctuation = Options(rawValue: 1 << 1)
    /// Removes punctuation, even if the case preserves it by default.
    ///
    /// This option takes precedence over ``preservePunctuation``.
    public static let stripPunctuation = Options(rawValue: 1 << 2)
  }
}

/// The name of ``LetterCase/Options`` in the original LetterCase framework; new code uses
/// `LetterCase.Options`.
public typealias LetterCaseOptions = LetterCase.Options
