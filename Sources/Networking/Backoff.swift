/// Exponential back-off between attempts: a delay that doubles with each failure in a row.
///
/// A pure value without a clock, a timer or a random generator. The caller counts failures with
/// ``recordFailure()``, waits for ``delay(atLeast:)`` and calls ``reset()`` after a success.
package struct Backoff: Hashable, Sendable {
  /// The delay after the first failure, from zero to ``ceiling``.
  package let initial: Duration
  /// The longest delay, unless the server demands a longer one with `Retry-After`; not negative.
  package let ceiling: Duration
  /// The largest relative jitter, from 0 to 1: a random delay that is added to each delay.
  package let jitter: Double
  /// The failures in a row, so far.
  package private(set) var failures: Int

  /// Creates a back-off; parameters out of range are clamped, and a jitter of not-a-number means none.
  package init(initial: Duration, ceiling: Duration, jitter: Double = 0, failures: Int = 0) {
    self.ceiling = max(ceiling, .zero)
    self.initial = min(max(initial, .zero), self.ceiling)
    self.jitter = jitter.isNaN ? 0 : min(max(jitter, 0), 1)
    self.failures = max(failures, 0)
  }

  /// Counts one more failure in a row.
  package mutating func recordFailure() {
    failures += 1
  }

  /// Forgets the failures, after a success.
  package mutating func reset() {
    failures = 0
  }

  /// The delay before the next attempt, without jitter; zero if nothing has failed.
  ///
  /// A longer delay that the server demands with `Retry-After` applies instead.
  package func delay(atLeast serverDelay: Duration? = nil) -> Duration {
    delay(afterFailures: failures, atLeast: serverDelay)
  }

  /// The delay after a number of failures in a row, without jitter.
  package func delay(afterFailures count: Int, atLeast serverDelay: Duration?) -> Duration {
    max(delay(afterFailures: count), serverDelay ?? .zero)
  }

  private func delay(afterFailures count: Int) -> Duration {
    guard count > 0, initial > .zero else { return .zero }
    var delay = initial
    for _ in 1..<count {
      // Compared before doubling, so that no delay overflows.
      guard delay < ceiling / 2 else { return ceiling }
      delay *= 2
    }
    return delay
  }

  /// The jitter of a delay, which is added so that clients do not retry all at the same moment.
  ///
  /// `draw` is a random number from 0 to 1: the part of the jitter that applies.
  package func jitter(of delay: Duration, draw: Double) -> Duration {
    delay * (jitter * draw)
  }
}
