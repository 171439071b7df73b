public import FoundationEssentials
public import Networking

/// Accepts answers that match a regular expression somewhere.
///
/// Letter case does not count and a dot matches line ends. A space in the expression is a space;
/// an empty or broken expression accepts nothing. The first 16,384 characters are looked at, so
/// that a hostile page cannot keep the expression busy for long.
public struct ConnectivityResponseRegExValidator: ConnectivityResponseValidator {
  /// What the pages contacted by default match.
  public static let defaultRegularExpression = ".*?<BODY>.*?Success.*?</BODY>.*"

  /// The regular expression.
  public let regularExpression: String

  /// Makes a validator.
  public init(
    regEx: String = ConnectivityResponseRegExValidator.defaultRegularExpression
  ) {
    regularExpression = regEx
  }

  /// Whether the answer matches.
  public func isResponseValid(
    urlRequest: ConnectivityURLRequest,
    response: HTTPResponse?,
    data: Data?
  ) -> Bool {
    // An expression that cannot be read has no match to find.
    guard let text = data?.validText, !regularExpression.isEmpty,
      let regex = try? Regex(Self.withoutIdleStart(regularExpression))
    else { return false }
    return String(text.unicodeScalars.prefix(16_384)).firstMatch(
      of: regex.ignoresCase().dotMatchesNewlines().matchingSemantics(.unicodeScalar)
    ) != nil
  }

  /// The expression without a leading "anything", which a search from every place makes needless
  /// and, on a long page without a match, endless.
  private static func withoutIdleStart(_ expression: String) -> String {
    for start in [".*?", ".*"] where expression.hasPrefix(start) {
      let rest = expression.dropFirst(start.count)
      guard let next = rest.first, !"?*+{|".contains(next) else { return expression }
      return String(rest)
    }
    return expression
  }
}
