/// The validator of a check, with the mode and the texts that it is made from.
struct ResponseValidation: Sendable {
  /// How responses are validated.
  var mode = ConnectivityResponseValidationMode.containsExpectedResponseString {
    didSet { remake() }
  }
  /// The text that responses are compared with.
  var text = "Success" {
    didSet { remake() }
  }
  /// The regular expression that responses are searched for.
  var expression = ConnectivityResponseRegExValidator.defaultRegularExpression {
    didSet { remake() }
  }
  /// The validator in use.
  ///
  /// It is stored, not made at each access, so that it keeps its identity.
  private(set) var validator: any ConnectivityValidator = ConnectivityResponseStringValidator(
    validationMode: .containsExpectedResponseString,
    expectedResponse: "Success"
  )
  /// The last validator of the caller, for the mode `custom`; `nil` before one is set.
  private var custom: (any ConnectivityValidator)?

  /// Validates by a validator of the caller.
  mutating func use(_ validator: any ConnectivityValidator) {
    custom = validator
    mode = .custom
  }

  /// Validates by comparing with a text, or with a regular expression.
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

  private mutating func remake() {
    switch mode {
    case .containsExpectedResponseString:
      validator = ConnectivityResponseContainsStringValidator(expectedResponse: text)
    case .equalsExpectedResponseString:
      validator = ConnectivityResponseStringEqualityValidator(expectedResponse: text)
    case .matchesRegularExpression:
      validator = ConnectivityResponseRegExValidator(regEx: expression)
    case .custom:
      // Before a validator is set, the mode `custom` keeps the validator in use.
      if let custom { validator = custom }
    }
  }

  /// What the validator in use expects.
  var expectation: ConnectivityExpectation {
    switch mode {
    case .containsExpectedResponseString: .contains(text)
    case .equalsExpectedResponseString: .equals(text)
    case .matchesRegularExpression: .matches(expression)
    case .custom: .custom
    }
  }
}
