import FoundationEssentials
package import Networking

/// The side effects of Ascend, which tests replace: network, time and randomness.
package struct AscendDependencies: Sendable {
  /// Sends the requests.
  package var client: HTTPClient
  /// Measures the waits between retries.
  package var clock: any Clock<Duration>
  /// Returns the wall clock time, in seconds since 1970.
  package var now: @Sendable () -> Double
  /// Returns a random number in 0...1, for jitter.
  package var random: @Sendable () -> Double
  /// The file of overrides to follow; `nil` follows none.
  package var overridesPath: String?

  /// Makes the dependencies of a running program.
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
