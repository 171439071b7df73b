import Connectivity

/// The options about polling and connectivity checks.
struct LiveSettings {
  /// The time between two polls of a server.
  let interval: Duration
  /// The longest time that a request may take.
  let deadline: Duration
  /// How the Internet connectivity is checked.
  let connectivity: ConnectivityConfiguration
  /// Whether connectivity checks are made without a key press.
  let watchesConnectivity: Bool

  /// Parses the options.
  ///
  /// - Throws: `usage` for a value that cannot be parsed.
  init(_ arguments: Arguments) throws(Failure) {
    interval = try arguments.duration(.poll) ?? .seconds(60)
    deadline = try Place.deadline(arguments)
    connectivity = try ConnectivityConfiguration(arguments)
    // The default addresses are public hosts: only the user's key press may contact them.
    watchesConnectivity = arguments.has(.url)
  }
}
