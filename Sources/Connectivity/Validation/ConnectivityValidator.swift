public import Networking

/// Decides whether a response proves Internet access.
///
/// Only responses with a status of 200 to 299 are validated. The method is called from any thread,
/// for several responses concurrently. Code written for the original framework conforms to
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
  /// Whether a response is the expected one.
  func accepts(_ response: HTTPResponse, to request: ConnectivityURLRequest) -> Bool
}

/// How responses are validated.
public enum ConnectivityResponseValidationMode: Int, Hashable, Sendable {
  /// The response contains the expected text.
  case containsExpectedResponseString
  /// The response equals the expected text, apart from white space around the response.
  case equalsExpectedResponseString
  /// The response has a match of the regular expression.
  case matchesRegularExpression
  /// A validator of the app accepts the response.
  case custom
}

/// How ``ConnectivityResponseStringValidator`` validates responses.
public enum ConnectivityResponseStringValidationMode: Int, Hashable, Sendable {
  /// The response contains the expected text.
  case containsExpectedResponseString
  /// The response equals the expected text, apart from white space around the response.
  case equalsExpectedResponseString
  /// The response has a match of the regular expression.
  case matchesRegularExpression
}

extension HTTPResponse {
  /// The body as text; `nil` unless all of it is UTF-8.
  var validText: String? { String(validating: body, as: UTF8.self) }
}
