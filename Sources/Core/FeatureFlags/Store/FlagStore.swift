import Documents
package import Files
import Locking

public import struct FoundationEssentials.Date

/// Stores the active features of a program: a configuration with assignments and overrides.
///
/// Every method is safe to call from any thread. A look-up by name takes constant time. Overrides
/// do not change the order of the features, which is that of the configuration.
///
/// ```swift
/// let store = FlagStore(user: "ana")
/// try store.load(Configuration(features: [Feature(name: "New Cart", enabled: true)]))
/// let isOn = store.isEnabled("New Cart")
/// ```
public final class FlagStore: Sendable {
  /// The workspace that persists overrides and assignments; `nil` if they are stored in memory
  /// only.
  public let workspace: Workspace?

  /// Whether the workspace is only read, so that overrides apply until the program exits.
  public let isReadOnly: Bool

  /// The author of new overrides; `nil` if the author is unknown.
  package let author: String?
  /// The program that makes new overrides, such as `halyard dashboard`; `nil` if it is unknown.
  package let program: String?
  /// The process that owns the overrides with the lifetime `session`.
  let session: ProcessIdentity?
  let now: @Sendable () -> Date
  /// Watches the storage that the store follows, if any, and stores its overrides.
  let followed: FollowedOverrides
  let draw: @Sendable () -> Double
  /// The executor that loads configurations for asynchronous callers, because a load may block on
  /// the lock and the disk.
  let loads = ThreadExecutor(label: "halyard.store")
  let state: Locked<State>
  /// The writer that persists the overrides; `nil` without a workspace.
  let writer: OverrideWriter?

  /// Creates a store without features, for a default user with attributes.
  ///
  /// - Parameters:
  ///   - context: The default user. A targeting key determines the assignments; without a key,
  ///     assignments are chosen at random once and stored.
  ///   - workspace: The workspace that persists overrides and random assignments; `nil` stores them in
  ///     memory only.
  ///   - isReadOnly: Whether the workspace is only read, and never written.
  ///   - author: The author of new overrides, such as `ana@build-7`.
  ///   - program: The program that the history of changes names, such as `halyard enable`.
  ///   - now: Returns the wall clock time, for the time and the expiry of overrides.
  ///   - clock: The clock that measures the waits for an expiry and for a retry.
  ///   - draw: Returns a random assignment in [0, 100).
  public convenience init(
    context: EvaluationContext,
    workspace: Workspace? = nil,
    isReadOnly: Bool = false,
    author: String? = nil,
    program: String? = nil,
    now: @escaping @Sendable () -> Date = { Date() },
    clock: any Clock<Duration> = ContinuousClock(),
    draw: @escaping @Sendable () -> Double = FlagStore.randomAssignments()
  ) {
    self.init(
      storage: workspace?.overrideStorage,
      context: context,
      workspace: workspace,
      isReadOnly: isReadOnly,
      author: author,
      program: program,
      now: now,
      clock: clock,
      draw: draw
    )
  }

  /// Creates a store without features, for a default user without attributes.
  ///
  /// - Parameters:
  ///   - user: The targeting key of the default user; `nil` for a user without a key.
  ///   - workspace: The workspace that persists overrides and random assignments; `nil` stores them in
  ///     memory only.
  ///   - isReadOnly: Whether the workspace is only read, and never written.
  ///   - author: The author of new overrides, such as `ana@build-7`.
  ///   - program: The program that the history of changes names, such as `halyard enable`.
  ///   - now: Returns the wall clock time, for the time and the expiry of overrides.
  ///   - clock: The clock that measures the waits for an expiry and for a retry.
  ///   - draw: Returns a random assignment in [0, 100).
  public convenience init(
    user: String? = nil,
    workspace: Workspace? = nil,
    isReadOnly: Bool = false,
    author: String? = nil,
    program: String? = nil,
    now: @escaping @Sendable () -> Date = { Date() },
    clock: any Clock<Duration> = ContinuousClock(),
    draw: @escaping @Sendable () -> Double = FlagStore.randomAssignments()
  ) {
    self.init(
      context: EvaluationContext(targetingKey: user),
      workspace: workspace,
      isReadOnly: isReadOnly,
      author: author,
      program: program,
      now: now,
      clock: clock,
      draw: draw
    )
  }

