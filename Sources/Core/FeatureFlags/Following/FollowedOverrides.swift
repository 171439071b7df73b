package import FoundationEssentials
import Locking

/// Stores the unexpired overrides of the storage that an app or a library follows, and reads them again after
/// each change of the storage.
///
/// The owner is notified of each change, and then reads ``overrides``. Notifications are delivered
/// one at a time. A call that follows a different storage, or stops following, waits for a running
/// notification: that notification must not wait for the calling thread (deadlock).
package final class FollowedOverrides: Sendable {
  private struct State {
    var overrides: [OverrideKey: Override] = [:] {
      didSet { features = overrides.byFeature() }
    }
    /// The overrides by feature.
    private(set) var features: [Feature.Name: FeatureOverrides] = [:]
    var problem: WorkspaceError?
    var follower: OverridesFollower?
    var timer: ExpiryTimer?
    var onChange: @Sendable () -> Void = {}
    /// A counter of the calls of `follow` and `stop`, so that late reports of an earlier storage
    /// are dropped.
    var generation = 0
  }

  private let state = Locked(State())
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> Date

  /// Creates an instance that follows no storage yet.
  ///
  /// - Parameters:
  ///   - clock: The clock that measures the wait until an override expires, and the back-off of
  ///     requests.
  ///   - now: Returns the wall clock time, to which expiry times are compared.
  package init(
    clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.clock = clock
    self.now = now
  }

  /// The active overrides; empty if no storage is followed.
  package var overrides: [OverrideKey: Override] { state.withLock { $0.overrides } }

  /// The active overrides by feature, for an app that looks up those of its user.
  package var features: [Feature.Name: FeatureOverrides] { state.withLock { $0.features } }

  /// The error of reading or following the storage; `nil` for none.
  ///
  /// While there is an error, the overrides that were read last apply.
  package var problem: WorkspaceError? { state.withLock { $0.problem } }

  /// Whether `follow` or `stop` was called at least once.
  package var isConfigured: Bool { state.withLock { $0.generation > 0 } }
}

extension FollowedOverrides {
  /// Applies the overrides of a storage, and applies them again after each change.
  ///
  /// The storage that was followed before is released.
  ///
  /// - Parameters:
  ///   - locator: The storage to follow; a file may be created later, and a server started later.
  ///   - onProblem: Called on any thread with an error when the storage cannot be read or followed,
  ///     and with `nil` when it can be read again.
  ///   - onChange: Called on any thread after ``overrides`` has changed; before the call returns for
  ///     an existing file, and for a server that responds within one second.
  package func follow(
    _ locator: OverrideLocator,
    onProblem: @escaping @Sendable (WorkspaceError?) -> Void,
    onChange: @escaping @Sendable () -> Void
  ) {
    let generation = begin(onChange)
    let follower = locator.makeFollowable(clock: clock).follow { [weak self] reading in
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

  /// Stops following the storage, and clears the overrides.
  package func stop() {
    _ = begin {}
  }

  /// Releases the followed storage, starts a new generation, and returns its number.
  private func begin(_ onChange: @escaping @Sendable () -> Void) -> Int {
    let (former, generation) = state.withLock { state in
      let former = state
      state = State(onChange: onChange, generation: former.generation + 1)
      return (former, state.generation)
    }
    if !former.overrides.isEmpty { former.onChange() }
    // Releases the follower and the app's closure outside the lock: their deinit may run code of the app
    // that needs it (deadlock).
    return withExtendedLifetime(former) { generation }
  }

  /// Records the current error, `nil` for none, and reports it if it differs from the previous one.
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

  /// Replaces the overrides by the unexpired ones in `read`; if `read` is `nil`, only removes expired
  /// overrides.
  private func replace(with read: [OverrideKey: Override]? = nil, _ generation: Int) {
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
