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
}
