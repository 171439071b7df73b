public import FoundationEssentials
public import Networking

/// Decides whether an answer is the one that only the Internet could have given.
///
/// It is asked about answers with a status of 200 to 299, from any thread.
public protocol ConnectivityResponseValidator: Sendable {
  /// Whether an answer is the expected one; there is none when `response` and `data` are `nil`.
  func isResponseValid(
    urlRequest: ConnectivityURLRequest,
    response: HTTPResponse?,
    data: Data?
  ) -> Bool
}

/// How answers are judged.
public enum ConnectivityResponseValidationMode: Int, Hashable, Sendable {
  /// The answer contains the expected text.
  case containsExpectedResponseString
  /// The answer is the expected text, but for white space around it.
  case equalsExpectedResponseString
  /// The answer matches the regular expression somewhere.
  case matchesRegularExpression
  /// The validator that was set decides.
  case custom
}

/// How `ConnectivityResponseStringValidator` judges answers.
public enum ConnectivityResponseStringValidationMode: Int, Hashable, Sendable {
  /// The answer contains the expected text.
  case containsExpectedResponseString
  /// The answer is the expected text, but for white space around it.
  case equalsExpectedResponseString
  /// The answer matches the regular expression somewhere.
  case matchesRegularExpression
}

extension Data {
  /// The text, when it is UTF-8 throughout.
  var validText: String? { String(validating: self, as: UTF8.self) }
}
