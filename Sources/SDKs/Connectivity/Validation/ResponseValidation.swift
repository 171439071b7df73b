public import Networking

/// Holds the active validator, and creates it from the validation mode and the expected text.
struct ResponseValidation: Sendable {
  /// The mode in which responses are validated; setting it replaces the validator.
  var mode = ConnectivityResponseValidationMode.containsExpectedResponseString {
    didSet { updateValidator() }
  }
  /// The text that valid responses contain or equal.
  var text = "Success" {
    didSet { updateValidator() }
  }
  /// The regular expression that valid responses match.
  var expression = ConnectivityResponseRegExValidator.defaultRegularExpression {
    didSet { updateValidator() }
  }
  /// The active validator.
  ///
  /// The validator is stored instead of created at each access, so that its identity is stable.
  private(set) var validator: any ConnectivityValidator = ConnectivityResponseStringValidator(
    validationMode: .containsExpectedResponseString,
    expectedResponse: "Success"
  )
  /// The validator that the app has set for the mode `custom`; `nil` if the app has set none.
  private var custom: (any ConnectivityValidator)?

  /// Activates a validator of the app; the mode becomes `custom`.
  mutating func use(_ validator: any ConnectivityValidator) {
    custom = validator
    mode = .custom
  }

  /// Sets the mode and its expected text or regular expression, and creates the validator for them.
  mutating func expect(
    _ mode: ConnectivityResponseStringValidationMode,
    _ expected: String
  ) {
    switch mode {
    case .containsExpectedResponseString:
      text = expected
      self.mode = .containsExpectedResponseString
    case .equalsExpectedResponseString:
      text = expected
      self.mode = .equalsExpectedResponseString
    case .matchesRegularExpression:
      expression = expected
      self.mode = .matchesRegularExpression
    }
    validator = ConnectivityResponseStringValidator(
      validationMode: mode,
      expectedResponse: expected
    )
  }

  private mutating func updateValidator() {
    switch mode {
    case .containsExpectedResponseString:
      validator = ConnectivityResponseContainsStringValidator(expectedResponse: text)
    case .equalsExpectedResponseString:
      validator = ConnectivityResponseStringEqualityValidator(expectedResponse: text)
    case .matchesRegularExpression:
      validator = ConnectivityResponseRegExValidator(regEx: expression)
    case .custom:
      // Without a validator of the app, the mode `custom` keeps the active validator.
      if let custom { validator = custom }
    }
  }

  /// The expectation of the active validator, for the error message of a failed probe.
  var expectation: ConnectivityExpectation {
    switch mode {
    case .containsExpectedResponseString: .contains(text)
    case .equalsExpectedResponseString: .equals(text)
    case .matchesRegularExpression: .matches(expression)
    case .custom: .custom
    }
  }
}

/// Validates the response of a probe: a valid response proves Internet access.
///
/// A valid response also needs the expected status code. The method is called from any
/// thread, also concurrently. Code that was written for the original framework conforms to
/// `ConnectivityResponseValidator` of ConnectivityFoundation instead.
///
/// ```swift
/// import Networking
///
/// struct PongValidator: ConnectivityValidator {
///   func accepts(_ response: HTTPResponse, to request: ConnectivityURLRequest) -> Bool {
///     response.body == Array("pong".utf8)
///   }
/// }
/// ```
public protocol ConnectivityValidator: Sendable {
  /// Whether the response to the request is valid.
  func accepts(_ response: HTTPResponse, to request: ConnectivityURLRequest) -> Bool
}

/// Accepts every response, because its status code is validated instead.
struct AnyResponseValidator: ConnectivityValidator {
  func accepts(_ response: HTTPResponse, to request: ConnectivityURLRequest) -> Bool { true }
}

/// The mode in which responses are validated.
public enum ConnectivityResponseValidationMode: Int, Hashable, Sendable {
  /// The response contains the expected text.
  case containsExpectedResponseString
  /// The response equals the expected text, apart from leading and trailing white space.
  case equalsExpectedResponseString
  /// The response has a match of the regular expression.
  case matchesRegularExpression
  /// A validator of the app accepts the response.
  case custom
}

/// The mode in which ``ConnectivityResponseStringValidator`` compares a response with a text.
public enum ConnectivityResponseStringValidationMode: Int, Hashable, Sendable {
  /// The response contains the expected text.
  case containsExpectedResponseString
  /// The response equals the expected text, apart from leading and trailing white space.
  case equalsExpectedResponseString
  /// The response has a match of the regular expression.
  case matchesRegularExpression
}

extension HTTPResponse {
  /// The body as text; `nil` if it is not valid UTF-8.
  var validText: String? { String(validating: body, as: UTF8.self) }
}

/// Accepts responses that contain a text, compared case-sensitively.
///
/// If the text is empty, no response is accepted.
public final class ConnectivityResponseContainsStringValidator: ExpectedTextValidator {
  let expected: ExpectedText

  /// The text that accepted responses contain.
  public var expectedResponse: String { expected.text }

  /// Creates a validator; the default text is contained in the public pages that detect captive portals.
  public init(expectedResponse: String = "Success") {
    expected = ExpectedText(mode: .containsExpectedResponseString, text: expectedResponse)
  }
}

/// Accepts responses that equal a text, compared case-sensitively and without leading and trailing
/// white space of the response.
public final class ConnectivityResponseStringEqualityValidator: ExpectedTextValidator {
  let expected: ExpectedText

  /// The text that accepted responses equal.
  public var expectedResponse: String { expected.text }

  /// Creates a validator; the default text is `Success`.
  public init(expectedResponse: String = "Success") {
    expected = ExpectedText(mode: .equalsExpectedResponseString, text: expectedResponse)
  }
}

/// Accepts responses that match a text or a regular expression, depending on a mode.
public final class ConnectivityResponseStringValidator: ExpectedTextValidator {
  /// The mode in which a response is compared with the text.
  public typealias ValidationMode = ConnectivityResponseStringValidationMode

  let expected: ExpectedText

  /// The mode in which a response is compared with the text.
  public var responseValidationMode: ValidationMode { expected.mode }
  /// The expected text, or the regular expression in the mode `matchesRegularExpression`.
  public var expectedResponse: String { expected.text }

  /// Creates a validator that compares responses with a text in the given mode.
  public init(validationMode: ValidationMode, expectedResponse: String) {
    expected = ExpectedText(mode: validationMode, text: expectedResponse)
  }
}

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
