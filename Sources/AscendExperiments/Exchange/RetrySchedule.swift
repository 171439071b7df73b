/// How often a request is sent, and how long to wait between.
struct RetrySchedule: Hashable, Sendable {
  /// The longest wait, before its jitter.
  static let longestWait: Duration = .seconds(10)
  /// How much longer than planned a wait can be, so that clients do not come all at once.
  static let jitter = 0.1

  /// How often the request is sent at most, from 1.
  let attempts: Int
  /// The wait after the first failure; it doubles with each one.
  let firstWait: Duration

  /// Makes a schedule; numbers that make no sense count as one attempt, and as no wait.
  init(attempts: Int, firstWait: Duration) {
    self.attempts = max(attempts, 1)
    self.firstWait = min(max(firstWait, .zero), Self.longestWait)
  }

  /// The wait after a failed attempt, counted from 1; `nil` if it was the last one.
  ///
  /// - Parameters:
  ///   - attempt: The attempt that failed.
  ///   - asked: How long the server asks to be left alone. One that asks for more than the longest
  ///     wait is not asked again.
  ///   - draw: How much of the jitter the wait gets, in 0...1.
  /// - Returns: The time to wait.
  func wait(after attempt: Int, asked: Duration?, draw: Double) -> Duration? {
    guard attempt < attempts, asked ?? .zero <= Self.longestWait else { return nil }
    // Sixteen doublings reach the longest wait from the shortest that anybody would set.
    let doubled = firstWait * (1 << min(attempt - 1, 16))
    return max(min(doubled, Self.longestWait), asked ?? .zero) * (1 + Self.jitter * draw)
  }
}
