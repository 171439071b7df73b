public import Networking

/// The result of one probe: a request to one URL during a check.
public struct ConnectivityProbe: Hashable, Sendable {
  /// The result.
  public enum Outcome: Hashable, Sendable {
    /// The expected response was received.
    case succeeded
    /// There was no response, or an unexpected response.
    case failed(Failure)
    /// The result of the check was certain before this probe received a response.
    case notNeeded
  }

  /// The reason why a probe failed.
  public enum Failure: Hashable, Sendable {
    /// The request failed without a response.
    case noResponse(HTTPError)
    /// The requested host responded with a status outside 200...299.
    case unexpectedStatus(Int)
    /// The requested host responded with a status of 200 to 299, but not with the expected body.
    ///
    /// `title` is the title of the received page, on one line and of at most 80 characters.
    case unexpectedBody(ConnectivityExpectation, title: String?)
    /// A captive portal responded instead of the requested host.
    case captivePortal(CaptivePortal)
  }

  /// The requested URL, without its secrets.
  public let url: String
  /// The result.
  public let outcome: Outcome
  /// The status code; `nil` without a response.
  public let status: Int?
  /// The durations of the phases; `nil` without a response.
  public let timings: HTTPTimings?
  /// The total duration, with or without a response.
  public let duration: Duration

  /// Whether the expected response was received.
  public var isSuccess: Bool { outcome == .succeeded }

  /// Whether the probe failed, for any reason.
  public var isFailure: Bool {
    if case .failed = outcome { return true }
    return false
  }
}

extension ConnectivityProbe.Failure: CustomStringConvertible {
  /// The failure as a phrase, such as `unexpected response: expected text "pong" not found`.
  public var description: String {
    switch self {
    case .noResponse(let error): "\(error)"
    case .unexpectedStatus(let status): "status \(status), expected 200 to 299"
    case .unexpectedBody(let expectation, let title):
      "unexpected response: \(expectation.missing)"
        + (title.map { ", page title \"\($0)\"" } ?? "")
    case .captivePortal(let portal):
      "captive portal at \(portal.host)" + (portal.title.map { " (\"\($0)\")" } ?? "")
    }
  }
}