  /// Creates a store without features, whose overrides are not stored in the file of a workspace.
  ///
  /// - Parameters:
  ///   - storage: The storage that persists the overrides; `nil` stores them in memory only.
  ///   - context: The default user of the store.
  ///   - workspace: The workspace that persists random assignments.
  ///   - isReadOnly: Whether the storage and the workspace are only read, and never written.
  ///   - author: The author of new overrides, such as `ana@build-7`.
  ///   - program: The program that the history of changes names, such as `halyard enable`.
  ///   - session: The process that owns overrides with the lifetime `session`.
  ///   - now: Returns the wall clock time, for the time and the expiry of overrides.
  ///   - clock: The clock that measures the waits for an expiry and for a retry.
  ///   - draw: Returns a random assignment in [0, 100).
  package init(
    storage: (any OverrideStorage)?,
    context: EvaluationContext = EvaluationContext(),
    workspace: Workspace? = nil,
    isReadOnly: Bool = false,
    author: String? = nil,
    program: String? = nil,
    session: ProcessIdentity? = .current,
    now: @escaping @Sendable () -> Date = { Date() },
    clock: any Clock<Duration> = ContinuousClock(),
    draw: @escaping @Sendable () -> Double = FlagStore.randomAssignments()
  ) {
    let state = Locked(State(context: context))
    self.workspace = workspace
    self.isReadOnly = isReadOnly
    self.author = author
    self.program = program
    self.session = session
    self.now = now
    self.draw = draw
    self.state = state
    followed = FollowedOverrides(clock: clock, now: now)
    writer = storage.map {
      OverrideWriter($0, isReadOnly: isReadOnly, store: state, clock: clock, now: now)
    }
  }

  deinit {
    // Empties the state, which may outlive the store (see `DefaultStore.cells`). The lock is not held
    // while the former features are deallocated: a look-up by a stale pointer may wait for it.
    let former = state.withLock { state in
      defer { state = State(context: state.context) }
      return state
    }
    writer?.saveLast(former.overrides.unsavedOperations.filter { !$0.hasFailed }.map(\.operation))
  }
}

// MARK: Looking up

extension FlagStore {
  /// The features of the active configuration, in its order.
  public var features: [Feature] { state.withLock { $0.features } }

  /// The features of the active configuration, in its order; `nil` if none was loaded yet.
  var loadedFeatures: [Feature]? { state.withLock { $0.hasLoaded ? $0.features : nil } }

  /// Returns the feature with the given name; `nil` if the configuration has none.
  public func feature(named name: Feature.Name) -> Feature? {
    state.withLock { $0.feature(named: name) }
  }

  /// Returns a consistent snapshot of the features with the given names; names without a feature are
  /// omitted.
  package func features(named names: some Sequence<Feature.Name>) -> [Feature] {
    state.withLock { state in names.compactMap { state.feature(named: $0) } }
  }

  /// The overrides of features that the configuration does not have.
  ///
  /// The overrides have no effect until the configuration has their features again. `reset` removes
  /// them.
  public var orphanedOverrides: [OverrideKey: Override] {
    state.withLock { $0.publishedOrphans }
  }

  /// Reads the persisted overrides; empty without a storage.
  ///
  /// - Throws: The error of reading the storage.
  package func storedOverrides() async throws(WorkspaceError) -> [OverrideKey: Override] {
    try await writer?.storage.read().overrides ?? [:]
  }

  /// The features of ``orphanedOverrides``, sorted by name, so that they can be listed and reset.
  package var orphans: [Feature] {
    [Feature](removed: orphanedOverrides)
  }

  /// Returns the feature with the given name.
  ///
  /// - Throws: `unknownFeature`, with the most similar names.
  public func requiredFeature(named name: Feature.Name) throws(FlagStoreError) -> Feature {
    if let feature = feature(named: name) { return feature }
    throw .unknownFeature(
      name,
      nearest: NameSuggestions.suggestions(
        for: name.rawValue,
        among: features.lazy.map(\.name.rawValue)
      )
    )
  }

  /// Returns whether the feature with the given name is on; `false` if the configuration has none.
  public func isEnabled(_ name: Feature.Name, in build: BuildKind = .release) -> Bool {
    state.withLock { $0.isEnabled(name, in: build) ?? false }
  }

  /// Returns a stream of the changes after the call, for one consumer.
  ///
  /// The stream buffers 1,024 changes, and then drops the oldest ones. After a gap in
  /// ``StoreChange/revision``, the consumer has to read ``features`` again. The stream ends when the
  /// store is released.
  public func changes() -> AsyncStream<StoreChange> {
    state.withLock { state in
      state.changes.stream(buffering: .bufferingNewest(1024)) { change in
        var change = change
        // A slow consumer must not retain the features of each load in the buffer.
        change.loaded = nil
        return change
      }
    }
  }

