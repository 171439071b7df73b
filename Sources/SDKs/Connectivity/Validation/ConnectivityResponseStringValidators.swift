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
