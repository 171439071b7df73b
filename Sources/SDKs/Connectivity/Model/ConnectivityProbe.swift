public import Networking

/// The result of one probe: an HTTP request to one URL during a check.
public struct ConnectivityProbe: Hashable, Sendable {
  /// The outcome of a probe: success, failure, or cancellation because the check did not need it.
  public enum Outcome: Hashable, Sendable {
    /// The expected response was received.
    case succeeded
    /// The probe received no response, or an unexpected one.
    case failed(Failure)
    /// The check was decided by other probes before this probe received a response.
    case notNeeded
  }

  /// The reason why a probe failed.
  public enum Failure: Hashable, Sendable {
    /// The request failed without a response.
    case noResponse(HTTPError)
    /// The requested host responded with an unexpected status code; if `expected` is `nil`, any code in
    /// 200...299 was expected.
    case unexpectedStatus(Int, expected: Int? = nil)
    /// The requested host responded with an expected status code, but with an unexpected body.
    ///
    /// `title` is the title of the received HTML page, on one line of at most 80 characters.
    case unexpectedBody(ConnectivityExpectation, title: String?)
    /// A captive portal responded instead of the requested host.
    case captivePortal(CaptivePortal)
  }

  /// The requested URL without user information and other secrets.
  public let url: String
  /// The outcome of the probe, with the reason for a failure.
  public let outcome: Outcome
  /// The HTTP status code; `nil` without a response.
  public let status: Int?
  /// The durations of the request's phases; `nil` without a response.
  public let timings: HTTPTimings?
  /// The total duration of the probe, even without a response.
  public let duration: Duration

  /// Whether the expected response was received.
  public var isSuccess: Bool { outcome == .succeeded }

  /// Whether the probe failed; a probe that was not needed did not fail.
  public var isFailure: Bool {
    if case .failed = outcome { return true }
    return false
  }
}

extension ConnectivityProbe.Failure: CustomStringConvertible {
  /// The failure as a text, such as `unexpected response: expected text "pong" not found`.
  public var description: String {
    switch self {
    case .noResponse(let error): "\(error)"
    case .unexpectedStatus(let status, let expected):
      "status \(status), expected \(expected.map { "\($0)" } ?? "200 to 299")"
    case .unexpectedBody(let expectation, let title):
      "unexpected response: \(expectation.missing)"
        + (title.map { ", page title \"\($0)\"" } ?? "")
    case .captivePortal(let portal):
      "captive portal at \(portal.host)" + (portal.title.map { " (\"\($0)\")" } ?? "")
    }
  }
}

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
