internal import Networking

/// Compares responses with an expected text in one of three modes.
///
/// The public validators with an expected text share this implementation.
struct ExpectedText: Hashable, Sendable {
  let mode: ConnectivityResponseStringValidationMode
  /// The expected text, or the regular expression in the mode `matchesRegularExpression`.
  let text: String

  /// Whether the body of the response matches; a body that is not UTF-8 does not.
  func matches(_ response: HTTPResponse) -> Bool {
    guard let body = response.validText else { return false }
    switch mode {
    case .containsExpectedResponseString:
      return !text.isEmpty && body.contains(text)
    case .equalsExpectedResponseString:
      var trimmed = body.drop(while: \.isWhitespace)
      while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
      return trimmed == text
    case .matchesRegularExpression:
      return ConnectivityResponseRegExValidator(regEx: text).matches(body)
    }
  }
}
