public import FeatureFlags

/// The settings for polling the datafile: the schedule, and when a newer datafile becomes active.
public struct DatafilePolling: Hashable, Sendable {
  /// The moment at which a newer datafile becomes active.
  public enum Updates: Hashable, Sendable {
    /// A newer datafile becomes active as soon as it is downloaded.
    case atOnce
    /// A newer datafile becomes active at the next start of the client, so that decisions do not
    /// change while the app runs.
    case atNextStart
  }

  /// The schedule of the polls; `nil` disables polling.
  public var schedule: PollSettings?
  /// The moment at which a newer datafile becomes active; by default, as soon as it is downloaded.
  public var updates: Updates

  /// Creates settings with the given schedule; `nil` disables polling.
  public init(schedule: PollSettings?, updates: Updates = .atOnce) {
    self.schedule = schedule
    self.updates = updates
  }

  /// No polling; a datafile that the start fetches becomes active at once.
  public static let off = DatafilePolling(schedule: nil)

  /// Returns the polling of the Swift SDK: newer datafiles become active at once.
  ///
  /// - Parameter interval: The time between polls, at least one second; zero or less disables
  ///   polling.
  /// - Returns: The settings for polling.
  public static func every(_ interval: Duration) -> DatafilePolling {
    guard interval > .zero else { return .off }
    return DatafilePolling(schedule: PollSettings(interval: interval, minimum: .seconds(1)))
  }

  /// Returns the documented polling of the Objective-C SDK: newer datafiles become active at the
  /// next start.
  ///
  /// - Parameter interval: The time between polls, at least two minutes; zero or less disables
  ///   polling.
  /// - Returns: The settings for polling.
  public static func olderManager(every interval: Duration = .zero) -> DatafilePolling {
    let schedule = PollSettings(interval: interval, minimum: .seconds(120))
    return DatafilePolling(
      schedule: interval > .zero ? schedule : nil,
      updates: .atNextStart
    )
  }
}
