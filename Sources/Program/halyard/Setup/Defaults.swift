import FeatureFlags
import HTTPServer
import Text

/// The default values of options, which the help texts and the code share.
enum Defaults {
  /// The time between two polls of a server: 60 s.
  static let pollInterval = PollSettings().interval
  /// The time between two reads of a source that is neither a server nor a watched file.
  static let localPollInterval = Duration.seconds(2)
  /// The timeout of a request for a configuration.
  static let requestTimeout = Duration.seconds(30)
  /// The timeout of a request that sends events.
  static let eventTimeout = Duration.seconds(10)
  /// The address of the server of `serve` and `--serve`.
  static let listenAddress = ListenAddress(host: "127.0.0.1", port: 8016)
  /// The size of a snapshot in cells.
  static let screenSize = (columns: 120, rows: 32)
  /// The number of users that `simulate` evaluates.
  static let simulatedUsers = 100_000
}

extension Duration {
  /// The duration in the syntax of option values, such as `1m`.
  var optionText: String { text }
}