  /// Registers a closure that receives each later change before the changing call returns.
  ///
  /// - Parameter receive: Called while the lock of the store is held: it must be fast, and must not
  ///   use the store (deadlock).
  /// - Returns: The number of the observer, for ``removeObserver(_:)``.
  func addObserver(_ receive: @escaping @Sendable (StoreChange) -> Void) -> Int {
    state.withLock { $0.changes.observe(receive) }
  }

  /// The active features, with the number of the last change.
  package var loaded: LoadedFeatures { state.withLock { $0.loaded } }

  /// Unregisters an observer, which then receives no more changes.
  func removeObserver(_ observer: Int) {
    state.withLock { $0.changes.remove(observer) }
  }
}

extension FlagStore {
  /// Reads the history of the persisted overrides; empty without a storage.
  ///
  /// - Throws: The error of reading the storage.
  package func history() async throws(WorkspaceError) -> History {
    try await writer?.storage.history() ?? History()
  }

  /// Reads the last operations of the history, the newest first; empty without a storage.
  ///
  /// - Throws: The error of reading the storage.
  package func recentOperations() async throws(WorkspaceError) -> [OverrideOperation] {
    try await writer?.storage.recentOperations() ?? []
  }

  /// Undoes the last change of the workspace's overrides by any program, and suspends the calling
  /// task until the former overrides are saved.
  ///
  /// Unsaved changes are saved first. Nothing can be undone in a store without a workspace, or whose
  /// workspace is only read.
  ///
  /// - Returns: The operation that was undone; `nil` if there was none.
  /// - Throws: `notSaved` if the workspace cannot be read or written; nothing is undone.
  @discardableResult
  package func undo() async throws(FlagStoreError) -> RevertedOperation? { try await revert(.undo) }

  /// Redoes the last undone change, and suspends the calling task until it is saved.
  ///
  /// - Returns: The operation that was redone; `nil` if there was none.
  /// - Throws: `notSaved` if the workspace cannot be read or written; nothing is redone.
  @discardableResult
  package func redo() async throws(FlagStoreError) -> RevertedOperation? { try await revert(.redo) }

  /// Undoes one operation, whose overrides no later operation has changed, and suspends the calling task
  /// until the former overrides are saved.
  ///
  /// - Parameter id: The identifier of the operation, or its start.
  /// - Returns: The operation with the changes of its reversal, or the reason why it cannot be undone on its
  ///   own.
  /// - Throws: `notRead` if the history cannot be read; `notSaved` if the workspace cannot be written.
  package func undo(
    operation id: String
  ) async throws(FlagStoreError) -> Result<RevertedOperation, History.OperationRefusal> {
    try await flush()
    let history = try await mapError(awaiting: await history(), to: FlagStoreError.notRead)
    guard let operation = history.operation(id) else { return .failure(.unknown) }
    let goals: [OverrideKey: Override?]
    do throws(History.OperationRefusal) {
      goals = try history.undoing(operation.id, at: now())
    } catch {
      return .failure(error)
    }
    let before = activeOverrides
    try await update(.undo(goals, operation: operation.id))
    let changes = goals.sorted { $0.key < $1.key }.map { key, override in
      OverrideOperation.Change(key, from: before[key], to: override)
    }
    return .success(RevertedOperation(operation, .undo, changes))
  }

  /// Undoes or redoes a change like ``undo()`` and ``redo()``, and blocks the calling thread.
  @discardableResult
  package func revertAndWait(
    _ direction: History.Direction
  ) throws(FlagStoreError) -> RevertedOperation? {
    guard let writer, !isReadOnly else { return nil }
    return try mapError(writer.revertAndWait(direction, signature()), to: FlagStoreError.notSaved)
  }

  private func revert(
    _ direction: History.Direction
  ) async throws(FlagStoreError) -> RevertedOperation? {
    guard let writer, !isReadOnly else { return nil }
    return try await mapError(
      awaiting: await writer.revert(direction, signature()),
      to: FlagStoreError.notSaved
    )
  }
}

