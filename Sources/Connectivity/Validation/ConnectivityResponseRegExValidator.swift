public import Networking

/// Accepts responses that have a match of a regular expression, anywhere in the body.
///
/// By default letter case is ignored and a dot matches line ends. White space in the expression is
/// matched literally. An empty or malformed expression accepts no response. Only the first 16,384
/// Unicode scalars of a response are searched, which bounds the time for a hostile page.
public final class ConnectivityResponseRegExValidator: ConnectivityValidator {
  /// A regular expression that the public detection pages match.
  public static let defaultRegularExpression = ".*?<BODY>.*?Success.*?</BODY>.*"

  /// The regular expression.
  public let regularExpression: String
  private let options: Options

  /// Creates a validator.
  public convenience init(
    regEx: String = ConnectivityResponseRegExValidator.defaultRegularExpression
  ) {
    self.init(regEx: regEx, options: .standard)
  }

  /// Creates a validator with options other than the standard options.
  package init(regEx: String, options: Options) {
    regularExpression = regEx
    self.options = options
  }

  /// Whether the response has a match.
  public func accepts(_ response: HTTPResponse, to request: ConnectivityURLRequest) -> Bool {
    response.validText.map(matches) == true
  }

  /// Whether a text has a match.
  func matches(_ text: String) -> Bool {
    // Drops the parse error of a malformed expression: there is no match either way.
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

  /// Removes a leading `.*`: the search starts at every position anyway, and the prefix makes its
  /// time quadratic on a long page without a match.
  private static func withoutLeadingWildcard(_ expression: String) -> String {
    for start in [".*?", ".*"] where expression.hasPrefix(start) {
      let rest = expression.dropFirst(start.count)
      guard let next = rest.first, !"?*+{|".contains(next) else { return expression }
      return String(rest)
    }
    return expression
  }

  /// How a regular expression is matched.
  package struct Options: OptionSet, Sendable {
    /// Letter case is ignored.
    package static let ignoresCase = Options(rawValue: 1)
    /// A dot matches line ends too.
    package static let dotMatchesNewlines = Options(rawValue: 2)
    /// `^` and `$` match at the start and the end of each line.
    package static let anchorsMatchLines = Options(rawValue: 4)
    /// White space and comments in the expression are ignored.
    package static let ignoresWhiteSpace = Options(rawValue: 8)
    /// The options of `init(regEx:)`.
    package static let standard: Options = [.ignoresCase, .dotMatchesNewlines]

    package let rawValue: Int

    package init(rawValue: Int) {
      self.rawValue = rawValue
    }
  }
}
