import Networking

/// The settings of an event queue: its size, its batches and its retries.
public struct EventSettings: Hashable, Sendable {
  /// The maximum number of pending events; further events are rejected.
  public var limit = 10_000
  /// The maximum number of events in one request, at least 1; when this many events are pending,
  /// they are sent at once.
  public var batchSize = 10
  /// The time after which a batch is sent even if it is not full; 0 sends each event at once.
  public var interval: Duration = .seconds(60)
  /// The back-off after the first failure; it doubles with each consecutive failure.
  public var firstRetry: Duration = .seconds(1)
  /// The maximum back-off, unless the server requests a longer delay (`Retry-After`).
  public var longestRetry: Duration = .seconds(300)
  /// The deadline for one request to the event service.
  public var timeout: Duration = .seconds(10)
  /// Whether batches are dropped after each client error (status 400 to 499) except 429 (too many
  /// requests); by default they are dropped only after 400, 413 and 422.
  package var dropsClientErrors = false

  /// Creates the default settings: batches of 10 events, sent after at most 60 seconds.
  public init() {}

  /// Whether events are dropped after a response with the given status.
  func rejects(_ status: Int) -> Bool {
    switch status {
    case 400, 413, 422: true
    case 400..<500: dropsClientErrors && status != 429
    default: false
    }
  }

  /// The exponential back-off after failed requests.
  var backoff: Backoff { Backoff(initial: firstRetry, ceiling: longestRetry) }
}
