public import FoundationEssentials
public import Networking

/// Accepts answers that contain a text, in the same letter case; an empty text accepts none.
public struct ConnectivityResponseContainsStringValidator: ConnectivityResponseValidator {
  /// The expected text.
  public let expectedResponse: String

  /// Makes a validator.
  public init(expectedResponse: String = "Success") {
    self.expectedResponse = expectedResponse
  }

  /// Whether the answer contains the text.
  public func isResponseValid(
    urlRequest: ConnectivityURLRequest,
    response: HTTPResponse?,
    data: Data?
  ) -> Bool {
    guard let text = data?.validText, !expectedResponse.isEmpty else { return false }
    return text.contains(expectedResponse)
  }
}

/// Accepts answers that are a text, in the same letter case, but for white space around it.
public struct ConnectivityResponseStringEqualityValidator: ConnectivityResponseValidator {
  /// The expected text.
  public let expectedResponse: String

  /// Makes a validator.
  public init(expectedResponse: String = "Success") {
    self.expectedResponse = expectedResponse
  }

  /// Whether the answer, without the white space around it, is the text.
  public func isResponseValid(
    urlRequest: ConnectivityURLRequest,
    response: HTTPResponse?,
    data: Data?
  ) -> Bool {
    guard var text = data?.validText?[...] else { return false }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text.drop(while: \.isWhitespace) == expectedResponse
  }
}

/// Accepts answers by a text and one of three ways to compare.
public struct ConnectivityResponseStringValidator: ConnectivityResponseValidator {
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

  /// Whether the answer is the expected one.
  public func isResponseValid(
    urlRequest: ConnectivityURLRequest,
    response: HTTPResponse?,
    data: Data?
  ) -> Bool {
    let validator: any ConnectivityResponseValidator =
      switch responseValidationMode {
      case .containsExpectedResponseString:
        ConnectivityResponseContainsStringValidator(expectedResponse: expectedResponse)
      case .equalsExpectedResponseString:
        ConnectivityResponseStringEqualityValidator(expectedResponse: expectedResponse)
      case .matchesRegularExpression:
        ConnectivityResponseRegExValidator(regEx: expectedResponse)
      }
    return validator.isResponseValid(urlRequest: urlRequest, response: response, data: data)
  }
}
