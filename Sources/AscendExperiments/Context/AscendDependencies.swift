import FoundationEssentials
package import Networking

/// What Ascend takes from the world: the network, the time and chance.
package struct AscendDependencies: Sendable {
  /// What asks the server.
  package var client: HTTPClient
  /// What waits are measured by.
  package var clock: any Clock<Duration>
  /// Tells the time, in seconds since 1970.
  package var now: @Sendable () -> Double
  /// Draws from 0...1.
  package var draw: @Sendable () -> Double
  /// The file of overrides to follow; `nil` follows none.
  package var overridesPath: String?

  /// Makes the dependencies of a program that runs.
  package init(
    client: HTTPClient? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 },
    draw: @escaping @Sendable () -> Double = { Double.random(in: 0...1) },
    overridesPath: String? = nil
  ) {
    var configuration = HTTPClient.Configuration()
    configuration.userAgent = "AscendExperiments"
    self.client = client ?? HTTPClient(configuration: configuration)
    self.clock = clock
    self.now = now
    self.draw = draw
    self.overridesPath = overridesPath
  }
}