extension FlagStore {
  /// Applies the overrides that other programs write into the workspace, within milliseconds.
  ///
  /// - Parameter onProblem: Called on any thread with an error when the overrides cannot be read,
  ///   and with `nil` when they can be read again. The active overrides remain in the meantime.
  /// - Returns: A handle that stops following when it is released; `nil` for a store without a
  ///   workspace, or if no thread can be created.
  public func followWorkspace(
    onProblem: @escaping @Sendable (WorkspaceError?) -> Void = { _ in }
  ) -> OverridesFollower? {
    writer?.follow(onProblem: onProblem)
  }

  /// Applies the overrides of a file with precedence over all others, and watches the file for
  /// changes.
  ///
  /// The file is only read, and may be created later. While it is malformed, the overrides that
  /// were read last remain active. Overrides with an expiry expire. A file that was followed before
  /// is released.
  ///
  /// The overrides of a server are followed in the same way; the token of the server is read from the
  /// environment variable `HALYARD_TOKEN`. The call blocks until the first response, at most for one
  /// second; a server that starts later is followed as soon as it responds.
  ///
  /// - Parameters:
  ///   - path: The path of an overrides file, the `overrides.json` of a workspace; or the `http` or
  ///     `https` URL of a server.
  ///   - onProblem: Called on any thread with an error when the file cannot be read or followed,
  ///     and with `nil` when it can be read again. A call that follows a different file, or stops
  ///     following, waits until the closure has returned.
  public func followOverrides(
    at path: String,
    onProblem: @escaping @Sendable (WorkspaceError?) -> Void = { _ in }
  ) {
    followOverrides(of: OverrideLocator(path), onProblem: onProblem)
  }

  /// Applies the overrides of a storage with precedence over all others, like
  /// ``followOverrides(at:onProblem:)``.
  package func followOverrides(
    of locator: OverrideLocator,
    onProblem: @escaping @Sendable (WorkspaceError?) -> Void = { _ in }
  ) {
    followed.follow(locator, onProblem: onProblem) { [weak self] in self?.applyFollowed() }
  }

  /// Stops following overrides, and clears the overrides of the followed storage.
  public func stopFollowingOverrides() {
    followed.stop()
  }

  private func applyFollowed() {
    let now = now()
    // Reads the overrides under the lock: of two threads, the one with the older overrides must not
    // apply them last.
    state.withLock { $0.replace(\.followed, with: followed.overrides, at: now) }
  }
}

extension FlagStore {
  /// Returns an in-memory copy of the store with its current features and overrides, and without observers.
  ///
  /// Changes of one store do not affect the other.
  package func copy() -> FlagStore {
    let copy = FlagStore(
      storage: nil,
      isReadOnly: true,
      author: author,
      program: program,
      session: session,
      now: now,
      draw: draw
    )
    let state = state.withLock { $0.copy() }
    copy.state.withLock { $0 = state }
    return copy
  }

  /// All active overrides, including those of features that the configuration does
  /// not have.
  package var activeOverrides: [OverrideKey: Override] {
    state.withLock { state in
      state.overriddenKeys.reduce(into: [:]) { $0[$1] = state.overrides.active($1) }
    }
  }

  /// A consistent snapshot of everything on which an override of a feature depends.
  package struct OverrideSnapshot {
    /// The features of the configuration with their active overrides, by name.
    package let features: [Feature.Name: Feature]
    /// All active overrides, including those of features that the configuration does not
    /// have.
    package let overrides: [OverrideKey: Override]
    package let evaluator: any FlagEvaluator
    package let context: EvaluationContext
  }

  /// Returns the snapshot for overrides of the named features, and of all features with overrides.
  package func overrideSnapshot(_ names: Set<Feature.Name>) -> OverrideSnapshot {
    state.withLock { state in
      let overridden = state.overriddenKeys
      return OverrideSnapshot(
        features: names.union(overridden.map(\.feature)).reduce(into: [:]) {
          $0[$1] = state.feature(named: $1)
        },
        overrides: overridden.reduce(into: [:]) { $0[$1] = state.overrides.active($1) },
        evaluator: state.evaluator,
        context: state.context
      )
    }
  }

  /// Applies overrides until the program exits; nothing is saved.
  ///
  /// They have precedence over the persisted overrides of the same features, even if other programs
  /// change those later.
  ///
  /// - Parameter overrides: The override of each feature; an empty one resets the feature.
  package func applyUntilExit(_ overrides: [OverrideKey: Override]) {
    let session = overrides.mapValues { override in
      var override = override
      override.setLifetime(.session, session: nil)
      return LocalOverride(session: override)
    }
    state.withLock { $0.setSession(session) }
  }
}
