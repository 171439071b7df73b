import Locking

import struct FoundationEssentials.Date

/// One change of the overrides of a store.
public enum OverrideUpdate: Hashable, Sendable {
  /// Applies decisions, in this order, to each of the features: all of them or, if a feature does not
  /// allow one, none. With `isSaved: false` the result applies until the program ends.
  case decide([Decision], for: [Feature.Name], isSaved: Bool = true)
  /// Clears the overrides of features, also of those that the configuration no longer has.
  case reset([Feature.Name])
  /// Clears all overrides.
  case resetAll
  /// Removes features and their overrides until the next load; assignments stay.
  case delete([Feature.Name])
}

extension FlagStore {
  /// Applies a decision to features, and blocks the calling thread until it is saved.
  ///
  /// The override is active, and in the stream of changes, before it is saved. In asynchronous code
  /// call ``update(_:)`` instead, which blocks no thread.
  ///
  /// - Parameters:
  ///   - decision: The decision.
  ///   - names: The features.
  ///   - isSaved: Whether the workspace persists the override; otherwise it applies until the program
  ///     ends.
  /// - Throws: `unknownFeature` or `refused`, and nothing is changed; `notSaved`, and the override
  ///   applies until the program ends, or is saved by a retry.
  public func decide(
    _ decision: Decision,
    for names: [Feature.Name],
    isSaved: Bool = true
  ) throws(FlagStoreError) {
    try decide([decision], for: names, isSaved: isSaved)
  }

  /// Applies several decisions to features, all of them or, if one is refused, none.
  ///
  /// - Parameters:
  ///   - decisions: The decisions, in this order.
  ///   - names: The features.
  ///   - isSaved: Whether the workspace persists the overrides; otherwise they apply until the
  ///     program ends.
  /// - Throws: As for one decision.
  public func decide(
    _ decisions: [Decision],
    for names: [Feature.Name],
    isSaved: Bool = true
  ) throws(FlagStoreError) {
    try applyAndWait(.decide(decisions, for: names, isSaved: isSaved))
  }

  /// Clears the overrides of features, and blocks the calling thread until that is saved.
  ///
  /// - Throws: `unknownFeature`, and nothing is changed; `notSaved`, and the reset applies until the
  ///   program ends, or is saved by a retry.
  public func reset(_ names: [Feature.Name]) throws(FlagStoreError) {
    try applyAndWait(.reset(names))
  }

  /// Clears all overrides, also of features that the configuration no longer has, and blocks the
  /// calling thread until that is saved.
  ///
  /// - Throws: `notSaved`; the reset applies until the program ends, or is saved by a retry.
  public func resetAll() throws(FlagStoreError) {
    try applyAndWait(.resetAll)
  }

  /// Removes features and their overrides, and blocks the calling thread until that is saved.
  ///
  /// The features return with the next load if the configuration still has them. Each user is in the
  /// same variations as before, because assignments are not removed.
  ///
  /// - Throws: `unknownFeature`, and nothing is changed; `notSaved` if the workspace still has the
  ///   overrides.
  public func delete(_ names: [Feature.Name]) throws(FlagStoreError) {
    try applyAndWait(.delete(names))
  }

  /// Reads the overrides again, which other programs may have changed; blocks the calling thread.
  ///
  /// - Throws: `notRead` if they cannot be read; the active overrides stay.
  public func reloadOverrides() throws(FlagStoreError) {
    do throws(WorkspaceError) {
      try writer?.readAndWait()
    } catch {
      throw .notRead(error)
    }
  }

  /// Applies a change, and suspends the calling task until it is saved.
  ///
  /// ```swift
  /// let store = FlagStore()
  /// try store.load(Configuration(features: [Feature(name: "New Cart")]))
  /// try await store.update(.decide([.enabled(true)], for: ["New Cart"]))
  /// ```
  ///
  /// - Throws: `unknownFeature` or `refused`, and nothing is changed; `notSaved`, and the change
  ///   applies until the program ends, or is saved by a retry.
  public func update(_ change: OverrideUpdate) async throws(FlagStoreError) {
    try activate(change)
    if change.isSaved { try await flush() }
  }

