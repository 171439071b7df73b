public import Networking

/// Accepts responses whose body has a match of a regular expression, at any position.
///
/// By default, the case of letters is ignored and a dot matches line ends. White space in the
/// expression is matched literally. If the expression is empty or malformed, no response is
/// accepted. Only the first 16,384 Unicode scalars of a body are searched, which bounds the time
/// for a hostile page.
public final class ConnectivityResponseRegExValidator: ConnectivityValidator {
  /// The default expression, which matches the public detection pages.
  public static let defaultRegularExpression = ".*?<BODY>.*?Success.*?</BODY>.*"

  /// The regular expression that responses must match.
  public let regularExpression: String
  private let options: Options

  /// Creates a validator with the standard options; the default expression matches the public pages that
  /// detect captive portals.
  public convenience init(
    regEx: String = ConnectivityResponseRegExValidator.defaultRegularExpression
  ) {
    self.init(regEx: regEx, options: .standard)
  }

  /// Creates a validator with the given matching options.
  package init(regEx: String, options: Options) {
    regularExpression = regEx
    self.options = options
  }

  /// Whether the body of the response has a match; a body that is not UTF-8 has none.
  public func accepts(_ response: HTTPResponse, to request: ConnectivityURLRequest) -> Bool {
    response.validText.map(matches) == true
  }

  /// Whether the text has a match in its first 16,384 Unicode scalars.
  func matches(_ text: String) -> Bool {
    // Drops the parse error: a malformed expression has no match.
    guard !regularExpression.isEmpty, let regex = try? regex() else { return false }
    return String(text.unicodeScalars.prefix(16_384)).firstMatch(of: regex) != nil
  }

  private func regex() throws -> Regex<AnyRegexOutput> {
    let expression = Self.withoutLeadingWildcard(regularExpression)
    return try Regex(options.contains(.ignoresWhiteSpace) ? "(?x)" + expression : expression)
      .ignoresCase(options.contains(.ignoresCase))
      .dotMatchesNewlines(options.contains(.dotMatchesNewlines))
      .anchorsMatchLineEndings(options.contains(.anchorsMatchLines))
      .matchingSemantics(.unicodeScalar)
  }

  /// Removes a leading `.*` from the expression.
  ///
  /// A search starts at every position anyway, and with the prefix its time would be quadratic on a long
  /// page without a match.
  private static func withoutLeadingWildcard(_ expression: String) -> String {
    for start in [".*?", ".*"] where expression.hasPrefix(start) {
      let rest = expression.dropFirst(start.count)
      guard let next = rest.first, !"?*+{|".contains(next) else { return expression }
      return String(rest)
    }
    return expression
  }

  /// Options for the matching of a regular expression.
  package struct Options: OptionSet, Sendable {
    /// Ignores the case of letters.
    package static let ignoresCase = Options(rawValue: 1)
    /// Lets a dot match line ends.
    package static let dotMatchesNewlines = Options(rawValue: 2)
    /// Lets `^` and `$` match at the start and the end of each line.
    package static let anchorsMatchLines = Options(rawValue: 4)
    /// Ignores white space and comments in the expression.
    package static let ignoresWhiteSpace = Options(rawValue: 8)
    /// The options that `init(regEx:)` uses.
    package static let standard: Options = [.ignoresCase, .dotMatchesNewlines]

    package let rawValue: Int

    package init(rawValue: Int) {
      self.rawValue = rawValue
    }
  }
}
