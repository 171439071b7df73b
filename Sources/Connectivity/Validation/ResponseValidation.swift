/// The validator of a check, with the mode and the texts from which it is created.
struct ResponseValidation: Sendable {
  /// How responses are validated.
  var mode = ConnectivityResponseValidationMode.containsExpectedResponseString {
    didSet { updateValidator() }
  }
  /// The text that responses are compared with.
  var text = "Success" {
    didSet { updateValidator() }
  }
  /// The regular expression that responses are searched for.
  var expression = ConnectivityResponseRegExValidator.defaultRegularExpression {
    didSet { updateValidator() }
  }
  /// The current validator.
  ///
  /// It is stored, not created at each access, so that its identity is stable.
  private(set) var validator: any ConnectivityValidator = ConnectivityResponseStringValidator(
    validationMode: .containsExpectedResponseString,
    expectedResponse: "Success"
  )
  /// The last validator of the app, for the mode `custom`; `nil` before one is set.
  private var custom: (any ConnectivityValidator)?

  /// Validates with a validator of the app.
  mutating func use(_ validator: any ConnectivityValidator) {
    custom = validator
    mode = .custom
  }

  /// Validates with a text or a regular expression.
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
      // Before a validator is set, the mode `custom` does not change the current validator.
      if let custom { validator = custom }
    }
  }

  /// The expectation of the current validator, for the message of a failed probe.
  var expectation: ConnectivityExpectation {
    switch mode {
    case .containsExpectedResponseString: .contains(text)
    case .equalsExpectedResponseString: .equals(text)
    case .matchesRegularExpression: .matches(expression)
    case .custom: .custom
    }
  }
}
