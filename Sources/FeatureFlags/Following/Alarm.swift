import FoundationEssentials

/// Tells once when the first of some overrides ends, for as long as it is held.
///
/// Where none ends there is no alarm, and nothing that would wake the program.
final class Alarm: Sendable {
  /// The longest sleep, after which the time on the wall counts again: somebody may have set it.
  private static let longestSleep = 3600.0

  private let task: Task<Void, Never>

  /// Begins to wait; `nil` if none of the overrides ends.
  ///
  /// - Parameters:
  ///   - overrides: The overrides.
  ///   - clock: What sleeps are measured by.
  ///   - now: Tells the time on the wall.
  ///   - onEnd: Called when the first end has come, or is past already, on any thread.
  init?(
    _ overrides: [Feature.Name: Override],
    clock: any Clock<Duration>,
    now: @escaping @Sendable () -> Date,
    onEnd: @escaping @Sendable () -> Void
  ) {
    guard let end = overrides.values.lazy.compactMap(\.end).min() else { return nil }
    task = Task {
      while case let rest = end.timeIntervalSince(now()), rest > 0 {
        let sleep = Duration.seconds(min(rest, Self.longestSleep))
        // Sleeping fails only when nobody holds the alarm any more.
        guard (try? await clock.sleep(for: sleep)) != nil else { return }
      }
      onEnd()
    }
  }

  deinit {
    task.cancel()
  }
}
