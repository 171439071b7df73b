/// How often a source is asked again.
public struct PollSettings: Hashable, Sendable {
  /// The time from one poll to the next, while all goes well.
  public var interval: Duration
  /// The shortest interval; a shorter one counts as this.
  public var minimum: Duration
  /// The longest wait after failures, unless the interval or the server asks for a longer one.
  public var longestBackOff: Duration
  /// The part of a wait, from 0 to 1, by which it may be longer, so that not all clients ask at once.
  public var jitter: Double

  /// Makes settings; those of the dashboard are the defaults.
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

  /// The interval that counts, never less than a millisecond.
  public var effectiveInterval: Duration { max(interval, minimum, .milliseconds(1)) }

  /// The wait after so many failures in a row: it doubles with each, up to the longest.
  func wait(afterFailures count: Int) -> Duration {
    let longest = max(longestBackOff, effectiveInterval)
    var wait = effectiveInterval
    for _ in 0..<count where wait < longest { wait *= 2 }
    return min(wait, longest)
  }
}
