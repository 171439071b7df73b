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
  ///     assignments are drawn once and stored.
  ///   - workspace: The workspace that persists overrides and drawn assignments; `nil` stores them
  ///     in memory only.
  ///   - isReadOnly: Whether the workspace is only read, and never written.
  ///   - author: The author of new overrides, such as `ana@build-7`.
  ///   - program: The program that the history of changes names, such as `halyard enable`.
  ///   - now: Returns the wall clock time, for the time and the expiry of overrides.
  ///   - clock: The clock that measures the waits for an expiry and for a retry.
  ///   - draw: Draws a random assignment from [0, 100).
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
  ///   - workspace: The workspace that persists overrides and drawn assignments; `nil` stores them
  ///     in memory only.
  ///   - isReadOnly: Whether the workspace is only read, and never written.
  ///   - author: The author of new overrides, such as `ana@build-7`.
  ///   - program: The program that the history of changes names, such as `halyard enable`.
  ///   - now: Returns the wall clock time, for the time and the expiry of overrides.
  ///   - clock: The clock that measures the waits for an expiry and for a retry.
  ///   - draw: Draws a random assignment from [0, 100).
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
  ///   - workspace: The workspace that persists drawn assignments.
  ///   - isReadOnly: Whether the storage and the workspace are only read, and never written.
  ///   - author: The author of new overrides, such as `ana@build-7`.
  ///   - program: The program that the history of changes names, such as `halyard enable`.
  ///   - session: The process that owns overrides with the lifetime `session`.
  ///   - now: Returns the wall clock time, for the time and the expiry of overrides.
  ///   - clock: The clock that measures the waits for an expiry and for a retry.
  ///   - draw: Draws a random assignment from [0, 100).
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
    // Empty the state, which may outlive the store (see `DefaultStore.cells`). The lock is not held
    // while the former features are deallocated: a look-up by a stale pointer may wait for it.
    let former = state.withLock { state in
      defer { state = State(context: state.context) }
      return state
    }
    writer?.saveLast(former.overrides.unsavedActs.filter { !$0.hasFailed }.map(\.act))
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

  /// Returns the features with the given names, without those that the configuration does not have, at one
  /// moment.
  package func features(named names: some Sequence<Feature.Name>) -> [Feature] {
    state.withLock { state in names.compactMap { state.feature(named: $0) } }
  }

  /// The overrides of features that the configuration does not have.
  ///
  /// The overrides have no effect until the configuration has their features again. `reset` removes
  /// them.
  public var orphanedOverrides: [Feature.Name: Override] {
    state.withLock { $0.publishedOrphans }
  }

  /// Reads the persisted overrides; empty without a storage.
  ///
  /// - Throws: The error of reading the storage.
  package func storedOverrides() async throws(WorkspaceError) -> [Feature.Name: Override] {
    try await writer?.storage.read().overrides ?? [:]
  }

  /// The features of ``orphanedOverrides``, sorted by name, so that they can be listed and reset.
  package var orphans: [Feature] {
    orphanedOverrides.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { Feature(removed: $0.key, override: $0.value) }
  }

  /// Returns the feature with the given name.
  ///
  /// - Throws: `unknownFeature`, with the most similar names.
  public func requiredFeature(named name: Feature.Name) throws(FlagStoreError) -> Feature {
    if let feature = feature(named: name) { return feature }
    throw .unknownFeature(
      name,
      nearest: Spelling.suggestions(for: name.rawValue, among: features.lazy.map(\.name.rawValue))
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

  /// Reads the last acts of the history, the newest first; empty without a storage.
  ///
  /// - Throws: The error of reading the storage.
  package func recentActs() async throws(WorkspaceError) -> [OverrideAct] {
    try await writer?.storage.recentActs() ?? []
  }

  /// Undoes the last change of the workspace's overrides by any program, and suspends the calling
  /// task until the former overrides are saved.
  ///
  /// Unsaved changes are saved first. Nothing can be undone in a store without a workspace, or with
  /// one that is only read.
  ///
  /// - Returns: The act that was undone; `nil` if there was none.
  /// - Throws: `notSaved` if the workspace cannot be read or written; nothing is undone.
  @discardableResult
  package func undo() async throws(FlagStoreError) -> RevertedAct? { try await revert(.undo) }

  /// Redoes the last undone change, and suspends the calling task until it is saved.
  ///
  /// - Returns: The act that was redone; `nil` if there was none.
  /// - Throws: `notSaved` if the workspace cannot be read or written; nothing is redone.
  @discardableResult
  package func redo() async throws(FlagStoreError) -> RevertedAct? { try await revert(.redo) }

  /// Undoes or redoes a change like ``undo()`` and ``redo()``, and blocks the calling thread.
  @discardableResult
  package func revertAndWait(
    _ direction: History.Direction
  ) throws(FlagStoreError) -> RevertedAct? {
    guard let writer, !isReadOnly else { return nil }
    return try mapError(writer.revertAndWait(direction, signature()), to: FlagStoreError.notSaved)
  }

  private func revert(
    _ direction: History.Direction
  ) async throws(FlagStoreError) -> RevertedAct? {
    guard let writer, !isReadOnly else { return nil }
    return try await mapError(
      awaiting: await writer.revert(direction, signature()),
      to: FlagStoreError.notSaved
    )
  }
}
