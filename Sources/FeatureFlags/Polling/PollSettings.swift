import Networking

/// How often a source is polled, and how long the back-off after failures grows.
///
/// Every value is accepted: one that no clock can wait for is clamped where the settings are used.
public struct PollSettings: Hashable, Sendable {
  /// The time from one poll to the next while polls succeed; 60 seconds by default.
  public var interval: Duration
  /// The shortest interval, 2 seconds by default; a shorter one counts as this.
  public var minimum: Duration
  /// The upper bound of the exponential back-off, 10 minutes by default.
  ///
  /// The back-off of an interval of less than 6 seconds ends at 60 seconds, that of a longer one at
  /// ten intervals, if that is less than this bound. An interval or a `Retry-After` that is longer
  /// than the bound still applies.
  public var longestBackOff: Duration
  /// The largest random extension of a wait, as a fraction of it from 0 to 1; 0 by default.
  ///
  /// With jitter not all clients poll at the same moment.
  public var jitter: Double

  /// Creates settings; the defaults are those of the dashboard.
  public init(
    interval: Duration = .seconds(60),
    minimum: Duration = .seconds(2),
    longestBackOff: Duration = .seconds(600),
    jitter: Double = 0
  ) {
    self.interval = interval
    self.minimum = minimum
    self.longestBackOff = longestBackOff
    self.jitter = jitter
  }

  /// The interval that applies: at least the minimum and a millisecond, at most a year.
  public var effectiveInterval: Duration {
    min(max(interval, minimum, .milliseconds(1)), Self.longest)
  }

  /// The longest wait between two polls: a year, which every clock can add to the present.
  private static let longest = Duration.seconds(365 * 86_400)
  /// The least upper bound of a back-off.
  private static let shortestBound = Duration.seconds(60)

  /// The exponential back-off after failed polls, which starts at twice the interval.
  var backoff: Backoff {
    let interval = effectiveInterval
    // The interval is at most a year, so that the product cannot overflow.
    let ceiling = max(min(longestBackOff, max(Self.shortestBound, interval * 10)), interval)
    return Backoff(initial: interval * 2, ceiling: ceiling, jitter: jitter)
  }
}
