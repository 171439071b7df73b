import Locking

/// Notifications of a server that the document of a source has changed, such as an event stream.
///
/// A session follows the feed of its source while it polls the source, and loads the
/// document again after each notification.
public struct ChangeFeed: Sendable {
  /// The identity of the feed, such as the URLs of its event streams.
  ///
  /// A session that follows a feed keeps it while later documents announce a feed with an equal id.
  public let id: String
  private let run: @Sendable (_ onChange: @escaping @Sendable () -> Void) async -> Void

  /// Creates a feed, without opening a connection.
  ///
  /// - Parameters:
  ///   - id: The identity of the feed.
  ///   - follow: Follows the notifications until its task is cancelled, reconnects after failures,
  ///     and calls `onChange` after each change; `onChange` is fast, and safe to call from any
  ///     thread.
  public init(
    id: String,
    follow: @escaping @Sendable (_ onChange: @escaping @Sendable () -> Void) async -> Void
  ) {
    self.id = id
    run = follow
  }

  /// Follows the notifications until the calling task is cancelled, and calls `onChange` after each
  /// change.
  public func follow(_ onChange: @escaping @Sendable () -> Void) async {
    await run(onChange)
  }
}

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
