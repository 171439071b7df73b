import Locking
import Networking

import struct FoundationEssentials.Date

extension OverrideWriter {
  /// Serves the queued requests to save, to revert or to read overrides, until the queue is empty.
  func run() async {
    while let round = nextRound() {
      let operations = operations(for: round)
      let commit = needsCommit(round, operations) ? await commit(operations) : nil
      let hasRead = finishSave(round, operations, commit)
      for reversal in round.reversals { finish(reversal, await revert(reversal, commit)) }
      guard needsRead(round) else { continue }
      finishRead(round, hasRead ? nil : await read())
    }
  }

  /// Serves the queued requests on the calling thread; requests that arrive in the meantime are
  /// served in the background, so that they do not delay the caller.
  func runOnce(_ storage: any LocalOverrideStorage) {
    if let round = nextRound() {
      let operations = operations(for: round)
      let commit =
        needsCommit(round, operations) ? Self.commit(operations, at: now(), to: storage) : nil
      let hasRead = finishSave(round, operations, commit)
      for reversal in round.reversals {
        finish(reversal, Self.revert(reversal, commit, in: storage))
      }
      if needsRead(round) { finishRead(round, hasRead ? nil : Self.read(storage)) }
    }
    let hasMore = state.withLock { state in
      state.isRunning = !state.round.isEmpty
      return state.isRunning
    }
    if hasMore { start() }
  }

  private func nextRound() -> Round? {
    state.withLock { state in
      state.isRunning = !state.round.isEmpty
      guard state.isRunning else { return nil }
      defer { state.round = Round() }
      return state.round
    }
  }

  private func operations(for round: Round) -> [UnsavedOperation] {
    guard round.saves, !isReadOnly else { return [] }
    return store.withLock { $0.overrides.unsavedOperations }
  }

  /// Whether the storage has to be written: to save operations, or to remove expired overrides.
  private func needsCommit(_ round: Round, _ operations: [UnsavedOperation]) -> Bool {
    !operations.isEmpty || (round.expires && !isReadOnly)
  }

  /// Applies the result of a commit, schedules a retry after a failure, and reports the result and
  /// the failure.
  ///
  /// A failure to remove expired overrides is not reported: they do not apply in any case, and the
  /// next commit removes them.
  ///
  /// - Returns: Whether there was a commit that returned the stored overrides.
  private func finishSave(_ round: Round, _ operations: [UnsavedOperation], _ commit: CommitResult?)
    -> Bool
  {
    var error: WorkspaceError?
    switch commit {
    case .success(let stored): apply(stored, operations)
    case .failure(let failure):
      error = failure
      store.withLock { $0.overrides.fail(operations) }
    case nil: break
    }
    if round.saves {
      reschedule(after: error)
      publish(error, isRetry: round.isRetry)
      for saver in round.savers { saver(error) }
    }
    if case .success = commit { return true }
    return false
  }

  /// Applies the overrides after a reversal, and reports the result to the caller.
  private func finish(
    _ reversal: Reversal,
    _ result: Result<OverrideReversal, WorkspaceError>
  ) {
    if case .success(let reversed) = result { apply(reversed.stored, cause: .call) }
    reversal.completion(result.map(\.reverted))
  }

  private func needsRead(_ round: Round) -> Bool {
    guard !round.reads, let reported = round.reported else { return round.reads }
    return state.withLock { $0.revision != reported }
  }

  /// Applies the content of the storage, and reports the result.
  ///
  /// - Parameters:
  ///   - round: The requests to complete.
  ///   - reading: The content of the storage; `nil` if a commit has already returned it.
  private func finishRead(_ round: Round, _ reading: StoredOverrides.Reading?) {
    var error: WorkspaceError?
    switch reading {
    case .success(let stored): apply(stored)
    case .failure(let failure): error = failure
    case nil: break
    }
    for reader in round.readers { reader(error) }
  }

  /// Applies the stored overrides, except expired ones.
  ///
  /// - Parameters:
  ///   - stored: The overrides in the storage; `nil` keeps the active overrides and only removes
  ///     expired ones.
  ///   - saved: The operations that the storage did not have before.
  ///   - cause: The cause of all changes that the saved operations did not make.
  private func apply(
    _ stored: StoredOverrides?,
    _ saved: [UnsavedOperation] = [],
    cause: StoreChange.Cause = .others
  ) {
    let now = now()
    if let stored { state.withLock { $0.revision = stored.revision } }
    store.withLock { store in
      let overrides = stored?.overrides ?? store.overrides.persisted
      store.replace(\.persisted, with: overrides, settling: saved, at: now, cause)
      store.expiryTimer = ExpiryTimer(
        store.overrides.persisted,
        clock: clock,
        now: self.now
      ) { [weak self] in
        self?.apply(nil)
        self?.removeExpired()
      }
    }
  }

  /// Schedules a retry after a failure, or cancels a scheduled retry after a success.
  private func reschedule(after error: WorkspaceError?) {
    let former = state.withLock { state in
      let former = state.retry
      guard error != nil else {
        state.backoff.reset()
        state.retry = nil
        return former
      }
      state.backoff.recordFailure()
      let delay = state.backoff.delay()
      state.retry = Task { [weak self, clock] in
        // Drops the error: the sleep fails only if the retry is cancelled.
        guard (try? await clock.sleep(for: delay)) != nil else { return }
        self?.save(isRetry: true)
      }
      return former
    }
    former?.cancel()
  }
}

// MARK: Storage

extension OverrideWriter {
  private func commit(_ operations: [UnsavedOperation]) async -> CommitResult {
    await Result(awaiting: try await storage.commit(operations.map(\.operation), at: now()))
  }

  private func read() async -> StoredOverrides.Reading {
    await Result(awaiting: try await storage.read())
  }

  /// Reverts an operation, unless the preceding save of unsaved operations has failed: the operation to
  /// revert may be one of them.
  private func revert(
    _ reversal: Reversal,
    _ commit: CommitResult?
  ) async -> Result<OverrideReversal, WorkspaceError> {
    if case .failure(let error) = commit { return .failure(error) }
    return await Result(
      awaiting: try await storage.revert(reversal.direction, reversal.signature)
    )
  }

  private static func revert(
    _ reversal: Reversal,
    _ commit: CommitResult?,
    in storage: any LocalOverrideStorage
  ) -> Result<OverrideReversal, WorkspaceError> {
    if case .failure(let error) = commit { return .failure(error) }
    return Result { () throws(WorkspaceError) in
      try storage.revertNow(reversal.direction, reversal.signature)
    }
  }

  private static func commit(
    _ operations: [UnsavedOperation],
    at now: Date,
    to storage: any LocalOverrideStorage
  ) -> CommitResult {
    CommitResult { () throws(WorkspaceError) in
      try storage.commitNow(operations.map(\.operation), at: now)
    }
  }

  private static func read(_ storage: any LocalOverrideStorage) -> StoredOverrides.Reading {
    StoredOverrides.Reading { () throws(WorkspaceError) in try storage.readNow() }
  }
}
