import Connectivity

/// Stores the durations and results of the last connectivity checks.
struct ConnectivityHistory: Sendable {
  /// The stored checks, oldest first.
  private(set) var rounds: [Round] = []

  /// The duration and the result of one check.
  struct Round: Hashable, Sendable {
    let duration: Duration
    let isConnected: Bool
  }

  /// The maximum number of stored checks; the oldest ones are dropped.
  static let limit = 60

  /// Adds a finished check; ignores a cancelled one.
  mutating func add(_ report: ConnectivityReport) {
    guard report.status != .determining else { return }
    if rounds.count == Self.limit { rounds.removeFirst() }
    rounds.append(Round(duration: report.duration, isConnected: report.isConnected))
  }
}
