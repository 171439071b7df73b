import Networking

/// How often a request is sent, and the exponential back-off between attempts.
struct RetrySchedule: Hashable, Sendable {
  /// The longest delay, before its jitter.
  static let longestWait: Duration = .seconds(10)

  /// How often the request is sent at most, from 1.
  let attempts: Int
  private let backoff: Backoff

  /// Makes a schedule.
  ///
  /// - Parameters:
  ///   - attempts: How often the request is sent at most; less than one counts as one.
  ///   - firstWait: The delay after the first failure; a negative one counts as zero.
  init(attempts: Int, firstWait: Duration) {
    self.attempts = max(attempts, 1)
    backoff = Backoff(initial: firstWait, ceiling: Self.longestWait, jitter: 0.1)
  }

  /// Computes the delay after a failed attempt.
  ///
  /// - Parameters:
  ///   - attempt: The number of the attempt that failed.
  ///   - serverDelay: The delay that the server demands with `Retry-After`. If it is longer than the
  ///     longest wait, the request is not retried.
  ///   - draw: A random number from 0 to 1: the part of the jitter that applies.
  /// - Returns: The delay; `nil` if the attempt was the last one.
  func wait(after attempt: Int, atLeast serverDelay: Duration?, draw: Double) -> Duration? {
    guard attempt < attempts, serverDelay ?? .zero <= Self.longestWait else { return nil }
    let delay = backoff.delay(afterFailures: attempt, atLeast: serverDelay)
    return delay + backoff.jitter(of: delay, draw: draw)
  }
}
