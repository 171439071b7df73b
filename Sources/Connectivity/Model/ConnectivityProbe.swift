public import Networking

/// What became of one address of a check.
public struct ConnectivityProbe: Hashable, Sendable {
  /// The result.
  public enum Outcome: Hashable, Sendable {
    /// The expected answer came.
    case succeeded
    /// It did not.
    case failed(Failure)
    /// The other addresses had decided the matter before this one answered.
    case notNeeded
  }

  /// Why a probe failed.
  public enum Failure: Hashable, Sendable {
    /// There was no answer.
    case noAnswer(HTTPError)
    /// The answer had a status outside 200...299.
    case unexpectedStatus(Int)
    /// Somebody else answered.
    case captivePortal(CaptivePortal)
  }

  /// The address that was asked.
  public let url: String
  /// The result.
  public let outcome: Outcome
  /// The status code; `nil` without an answer.
  public let status: Int?
  /// How long each step took; `nil` without an answer.
  public let timings: HTTPTimings?
  /// How long it took in all, with or without an answer.
  public let duration: Duration

  /// Whether the expected answer came.
  public var isSuccess: Bool { outcome == .succeeded }
}

extension ConnectivityProbe.Failure: CustomStringConvertible {
  /// What was wrong, in words.
  public var description: String {
    switch self {
    case .noAnswer(let error): "\(error)"
    case .unexpectedStatus(let status): "status \(status), wanted 200 to 299"
    case .captivePortal(let portal):
      "captive portal at \(portal.host)" + (portal.title.map { " (\"\($0)\")" } ?? "")
    }
  }
}
