import Locking
import Networking

extension OverrideWriter {
  /// Serves the queued requests to save or to read overrides, until the queue is empty.
  func run() async {
    while let round = nextRound() {
      let changes = changes(for: round)
      let commit = changes.isEmpty ? nil : await commit(changes)
      let hasRead = finishSave(round, changes, commit)
      guard needsRead(round) else { continue }
      finishRead(round, hasRead ? nil : await read())
    }
  }

  /// Serves the queued requests on the calling thread; requests that arrive in the meantime are
  /// served in the background, so that they do not delay the caller.
  func runOnce(_ storage: any LocalOverrideStorage) {
    if let round = nextRound() {
      let changes = changes(for: round)
      let commit = changes.isEmpty ? nil : Self.commit(changes, to: storage)
      let hasRead = finishSave(round, changes, commit)
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

  private func changes(for round: Round) -> Changes {
    guard round.saves, !isReadOnly else { return [:] }
    return store.withLock { $0.overrides.unsaved }
  }

  /// Applies the result of a commit, schedules a retry after a failure, and reports the result and
  /// the failure.
  ///
  /// - Returns: Whether there was a commit that returned the stored overrides.
  private func finishSave(_ round: Round, _ changes: Changes, _ commit: CommitResult?) -> Bool {
    guard round.saves else { return false }
    var error: WorkspaceError?
    switch commit {
    case .success(let stored): apply(stored, changes)
    case .failure(.failed(let failure)):
      error = failure
      store.withLock { $0.overrides.fail(changes) }
    // Cannot occur: a commit without an expected revision never conflicts.
    case .failure(.conflict): store.withLock { $0.overrides.fail(changes) }
    case nil: break
    }
    reschedule(after: error)
    publish(error, isRetry: round.isRetry)
    for saver in round.savers { saver(error) }
    if case .success = commit { return true }
    return false
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
  ///   - saved: The changes that the storage now has for the first time.
  private func apply(
    _ stored: StoredOverrides?,
    _ saved: [Feature.Name: UnsavedOverride] = [:]
  ) {
    let now = now()
    if let stored { state.withLock { $0.revision = stored.revision } }
    store.withLock { store in
      let overrides = stored?.overrides ?? store.overrides.persisted
      store.replace(\.persisted, with: overrides, settling: saved, at: now)
      store.expiryTimer = ExpiryTimer(
        store.overrides.persisted,
        clock: clock,
        now: self.now
      ) { [weak self] in
        self?.apply(nil)
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
        // Drop the error: the sleep fails only when the retry is cancelled.
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
  private func commit(_ changes: Changes) async -> CommitResult {
    do throws(OverrideCommitError) {
      return .success(try await storage.commit(changes.mapValues(\.override), ifRevision: nil))
    } catch {
      return .failure(error)
    }
  }

  private func read() async -> StoredOverrides.Reading {
    do throws(WorkspaceError) { return .success(try await storage.read()) } catch {
      return .failure(error)
    }
  }

  private static func commit(
    _ changes: Changes,
    to storage: any LocalOverrideStorage
  ) -> CommitResult {
    CommitResult { () throws(OverrideCommitError) in
      try storage.commitNow(changes.mapValues(\.override), ifRevision: nil)
    }
  }

  private static func read(_ storage: any LocalOverrideStorage) -> StoredOverrides.Reading {
    StoredOverrides.Reading { () throws(WorkspaceError) in try storage.readNow() }
  }
}
