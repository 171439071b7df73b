public import FeatureFlags

/// How often a newer datafile is asked for, and when it counts.
public struct DatafilePolling: Hashable, Sendable {
  /// When a newer datafile counts.
  public enum Updates: Hashable, Sendable {
    /// As soon as it is there.
    case atOnce
    /// When the client is started the next time, so that nothing changes while the app runs.
    case atNextStart
  }

  /// How often to ask; `nil` never asks after the start.
  public var schedule: PollSettings?
  /// When a newer datafile counts.
  public var updates: Updates

  /// Makes polling of a schedule.
  public init(schedule: PollSettings?, updates: Updates = .atOnce) {
    self.schedule = schedule
    self.updates = updates
  }

  /// No polling; what the start itself fetches counts at once.
  public static let off = DatafilePolling(schedule: nil)

  /// Polling as the Swift SDK does it: updates count at once.
  ///
  /// - Parameter interval: The time between polls, of at least a second; zero or less is off.
  /// - Returns: The polling.
  public static func every(_ interval: Duration) -> DatafilePolling {
    guard interval > .zero else { return .off }
    return DatafilePolling(schedule: PollSettings(interval: interval, minimum: .seconds(1)))
  }

  /// Polling as the older manager's documents have it: updates count at the next start.
  ///
  /// - Parameter interval: The time between polls, of at least two minutes; zero or less is off.
  /// - Returns: The polling.
  public static func olderManager(every interval: Duration = .zero) -> DatafilePolling {
    let schedule = PollSettings(interval: interval, minimum: .seconds(120))
    return DatafilePolling(
      schedule: interval > .zero ? schedule : nil,
      updates: .atNextStart
    )
  }
}
