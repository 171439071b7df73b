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

  /// The last checks as a bar chart: the height of a bar is the duration, and `✗` is a failed
  /// check.
  func signs(limit: Int) -> [(sign: String, isConnected: Bool)] {
    let last = rounds.suffix(max(limit, 0))
    let longest = last.filter(\.isConnected).map(\.duration).max() ?? .zero
    return last.map { round in
      guard round.isConnected else { return ("✗", false) }
      let share = longest > .zero ? round.duration / longest : 0
      let level = min(max(Int((share * 8).rounded(.up)), 1), 8)
      return (Self.bars[level - 1], true)
    }
  }

  private static let bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
}
