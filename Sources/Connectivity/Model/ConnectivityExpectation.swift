/// The expected body of the response to a probe.
public enum ConnectivityExpectation: Hashable, Sendable {
  /// The body contains this text.
  case contains(String)
  /// The body equals this text, apart from white space around it.
  case equals(String)
  /// The body has a match of this regular expression.
  case matches(String)
  /// A validator of the app accepts the response.
  case custom
}

extension ConnectivityExpectation {
  /// The message for a body that does not meet the expectation.
  var missing: String {
    switch self {
    case .contains(let text): "expected text \"\(text)\" not found"
    case .equals(let text): "expected exactly the text \"\(text)\""
    case .matches(let expression): "no match of the expected expression \"\(expression)\""
    case .custom: "not accepted by the validator"
    }
  }
}
