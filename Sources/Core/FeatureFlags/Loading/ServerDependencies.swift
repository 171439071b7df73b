package import Networking

package import struct FoundationEssentials.Date

/// The HTTP client, the clocks and the random numbers of a source or a client of a server; tests pass
/// replacements.
package struct ServerDependencies: Sendable {
  /// The HTTP client, which pools the connections of all requests.
  package var client: HTTPClient
  /// The clock of the back-off between connections to an event stream.
  package var clock: any Clock<Duration>
  /// Returns the time since a fixed moment, from which the age of responses is computed.
  package var uptime: @Sendable () -> Duration
  /// Returns the wall clock time, with which a date in `Retry-After` is compared.
  package var now: @Sendable () -> Date
  /// Returns a random number in 0...1, for the jitter of the back-off.
  package var random: @Sendable () -> Double

  /// Creates the dependencies of a running program.
  ///
  /// - Parameters:
  ///   - client: The HTTP client; several sources can share a client.
  ///   - now: Returns the wall clock time.
  package init(
    client: HTTPClient = HTTPClient(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    let start = ContinuousClock.now
    self.client = client
    clock = ContinuousClock()
    uptime = { start.duration(to: .now) }
    self.now = now
    random = { .random(in: 0...1) }
  }

  /// Returns the delay of `Retry-After` in a failed response; `nil` for none.
  package func retryDelay(of response: HTTPResponse) -> Duration? {
    response.retryDelay(now: Int64(saturating: now().timeIntervalSince1970))
  }
}