  /// Suspends the calling task until all changes are saved.
  ///
  /// - Throws: `notSaved` if a change could not be saved; retries go on.
  public func flush() async throws(FlagStoreError) {
    do throws(WorkspaceError) {
      try await writer?.flush()
    } catch {
      throw .notSaved(error)
    }
  }

  /// Applies a change, and saves it in the background; ``saveStatuses()`` reports a failure.
  ///
  /// - Throws: `unknownFeature` or `refused`, and nothing is changed.
  package func apply(_ change: OverrideUpdate) throws(FlagStoreError) {
    try activate(change)
    if change.isSaved { writer?.save() }
  }

  private func applyAndWait(_ change: OverrideUpdate) throws(FlagStoreError) {
    try activate(change)
    guard change.isSaved else { return }
    do throws(WorkspaceError) {
      try writer?.saveAndWait()
    } catch {
      throw .notSaved(error)
    }
  }
}

// MARK: Status

extension FlagStore {
  /// The features whose overrides could not be saved, and are not saved yet.
  package var unsavedNames: Set<Feature.Name> { state.withLock { $0.unsavedNames } }

  /// Reports each failure to save a change of this program, and each change of the unsaved features.
  ///
  /// The stream ends with the store, or at once for a store without a workspace.
  package func saveStatuses() -> AsyncStream<OverrideSaveStatus> {
    writer?.statuses() ?? AsyncStream { $0.finish() }
  }
}

// MARK: Changing the state

extension FlagStore {
  /// Makes a change active, and leaves it to the caller to request that it is saved.
  private func activate(_ change: OverrideUpdate) throws(FlagStoreError) {
    switch change {
    case .decide(let decisions, let names, let isSaved):
      try decideNow(decisions, for: names, isSaved: isSaved)
    case .reset(let names):
      try requireKnown(names)
      state.withLock { reset(names, in: &$0) }
    case .resetAll: state.withLock { reset($0.overriddenNames, in: &$0) }
    case .delete(let names):
      try requireKnown(names)
      let isPersistent = writer?.isReadOnly == false
      state.withLock { $0.delete(Set(names), isPersistent: isPersistent) }
    }
  }

  private func decideNow(
    _ decisions: [Decision],
    for names: [Feature.Name],
    isSaved: Bool
  ) throws(FlagStoreError) {
    for name in names { _ = try requiredFeature(named: name) }
    let now = now()
    // Rounded, because files have whole seconds, and an override must not differ when it is read.
    let date = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down))
    let stamp = LocalOverride.Stamp(date: date, author: author)
    try state.withLock { state throws(FlagStoreError) in
      var changed: [Feature.Name: LocalOverride] = [:]
      for name in names {
        guard let feature = state.feature(named: name) else {
          throw .unknownFeature(name, nearest: [])
        }
        do throws(DecisionError) {
          changed[name] = try state.local(of: feature, at: now)
            .after(decisions, on: feature, isSaved: isSaved, stamp: stamp)
        } catch {
          throw .refused(name, error)
        }
      }
      if isSaved {
        state.set(changed, isPersistent: writer != nil)
      } else {
        state.setSession(changed)
      }
    }
  }

  private func reset(_ names: some Sequence<Feature.Name>, in state: inout State) {
    let resets = Dictionary(names.map { ($0, LocalOverride()) }) { $1 }
    state.set(resets, isPersistent: writer != nil)
  }

  /// Checks that each name is that of a feature, or of an override without a feature.
  private func requireKnown(_ names: [Feature.Name]) throws(FlagStoreError) {
    for name in names where !state.withLock({ $0.isOverridden(name) }) {
      _ = try requiredFeature(named: name)
    }
  }
}

extension OverrideUpdate {
  /// Whether the change is persisted.
  fileprivate var isSaved: Bool {
    switch self {
    case .decide(_, _, let isSaved): isSaved
    case .reset, .resetAll, .delete: true
    }
  }
}
