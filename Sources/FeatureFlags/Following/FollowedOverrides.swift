package import FoundationEssentials
import Locking

/// Holds the overrides of a storage that an app or a library follows, without those that expired.
///
/// The follower is notified of each change, and then reads ``overrides``. Notifications come one at
/// a time. Following another storage, or none, waits for a notification that is under way: that one
/// must not wait for the thread that makes the call (deadlock).
package final class FollowedOverrides: Sendable {
  private struct State {
    var overrides: [Feature.Name: Override] = [:]
    var problem: WorkspaceError?
    var follower: OverridesFollower?
    var timer: ExpiryTimer?
    var onChange: @Sendable () -> Void = {}
    /// Counts the calls of `follow` and `stop`, so that late reports of an earlier storage are dropped.
    var generation = 0
  }

  private let state = Locked(State())
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> Date

  /// Makes a holder that follows nothing yet.
  ///
  /// - Parameters:
  ///   - clock: Measures the wait for the expiry of an override.
  ///   - now: Returns the time of the wall clock.
  package init(
    clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.clock = clock
    self.now = now
  }

  /// The overrides that apply now.
  package var overrides: [Feature.Name: Override] { state.withLock { $0.overrides } }

  /// Why the storage cannot be read or followed; `nil` if it can.
  ///
  /// The overrides that were read last apply for as long as there is a problem.
  package var problem: WorkspaceError? { state.withLock { $0.problem } }

  /// Whether `follow` or `stop` has been called.
  package var isConfigured: Bool { state.withLock { $0.generation > 0 } }
}

extension FollowedOverrides {
  /// Applies the overrides of a storage now, and again whenever they change.
  ///
  /// A storage that was followed before is followed no longer.
  ///
  /// - Parameters:
  ///   - locator: The storage; a file need not exist yet.
  ///   - onProblem: Called on any thread when the storage cannot be read or followed, and with `nil`
  ///     when it can again.
  ///   - onChange: Called on any thread after ``overrides`` changed; for a file that exists, before
  ///     the call returns.
  package func follow(
    _ locator: OverrideLocator,
    onProblem: @escaping @Sendable (WorkspaceError?) -> Void,
    onChange: @escaping @Sendable () -> Void
  ) {
    let generation = begin(onChange)
    let follower = locator.makeStorage().follow { [weak self] reading in
      switch reading {
      case .success(let stored):
        self?.replace(with: stored.overrides, generation)
        self?.report(nil, generation, onProblem)
      case .failure(let error): self?.report(error, generation, onProblem)
      }
    }
    guard let follower else {
      let reason = "no thread can be started to watch the file"
      return report(.unreadable(path: "\(locator)", reason: reason), generation, onProblem)
    }
    state.withLock { if $0.generation == generation { $0.follower = follower } }
  }

  /// Follows no storage any more, and clears the overrides.
  package func stop() {
    _ = begin {}
  }

  /// Releases the storage that was followed, and starts a new generation.
  private func begin(_ onChange: @escaping @Sendable () -> Void) -> Int {
    let (former, generation) = state.withLock { state in
      let former = state
      state = State(onChange: onChange, generation: former.generation + 1)
      return (former, state.generation)
    }
    if !former.overrides.isEmpty { former.onChange() }
    // Releases the follower outside the lock: its deinit joins a thread that may need the lock
    // (deadlock).
    return withExtendedLifetime(former) { generation }
  }

  /// Records a problem, or that there is none, and reports it if that is new.
  private func report(
    _ problem: WorkspaceError?,
    _ generation: Int,
    _ onProblem: @Sendable (WorkspaceError?) -> Void
  ) {
    let isNew = state.withLock { state in
      guard state.generation == generation, state.problem != problem else { return false }
      state.problem = problem
      return true
    }
    if isNew { onProblem(problem) }
  }

  /// Replaces the overrides, and drops the expired ones; `nil` only drops them.
  private func replace(with read: [Feature.Name: Override]? = nil, _ generation: Int) {
    let now = now()
    let onChange = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.generation == generation else { return nil }
      let overrides = (read ?? state.overrides).unexpired(at: now)
      state.timer = ExpiryTimer(overrides, clock: clock, now: self.now) { [weak self] in
        self?.replace(generation)
      }
      defer { state.overrides = overrides }
      return state.overrides == overrides ? nil : state.onChange
    }
    onChange?()
  }
}
