package import FoundationEssentials
package import Networking

/// The settings and dependencies of events: their URL, the client that they name, and the queue.
package struct EventOptions: Sendable {
  /// The URL of the event service; `nil` means the service in the region of the datafile.
  package var url: String?
  /// The settings of the queue of impressions and conversions.
  package var queue = EventSettings()
  /// The name of the client in events; the name of the Swift SDK by default.
  package var clientName = "swift-sdk"
  /// The version of the client in events: the version of the SDK with the same behaviour.
  package var clientVersion = "5.4.2"
  /// The HTTP client that sends the events.
  package var httpClient = HTTPClient()
  /// The clock for the interval of batches and the back-off.
  package var clock: any Clock<Duration> = ContinuousClock()
  /// The function that returns the current date, for the timestamps of events.
  package var now: @Sendable () -> Date = { Date() }
  /// The function that creates the id of an event.
  package var makeID: @Sendable () -> String = { UUID().uuidString }
  /// The function that receives errors of background work; called on any thread.
  package var onProblem: @Sendable (OptimizelyError) -> Void = { _ in }

  /// Creates the options of the Swift SDK.
  package init() {}
}
