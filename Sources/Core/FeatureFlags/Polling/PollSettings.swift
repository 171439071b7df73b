import Networking

/// The interval of polls, and the limits of the back-off after failed polls.
///
/// Every value is accepted: a value that no clock can wait for is clamped when the settings are
/// used.
public struct PollSettings: Hashable, Sendable {
  /// The time between two polls while polls succeed; 60 seconds by default.
  public var interval: Duration
  /// The minimum interval, 2 seconds by default; shorter intervals are raised to this value.
  public var minimum: Duration
  /// The upper bound of the exponential back-off, 10 minutes by default.
  ///
  /// For an interval of less than 6 seconds the back-off is limited to 60 seconds, for a longer one
  /// to ten intervals; this bound applies if it is lower. An interval or a `Retry-After` that is
  /// longer than the bound still applies.
  public var longestBackOff: Duration
  /// The maximum random extension of a wait, as a fraction of the wait from 0 to 1; 0 by default.
  ///
  /// Jitter keeps clients from polling at the same moment.
  public var jitter: Double

  /// Creates settings for polling; the dashboard uses the default values.
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

  /// The interval after clamping: at least the minimum and a millisecond, at most a year.
  public var effectiveInterval: Duration {
    min(max(interval, minimum, .milliseconds(1)), Self.longest)
  }

  /// The maximum wait between two polls: a year, which every clock can add to the current time.
  private static let longest = Duration.seconds(365 * 86_400)
  /// The longest wait before a retry while the server denies the credentials, unless the interval is
  /// longer.
  package static let longestDenial = Duration.seconds(300)
  /// The minimum of the back-off's upper bound, which applies to intervals of less than 6 seconds.
  private static let shortestBound = Duration.seconds(60)

  /// The exponential back-off after failed polls, which starts at twice the interval.
  var backoff: Backoff {
    let interval = effectiveInterval
    // The interval is at most a year, so the product cannot overflow.
    let ceiling = max(min(longestBackOff, max(Self.shortestBound, interval * 10)), interval)
    return Backoff(initial: interval * 2, ceiling: ceiling, jitter: jitter)
  }
}
