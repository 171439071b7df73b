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
