import FoundationEssentials

/// Fires once when the first of some overrides expires, unless it is released before.
final class ExpiryTimer: Sendable {
  /// The longest sleep in seconds, after which the timer reads the wall clock again: a user may have
  /// set the clock.
  private static let longestSleep = 3600.0

  private let task: Task<Void, Never>

  /// Starts the timer; `nil` if no override expires.
  ///
  /// - Parameters:
  ///   - overrides: The overrides.
  ///   - clock: Measures the sleeps.
  ///   - now: Returns the time of the wall clock.
  ///   - onExpiry: Called on any thread at the first expiry, or soon if that has passed already.
  init?(
    _ overrides: [Feature.Name: Override],
    clock: any Clock<Duration>,
    now: @escaping @Sendable () -> Date,
    onExpiry: @escaping @Sendable () -> Void
  ) {
    guard let end = overrides.values.lazy.compactMap(\.end).min() else { return nil }
    task = Task {
      while case let rest = end.timeIntervalSince(now()), rest > 0 {
        let sleep = Duration.seconds(min(rest, Self.longestSleep))
        // The sleep fails only when the timer has been released.
        guard (try? await clock.sleep(for: sleep)) != nil else { return }
      }
      onExpiry()
    }
  }

  deinit {
    task.cancel()
  }
}
