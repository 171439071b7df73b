import Locking

public import struct FoundationEssentials.Date

/// Holds the active features of a program: a configuration with assignments and overrides.
///
/// Every call is safe from any thread. A look-up by name takes constant time. The order of the
/// features is that of the configuration, whatever overrides there are.
///
/// ```swift
/// let store = FlagStore(user: "ana")
/// try store.load(Configuration(features: [Feature(name: "New Cart", enabled: true)]))
/// let isOn = store.isEnabled("New Cart")
/// ```
public final class FlagStore: Sendable {
  /// The workspace that persists overrides and assignments; `nil` stores them in memory.
  public let workspace: Workspace?

  /// Whether the workspace is only read, so that overrides apply until the program ends.
  public let isReadOnly: Bool

  let author: String?
  let now: @Sendable () -> Date
  /// The overrides of the storage that the store follows, if any.
  let followed: FollowedOverrides
  let draw: @Sendable () -> Double
  /// Loads configurations for asynchronous callers: a load may block for the lock and the disk.
  let loads = ThreadExecutor(label: "halyard.store")
  let state: Locked<State>
  /// Persists the overrides; `nil` without a workspace.
  let writer: OverrideWriter?

  /// Creates a store without features.
  ///
  /// - Parameters:
  ///   - context: The default user. Assignments are computed from the targeting key; without one they
  ///     are drawn once and stored.
  ///   - workspace: The workspace that stores overrides and drawn assignments.
  ///   - isReadOnly: Whether the workspace is only read.
  ///   - author: The author of the overrides, such as `ana@build-7`.
  ///   - now: Returns the time at which an override is made or expires.
  ///   - clock: Measures the waits for the expiry of an override and for a retry.
  ///   - draw: Draws an assignment from [0, 100).
  public convenience init(
    context: EvaluationContext,
    workspace: Workspace? = nil,
    isReadOnly: Bool = false,
    author: String? = nil,
    now: @escaping @Sendable () -> Date = { Date() },
    clock: any Clock<Duration> = ContinuousClock(),
    draw: @escaping @Sendable () -> Double = { Double.random(in: 0..<100) }
  ) {
    self.init(
      storage: workspace?.overrideStorage,
      context: context,
      workspace: workspace,
      isReadOnly: isReadOnly,
      author: author,
      now: now,
      clock: clock,
      draw: draw
    )
  }

  /// Creates a store without features, for a user of whom only the key is known.
  ///
  /// - Parameters:
  ///   - user: The targeting key; `nil` for a user without one.
  ///   - workspace: The workspace that stores overrides and drawn assignments.
  ///   - isReadOnly: Whether the workspace is only read.
  ///   - author: The author of the overrides, such as `ana@build-7`.
  ///   - now: Returns the time at which an override is made or expires.
  ///   - clock: Measures the waits for the expiry of an override and for a retry.
  ///   - draw: Draws an assignment from [0, 100).
  public convenience init(
    user: String? = nil,
    workspace: Workspace? = nil,
    isReadOnly: Bool = false,
    author: String? = nil,
    now: @escaping @Sendable () -> Date = { Date() },
    clock: any Clock<Duration> = ContinuousClock(),
    draw: @escaping @Sendable () -> Double = { Double.random(in: 0..<100) }
  ) {
    self.init(
      context: EvaluationContext(targetingKey: user),
      workspace: workspace,
      isReadOnly: isReadOnly,
      author: author,
      now: now,
      clock: clock,
      draw: draw
    )
  }

  /// Creates a store without features, with another storage of overrides than a workspace's file.
  ///
  /// - Parameters:
  ///   - storage: Persists the overrides; `nil` stores them in memory.
  ///   - context: The default user.
  ///   - workspace: Persists drawn assignments.
  ///   - isReadOnly: Whether the storage and the workspace are only read.
  ///   - author: The author of the overrides.
  ///   - now: Returns the time at which an override is made or expires.
  ///   - clock: Measures the waits for the expiry of an override and for a retry.
  ///   - draw: Draws an assignment from [0, 100).
  package init(
    storage: (any OverrideStorage)?,
    context: EvaluationContext = EvaluationContext(),
    workspace: Workspace? = nil,
    isReadOnly: Bool = false,
    author: String? = nil,
    now: @escaping @Sendable () -> Date = { Date() },
    clock: any Clock<Duration> = ContinuousClock(),
    draw: @escaping @Sendable () -> Double = { Double.random(in: 0..<100) }
  ) {
    let state = Locked(State(context: context))
    self.workspace = workspace
    self.isReadOnly = isReadOnly
    self.author = author
    self.now = now
    self.draw = draw
    self.state = state
    followed = FollowedOverrides(clock: clock, now: now)
    writer = storage.map {
      OverrideWriter($0, isReadOnly: isReadOnly, store: state, clock: clock, now: now)
    }
  }

  deinit {
    // The state may outlive the store, see `SharedFlags.cells`. The former state is released outside
    // the lock.
    var former = state.withLock { state in
      defer { state = State(context: state.context) }
      return state
    }
    for listener in former.removeListeners() { listener.finish() }
    writer?.saveLast(former.overrides.unsaved.filter { !$0.value.hasFailed })
  }
}

// MARK: Looking up

extension FlagStore {
  /// All features, in the order of the configuration.
  public var features: [Feature] { state.withLock { $0.features } }

  /// The feature with a name; `nil` if the configuration has none.
  public func feature(named name: Feature.Name) -> Feature? {
    state.withLock { $0.feature(named: name) }
  }

  /// The overrides of features that the configuration does not have.
  ///
  /// They have no effect, and apply again when the configuration has their features again. `reset`
  /// removes them.
  public var orphanedOverrides: [Feature.Name: Override] { state.withLock { $0.orphans } }

  /// The feature with a name.
  ///
  /// - Throws: `unknownFeature` with the nearest names.
  public func requiredFeature(named name: Feature.Name) throws(FlagStoreError) -> Feature {
    if let feature = feature(named: name) { return feature }
    throw .unknownFeature(
      name,
      nearest: Spelling.nearest(to: name.rawValue, among: features.lazy.map(\.name.rawValue))
    )
  }

  /// Whether a feature is on; `false` if the configuration has none of that name.
  public func isEnabled(_ name: Feature.Name, in build: Build = .release) -> Bool {
    state.withLock { $0.isEnabled(name, in: build) }
  }

  /// Streams the changes from now on to one listener.
  ///
  /// The stream buffers 1,024 changes, and then drops the oldest. The listener notices the gap in
  /// ``FlagChange/revision``, and reads ``features`` again. The stream ends with the store.
  public func changes() -> AsyncStream<FlagChange> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: FlagChange.self,
      bufferingPolicy: .bufferingNewest(1024)
    )
    let listener = state.withLock { state in
      state.add(
        State.Listener {
          continuation.yield($0)
        } finish: {
          continuation.finish()
        }
      )
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.remove(listener: listener) }
    }
    return stream
  }

  /// Calls a closure for each change from now on, before the call that makes the change returns.
  ///
  /// - Parameter receive: Called while the lock of the store is held: it must be fast, and must not
  ///   use the store (deadlock).
  /// - Returns: The number of the observer, for ``removeObserver(_:)``.
  func addObserver(_ receive: @escaping @Sendable (FlagChange) -> Void) -> Int {
    state.withLock { $0.add(State.Listener(receive: receive)) }
  }

  /// Ends the calls for an observer.
  func removeObserver(_ observer: Int) {
    state.withLock { $0.remove(listener: observer) }
  }
}
