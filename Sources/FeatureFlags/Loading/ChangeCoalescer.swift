import Locking

/// Coalesces the change notifications of a short period into one.
final class ChangeCoalescer<Change: Sendable>: Sendable {
  private struct State {
    /// The notifications of the current period, merged into one; `nil` if none has arrived.
    var pending: Change?
    /// The task that reports the pending notification at the end of the period.
    var timer: Task<Void, Never>?
  }

  /// The length of a period, which begins with its first notification.
  private let period = Duration.milliseconds(50)

  private let clock: any Clock<Duration>
  private let merge: @Sendable (Change, Change) -> Change
  private let report: @Sendable (Change) -> Void
  private let state = Locked(State())

  init(
    clock: any Clock<Duration>,
    merge: @escaping @Sendable (Change, Change) -> Change,
    report: @escaping @Sendable (Change) -> Void
  ) {
    self.clock = clock
    self.merge = merge
    self.report = report
  }

  /// Receives a notification; the first one of a period starts the timer.
  func receive(_ change: Change) {
    state.withLock { state in
      state.pending = state.pending.map { merge($0, change) } ?? change
      guard state.timer == nil else { return }
      state.timer = Task { [clock, period] in
        // The sleep fails only on cancellation, after which nothing must be reported.
        guard (try? await clock.sleep(for: period)) != nil else { return }
        self.flush()
      }
    }
  }

  /// Drops the pending notifications.
  func cancel() {
    state.withLock { state in
      state.timer?.cancel()
      state = State()
    }
  }

  private func flush() {
    let change = state.withLock { state in
      defer { state = State() }
      return state.pending
    }
    if let change { report(change) }
  }
}
