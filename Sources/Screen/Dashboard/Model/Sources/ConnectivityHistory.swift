import Connectivity

/// Stores the results and the durations of the last connectivity checks, and of their probes.
struct ConnectivityHistory: Sendable {
  /// The stored checks, oldest first.
  private(set) var rounds: [Round] = []

  /// One check.
  struct Round: Hashable, Sendable {
    /// The time at which the check ended.
    let when: Moment
    let check: Measurement
    /// The probes that had a result, by their URL.
    let probes: [String: Measurement]
  }

  /// The result of a check or a probe, with its duration.
  struct Measurement: Hashable, Sendable {
    let duration: Duration
    let result: Result
  }

  /// The result of a check or a probe.
  enum Result: Hashable, Sendable {
    case connected
    case captivePortal
    case failed
  }

  /// The maximum number of stored checks; the oldest ones are dropped.
  static let limit = 60

  /// Adds a finished check; ignores a cancelled one.
  mutating func add(_ report: ConnectivityReport, at moment: Moment) {
    guard report.status != .determining else { return }
    if rounds.count == Self.limit { rounds.removeFirst() }
    let probes = report.probes.compactMap { probe in
      Result(probe.outcome).map { (probe.url, Measurement(duration: probe.duration, result: $0)) }
    }
    let result: Result =
      report.isConnected ? .connected : report.captivePortal == nil ? .failed : .captivePortal
    rounds.append(
      Round(
        when: moment,
        check: Measurement(duration: report.duration, result: result),
        probes: Dictionary(probes) { first, _ in first }
      )
    )
  }
}

extension ConnectivityHistory.Result {
  /// The result of a probe; `nil` for a probe that was not needed.
  fileprivate init?(_ outcome: ConnectivityProbe.Outcome) {
    switch outcome {
    case .succeeded: self = .connected
    case .failed(.captivePortal): self = .captivePortal
    case .failed(.noResponse), .failed(.unexpectedStatus), .failed(.unexpectedBody): self = .failed
    case .notNeeded: return nil
    }
  }
}
