internal import Networking

/// An expected text, with the way in which a response is compared with it.
///
/// This is the implementation that the public validators of an expected text share.
struct ExpectedText: Hashable, Sendable {
  let mode: ConnectivityResponseStringValidationMode
  /// The text, or the regular expression.
  let text: String

  /// Whether the body of a response matches; a body that is not UTF-8 never does.
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
