/// Computes the exponential back-off between attempts: a delay that doubles with each failure in a
/// row.
///
/// The type is a value without a clock, a timer or a random generator. The caller counts failures
/// with ``recordFailure()``, waits for ``delay(atLeast:)`` and calls ``reset()`` after a success;
/// ``wait(atLeast:on:draw:)`` does the first two.
package struct Backoff: Hashable, Sendable {
  /// The delay after the first failure, from zero to ``ceiling``.
  package let initial: Duration
  /// The longest delay, unless the server demands a longer one with `Retry-After`; not negative.
  package let ceiling: Duration
  /// The maximum jitter, as a fraction of the delay from 0 to 1; a random part of the maximum is
  /// added to each delay.
  package let jitter: Double
  /// The number of failures since the last success.
  package private(set) var failures: Int

  /// Creates a back-off; values out of range are clamped, and a jitter that is not a number becomes
  /// 0.
  package init(initial: Duration, ceiling: Duration, jitter: Double = 0, failures: Int = 0) {
    self.ceiling = max(ceiling, .zero)
    self.initial = min(max(initial, .zero), self.ceiling)
    self.jitter = jitter.isNaN ? 0 : min(max(jitter, 0), 1)
    self.failures = max(failures, 0)
  }

  /// Adds one failure, which doubles the next delay up to ``ceiling``.
  package mutating func recordFailure() {
    failures += 1
  }

  /// Sets the number of failures to 0; called after a success.
  package mutating func reset() {
    failures = 0
  }

  /// Returns the delay before the next attempt, without jitter; zero if nothing has failed.
  ///
  /// `serverDelay` is the delay of a `Retry-After` header, which applies if it is longer.
  package func delay(atLeast serverDelay: Duration? = nil) -> Duration {
    delay(afterFailures: failures, atLeast: serverDelay)
  }

  /// Returns the delay after `count` consecutive failures, without jitter; at least `serverDelay`.
  package func delay(afterFailures count: Int, atLeast serverDelay: Duration?) -> Duration {
    max(delay(afterFailures: count), serverDelay ?? .zero)
  }

  private func delay(afterFailures count: Int) -> Duration {
    guard count > 0, initial > .zero else { return .zero }
    var delay = initial
    for _ in 1..<count {
      // Compares before doubling, so that the delay cannot overflow.
      guard delay < ceiling / 2 else { return ceiling }
      delay *= 2
    }
    return delay
  }

  /// Records a failure, and waits for the delay with jitter that must precede the next attempt.
  ///
  /// - Parameters:
  ///   - least: The shortest delay without the jitter, such as that of a `Retry-After` header.
  ///   - clock: The clock that measures the delay.
  ///   - draw: A random number from 0 to 1, by which the largest jitter is multiplied.
  /// - Returns: Whether the caller should try again; `false` if the task was cancelled.
  package mutating func wait(
    atLeast least: Duration? = nil,
    on clock: any Clock<Duration>,
    draw: Double
  ) async -> Bool {
    recordFailure()
    let delay = delay(atLeast: least)
    // The sleep fails only on cancellation.
    return (try? await clock.sleep(for: delay + jitter(of: delay, draw: draw))) != nil
  }

  /// Returns the jitter that is added to a delay, so that clients do not all retry at the same moment.
  ///
  /// `draw` is a random number from 0 to 1, by which the largest jitter is multiplied.
  package func jitter(of delay: Duration, draw: Double) -> Duration {
    delay * (jitter * draw)
  }
}
