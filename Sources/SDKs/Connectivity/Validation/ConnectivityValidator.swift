public import Networking

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
