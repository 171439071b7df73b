import Connectivity

/// What the options say about watching the source, and the way to it.
struct LiveSettings {
  /// The time between two polls of a server.
  let interval: Duration
  /// How the way to the Internet is checked.
  let connectivity: ConnectivityConfiguration
  /// Whether it is watched without being asked.
  let watchesConnectivity: Bool

  /// - Throws: `usage` for what cannot be understood.
  init(_ arguments: Arguments, _ setup: Setup) throws(Failure) {
    interval = try arguments.duration(.poll) ?? .seconds(60)
    connectivity = try ConnectivityConfiguration(arguments)
    // Nobody is contacted for a source that needs no network, unless addresses were named for it.
    watchesConnectivity = setup.isElsewhere || arguments.has(.url)
  }
}
