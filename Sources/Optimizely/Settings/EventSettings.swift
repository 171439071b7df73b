import Networking

/// How events are kept and sent.
public struct EventSettings: Hashable, Sendable {
  /// The most events that wait; more are refused.
  public var limit = 10_000
  /// The most events in one request, at least 1; as soon as so many wait they are sent.
  public var batchSize = 10
  /// The longest time that an event waits for others to go with; 0 sends it at once.
  public var interval: Duration = .seconds(60)
  /// The wait after the first failure; it doubles with each failure in a row.
  public var firstRetry: Duration = .seconds(1)
  /// The longest wait after failures, unless the server asks for a longer one.
  public var longestRetry: Duration = .seconds(300)
  /// The longest time for one request.
  public var timeout: Duration = .seconds(10)

  /// Makes the usual settings.
  public init() {}

  /// The exponential back-off after failed requests.
  var backoff: Backoff { Backoff(initial: firstRetry, ceiling: longestRetry) }
}
