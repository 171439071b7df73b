public import Networking

/// Accepts responses that contain a text in the same letter case; an empty text accepts none.
public final class ConnectivityResponseContainsStringValidator: ConnectivityValidator {
  /// The expected text.
  public let expectedResponse: String

  /// Makes a validator.
  public init(expectedResponse: String = "Success") {
    self.expectedResponse = expectedResponse
  }

  /// Whether the response contains the text.
  public func accepts(_ response: HTTPResponse, to request: ConnectivityURLRequest) -> Bool {
    guard let text = response.validText, !expectedResponse.isEmpty else { return false }
    return text.contains(expectedResponse)
  }
}

/// Accepts responses that equal a text in the same letter case, apart from white space around the
/// response.
public final class ConnectivityResponseStringEqualityValidator: ConnectivityValidator {
  /// The expected text.
  public let expectedResponse: String

  /// Makes a validator.
  public init(expectedResponse: String = "Success") {
    self.expectedResponse = expectedResponse
  }

  /// Whether the response, without the white space around it, equals the text.
  public func accepts(_ response: HTTPResponse, to request: ConnectivityURLRequest) -> Bool {
    guard var text = response.validText?[...] else { return false }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text.drop(while: \.isWhitespace) == expectedResponse
  }
}

/// Accepts responses by a text, or a regular expression, and one of three ways to compare.
public final class ConnectivityResponseStringValidator: ConnectivityValidator {
  /// The ways to compare.
  public typealias ValidationMode = ConnectivityResponseStringValidationMode

  /// The way to compare.
  public let responseValidationMode: ValidationMode
  /// The expected text, or the regular expression.
  public let expectedResponse: String

  /// Makes a validator.
  public init(validationMode: ValidationMode, expectedResponse: String) {
    responseValidationMode = validationMode
    self.expectedResponse = expectedResponse
  }

  /// Whether the response is the expected one.
  public func accepts(_ response: HTTPResponse, to request: ConnectivityURLRequest) -> Bool {
    let validator: any ConnectivityValidator =
      switch responseValidationMode {
      case .containsExpectedResponseString:
        ConnectivityResponseContainsStringValidator(expectedResponse: expectedResponse)
      case .equalsExpectedResponseString:
        ConnectivityResponseStringEqualityValidator(expectedResponse: expectedResponse)
      case .matchesRegularExpression:
        ConnectivityResponseRegExValidator(regEx: expectedResponse)
      }
    return validator.accepts(response, to: request)
  }
}
