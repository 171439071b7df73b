import Locking

import struct FoundationEssentials.Date

extension FlagStore {
  /// Makes a decision about features.
  ///
  /// The decision is in effect, and in the stream of changes, before it is saved.
  ///
  /// - Parameters:
  ///   - decision: What is decided.
  ///   - names: The features it is decided about.
  ///   - isSaved: Whether the workspace keeps it; otherwise it stands until the program ends.
  /// - Throws: `unknownFeature` or `refused`, and nothing is changed; `notSaved`, and the decision
  ///   stands until the program ends, or is saved with one that comes later.
  public func decide(
    _ decision: Decision,
    for names: [Feature.Name],
    isSaved: Bool = true
  ) throws(FlagStoreError) {
    try decide([decision], for: names, isSaved: isSaved)
  }

  /// Makes several decisions about features, all of them or, if one is refused, none.
  ///
  /// - Parameters:
  ///   - decisions: What is decided, in this order.
  ///   - names: The features it is decided about.
  ///   - isSaved: Whether the workspace keeps it; otherwise it stands until the program ends.
  /// - Throws: `unknownFeature` or `refused`, and nothing is changed; `notSaved`, and the decisions
  ///   stand until the program ends, or are saved with one that comes later.
  public func decide(
    _ decisions: [Decision],
    for names: [Feature.Name],
    isSaved: Bool = true
  ) throws(FlagStoreError) {
    try save(try stage(decisions, for: names, isSaved: isSaved))
  }

  /// Puts decisions in effect at once, and leaves it to the caller to save them.
  ///
  /// - Parameters:
  ///   - decisions: What is decided, in this order.
  ///   - names: The features it is decided about.
  ///   - isSaved: Whether the workspace is to keep it.
  /// - Returns: What has to be saved.
  /// - Throws: `unknownFeature` or `refused`, and nothing is changed.
  package func stage(
    _ decisions: [Decision],
    for names: [Feature.Name],
    isSaved: Bool = true
  ) throws(FlagStoreError) -> StagedChanges {
    for name in names { _ = try requiredFeature(named: name) }
    let now = now()
    // Files keep whole seconds, and an override must not differ when it is read again.
    let date = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down))
    let stamp = OwnOverride.Stamp(date: date, author: author)
    return try state.withLock { state throws(FlagStoreError) in
      var decided: [Feature.Name: OwnOverride] = [:]
      for name in names {
        guard let feature = state.feature(named: name) else {
          throw .unknownFeature(name, nearest: [])
        }
        do throws(DecisionError) {
          decided[name] = try state.own(of: feature, at: now)
            .after(decisions, on: feature, isSaved: isSaved, stamp: stamp)
        } catch {
          throw .refused(name, error)
        }
      }
      guard isSaved else {
        state.keepForSession(decided)
        return StagedChanges()
      }
      return put(decided, in: &state)
    }
  }

  /// Gives features back to their source.
  ///
  /// - Throws: `unknownFeature`, and nothing is changed; `notSaved`, and the features follow their
  ///   source until the program ends.
  public func reset(_ names: [Feature.Name]) throws(FlagStoreError) {
    try save(try stageReset(names))
  }

  /// Gives features back to their source at once, and leaves it to the caller to save that.
  ///
  /// - Throws: `unknownFeature`, and nothing is changed.
  package func stageReset(_ names: [Feature.Name]) throws(FlagStoreError) -> StagedChanges {
    try requireKnown(names)
    return state.withLock { giveBack(names, in: &$0) }
  }

  /// Gives every feature back to its source, also those that the configuration no longer has.
  ///
  /// - Throws: `notSaved`; the features follow their source until the program ends.
  public func resetAll() throws(FlagStoreError) {
    try save(state.withLock { giveBack($0.overriddenNames, in: &$0) })
  }

  /// Takes features out of the store and forgets their overrides.
  ///
  /// They come back with the next load if the configuration still has them, and the user is in the
  /// same variation of each as before, because assignments are not forgotten.
  ///
  /// - Throws: `unknownFeature`, and nothing is changed; `notSaved` if the workspace still has them.
  public func delete(_ names: [Feature.Name]) throws(FlagStoreError) {
    try requireKnown(names)
    let deleted = Set(names)
    state.withLock { $0.delete(deleted) }
    guard let workspace, !isReadOnly else { return }
    do throws(WorkspaceError) {
      try exchanging { () throws(WorkspaceError) in
        try workspace.updateOverrides { $0 = $0.filter { !deleted.contains($0.key) } }
      }
    } catch {
      throw .notSaved(error)
    }
  }

  /// Checks that each name is that of a feature, or of an override whose feature is gone.
  private func requireKnown(_ names: [Feature.Name]) throws(FlagStoreError) {
    for name in names where !state.withLock({ $0.isOverridden(name) }) {
      _ = try requiredFeature(named: name)
    }
  }

  private func giveBack(
    _ names: some Sequence<Feature.Name>,
    in state: inout State
  ) -> StagedChanges {
    put(Dictionary(names.map { ($0, OwnOverride()) }) { $1 }, in: &state)
  }

  /// Puts in effect what the workspace is to keep.
  ///
  /// A workspace that is only read would take back at the next reading what it does not have.
  private func put(_ decided: [Feature.Name: OwnOverride], in state: inout State) -> StagedChanges {
    let staged = state.put(decided, isUnsaved: workspace != nil)
    return StagedChanges(workspace == nil || isReadOnly ? [:] : staged)
  }

  /// Writes what is in effect into the workspace, for other programs and the next start.
  ///
  /// What could not be saved before goes along.
  ///
  /// - Throws: `notSaved`; it stands until the program ends, or is saved with what comes next.
  package func save(_ staged: StagedChanges) throws(FlagStoreError) {
    let changes = state.withLock { $0.failed.merging(staged.changes) { _, new in new } }
    guard let workspace, !changes.isEmpty else { return }
    do throws(WorkspaceError) {
      try exchanging { () throws(WorkspaceError) in
        // Of two threads the one that decided first may come here last.
        let changes = state.withLock { state in changes.filter { state.isNews($1, of: $0) } }
        let overrides = try workspace.updateOverrides { overrides in
          for (name, change) in changes { overrides[name] = change.override }
        }
        take(overrides, settling: changes)
      }
    } catch {
      state.withLock { $0.fail(changes) }
      throw .notSaved(error)
    }
  }
}
