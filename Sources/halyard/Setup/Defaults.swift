import FeatureFlags

/// The defaults of options, each in one place: help texts and code use these constants.
enum Defaults {
  /// The time between two polls of a server: 60 s.
  static let pollInterval = PollSettings().interval
  /// The time between two reads of a source that is neither a server nor a watched file.
  static let localPollInterval = Duration.seconds(2)
  /// The longest time for a response of a server of configurations.
  static let requestTimeout = Duration.seconds(30)
  /// The longest time for a response of a server of events.
  static let eventTimeout = Duration.seconds(10)
  /// The columns and rows of a snapshot.
  static let screenSize = (columns: 120, rows: 32)
}
