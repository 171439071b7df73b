/// The body that a probe expects in a successful response.
public enum ConnectivityExpectation: Hashable, Sendable {
  /// The body must contain the given text.
  case contains(String)
  /// The body must equal the given text, apart from leading and trailing white space.
  case equals(String)
  /// The body must have a match of the given regular expression.
  case matches(String)
  /// A validator of the app must accept the response.
  case custom
}

extension ConnectivityExpectation {
  /// The error message for a body that does not meet the expectation.
  var missing: String {
    switch self {
    case .contains(let text): "expected text \"\(text)\" not found"
    case .equals(let text): "expected exactly the text \"\(text)\""
    case .matches(let expression): "no match of the expected expression \"\(expression)\""
    case .custom: "not accepted by the validator"
    }
  }
}
