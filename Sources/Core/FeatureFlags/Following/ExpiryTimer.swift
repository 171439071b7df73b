import struct FoundationEssentials.Date

/// Fires once at the first expiry among the given overrides, unless the timer is released earlier.
final class ExpiryTimer: Sendable {
  /// The maximum sleep in seconds, after which the timer reads the wall clock again, because a user
  /// may have set the clock.
  private static let longestSleep = 3600.0

  private let task: Task<Void, Never>

  /// Starts the timer; the result is `nil` if no override has an expiry.
  ///
  /// - Parameters:
  ///   - overrides: The overrides; the timer fires at the earliest expiry among them.
  ///   - clock: The clock that measures the sleeps.
  ///   - now: Returns the wall clock time.
  ///   - onExpiry: Called on any thread at the first expiry, or immediately if it has already
  ///     passed.
  init?(
    _ overrides: [OverrideKey: Override],
    clock: any Clock<Duration>,
    now: @escaping @Sendable () -> Date,
    onExpiry: @escaping @Sendable () -> Void
  ) {
    guard let end = overrides.values.lazy.compactMap(\.end).min() else { return nil }
    task = Task {
      while case let rest = end.timeIntervalSince(now()), rest > 0 {
        let sleep = Duration.seconds(min(rest, Self.longestSleep))
        // Drops the error: the sleep fails only when the timer is released.
        guard (try? await clock.sleep(for: sleep)) != nil else { return }
      }
      onExpiry()
    }
  }

  deinit {
    task.cancel()
  }
}
