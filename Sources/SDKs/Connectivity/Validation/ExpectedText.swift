internal import Networking

/// Compares responses with an expected text in one of three modes.
///
/// The validators that conform to ``ExpectedTextValidator`` share this implementation.
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

/// A validator that accepts the responses which match its expected text.
protocol ExpectedTextValidator: ConnectivityValidator {
  var expected: ExpectedText { get }
}

extension ExpectedTextValidator {
  /// Whether the body of the response matches the expected text in the mode of the validator.
  public func accepts(_ response: HTTPResponse, to request: ConnectivityURLRequest) -> Bool {
    expected.matches(response)
  }
}
