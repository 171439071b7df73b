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
