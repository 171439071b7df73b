import FoundationEssentials
package import Networking

/// The dependencies of Ascend that tests replace: network, time, randomness, and the overrides
/// file.
package struct AscendDependencies: Sendable {
  /// The HTTP client that sends all requests.
  package var client: HTTPClient
  /// The clock that measures the back-off between retries.
  package var clock: any Clock<Duration>
  /// A function that returns the wall clock time, in seconds since 1970.
  package var now: @Sendable () -> Double
  /// A function that returns a random number in 0...1, for the jitter of the back-off.
  package var random: @Sendable () -> Double
  /// The path of the overrides file, or the URL of the server, that Ascend follows; `nil` for none.
  package var overridesPath: String?

  /// Creates the dependencies of a running program; tests pass replacements.
  package init(
    client: HTTPClient? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 },
    random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) },
    overridesPath: String? = nil
  ) {
    var configuration = HTTPClient.Configuration()
    configuration.userAgent = "AscendExperiments"
    self.client = client ?? HTTPClient(configuration: configuration)
    self.clock = clock
    self.now = now
    self.random = random
    self.overridesPath = overridesPath
  }
}
