import Networking

/// The number of attempts of a request, and the exponential back-off between them.
struct RetrySchedule: Hashable, Sendable {
  /// The upper bound of the back-off, without jitter.
  static let longestWait: Duration = .seconds(10)

  /// The maximum number of attempts; at least 1.
  let attempts: Int
  private let backoff: Backoff

  /// Creates a schedule, and clamps its values.
  ///
  /// - Parameters:
  ///   - attempts: The maximum number of attempts; values below 1 become 1.
  ///   - firstWait: The back-off after the first failure; negative values become zero.
  init(attempts: Int, firstWait: Duration) {
    self.attempts = max(attempts, 1)
    backoff = Backoff(initial: firstWait, ceiling: Self.longestWait, jitter: 0.1)
  }

  /// Computes the back-off after a failed attempt.
  ///
  /// - Parameters:
  ///   - attempt: The number of the failed attempt, from 1.
  ///   - serverDelay: The delay of the response header `Retry-After`. If it exceeds the upper
  ///     bound, the request is not retried.
  ///   - draw: A random number from 0 to 1: the fraction of the jitter that is added.
  /// - Returns: The delay; `nil` if the request is not retried.
  func wait(after attempt: Int, atLeast serverDelay: Duration?, draw: Double) -> Duration? {
    guard attempt < attempts, serverDelay ?? .zero <= Self.longestWait else { return nil }
    let delay = backoff.delay(afterFailures: attempt, atLeast: serverDelay)
    return delay + backoff.jitter(of: delay, draw: draw)
  }
}
