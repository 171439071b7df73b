public import Networking

/// Accepts responses that contain a text, compared case-sensitively; an empty text accepts none.
public final class ConnectivityResponseContainsStringValidator: ConnectivityValidator {
  private let expected: ExpectedText

  /// The expected text.
  public var expectedResponse: String { expected.text }

  /// Creates a validator.
  public init(expectedResponse: String = "Success") {
    expected = ExpectedText(mode: .containsExpectedResponseString, text: expectedResponse)
  }

  /// Whether the response contains the text.
  public func accepts(_ response: HTTPResponse, to request: ConnectivityURLRequest) -> Bool {
    expected.matches(response)
  }
}

/// Accepts responses that equal a text, compared case-sensitively and without the white space around
/// the response.
public final class ConnectivityResponseStringEqualityValidator: ConnectivityValidator {
  private let expected: ExpectedText

  /// The expected text.
  public var expectedResponse: String { expected.text }

  /// Creates a validator.
  public init(expectedResponse: String = "Success") {
    expected = ExpectedText(mode: .equalsExpectedResponseString, text: expectedResponse)
  }

  /// Whether the response, without the white space around it, equals the text.
  public func accepts(_ response: HTTPResponse, to request: ConnectivityURLRequest) -> Bool {
    expected.matches(response)
  }
}

/// Accepts responses that match a text or a regular expression, in one of three modes.
public final class ConnectivityResponseStringValidator: ConnectivityValidator {
  /// How a response is compared with the text.
  public typealias ValidationMode = ConnectivityResponseStringValidationMode

  private let expected: ExpectedText

  /// How a response is compared with the text.
  public var responseValidationMode: ValidationMode { expected.mode }
  /// The expected text, or the regular expression.
  public var expectedResponse: String { expected.text }

  /// Creates a validator.
  public init(validationMode: ValidationMode, expectedResponse: String) {
    expected = ExpectedText(mode: validationMode, text: expectedResponse)
  }

  /// Whether the response matches.
  public func accepts(_ response: HTTPResponse, to request: ConnectivityURLRequest) -> Bool {
    expected.matches(response)
  }
}
