import FeatureFlags
import Files
import Locking

import struct FoundationEssentials.Date

// MARK: Copy

extension TeamReplica {
  /// Loads the copy of the overrides on disk and the pending operations, which are used until etcd responds.
  ///
  /// - Returns: Whether the program has overrides after the call, from etcd or from the copy.
  /// - Throws: The error of reading the copy.
  @discardableResult
  func loadCopy() throws(WorkspaceError) -> Bool {
    guard let copy else { return false }
    if withContent({ $0.revision == 0 }), let content = try copy.read() {
      state.withLock { state in
        state.copiedRevision = content.stored.revision
        // Keeps the overrides if etcd has responded in the meantime: they are newer than the copy.
        if state.content.revision == 0 { state.content = content }
      }
    }
    try reloadPending()
    return withContent { $0.revision > 0 }
  }

  /// Writes the overrides into the copy on disk, if they have changed since the last write.
  func saveCopy() {
    guard let copy else { return }
    let content = state.withLock { state -> TeamContent? in
      let revision = state.content.stored.revision
      return state.content.isCopy || state.copiedRevision == revision ? nil : state.content
    }
    guard let content else { return }
    // Drops the error: the copy is needed only without a connection, and queueing an operation in the
    // same folder throws its own error.
    guard (try? copy.write(content)) != nil else { return }
    state.withLock { $0.copiedRevision = content.stored.revision }
  }
}

// MARK: Pending operations

extension TeamReplica {
  /// Commits the pending operations, and then the given operations.
  ///
  /// Without a connection, the given operations are added to the pending ones.
  ///
  /// - Throws: The error of etcd, if the operations are neither committed nor pending.
  func commitOrQueue(_ operations: [OverrideOperation], at now: Date) async throws(WorkspaceError) {
    do throws(WorkspaceError) {
      try requireConnection()
      guard try await sendPending() else {
        // Queues the operations if some operations remain pending, because another program has to send
        // them: the order of the operations must not change.
        return try queue(operations)
      }
      try await mapError(awaiting: await commit(operations, at: now), to: failure)
    } catch {
      guard let cause = error.teamError, try canQueue(after: cause) else { throw error }
      try queue(operations)
    }
  }

  /// Undoes or redoes the last pending operation of the author, by queueing the opposite operation.
  ///
  /// - Returns: The reverted operation with the changes of its reversal; `nil` if no pending operation
  ///   can be reverted.
  func revertPending(
    _ direction: History.Direction,
    _ signature: OverrideOperation.Signature
  ) throws(WorkspaceError) -> RevertedOperation? {
    let own = state.withLock { $0.pending }.filter { $0.author == signature.author }
    guard let target = Self.target(of: direction, in: own.reversed()) else {
      return nil
    }
    let operation = Self.reversal(of: target, direction, signature)
    try queue([operation])
    let changes = operation.changes.filter { $0.from != $0.to }
    return RevertedOperation(target, direction, changes)
  }

  /// Throws immediately if etcd cannot be reached, so that no change has to wait for a timeout.
  func requireConnection() throws(WorkspaceError) {
    guard copy != nil, let error = state.withLock({ $0.offlineError }) else { return }
    throw failure(error)
  }

  /// Returns whether operations can be queued after the given error of etcd.
  private func canQueue(after error: TeamError) throws(WorkspaceError) -> Bool {
    guard error.isTransient, try loadCopy() else { return false }
    if state.withLock({ $0.offlineError == nil }) { setOffline(error) }
    return true
  }

  /// Adds operations to the pending ones, in the queue on disk and then in memory.
  ///
  /// - Throws: `noSession` or `tooLarge` for an operation that etcd would not accept later either, or
  ///   the error of the queue.
  private func queue(_ operations: [OverrideOperation]) throws(WorkspaceError) {
    guard let copy, !operations.isEmpty else { return }
    var based: [OverrideOperation] = []
    let overrides = stored.overrides
    for operation in operations {
      let changes = operation.changes.map { change in
        OverrideOperation.Change(
          change.key,
          from: operation.isBased ? change.from : overrides[change.key],
          to: change.to?.withOwner
        )
      }
      let needsSession = changes.contains { $0.to?.lifetime == .session }
      guard !needsSession || state.withLock({ $0.isFollowed }) else { throw failure(.noSession) }
      based.append(operation.with(changes))
    }
    guard based.allSatisfy(canSend), let all = try copy.append(based) else {
      throw failure(.tooLarge)
    }
    setPending(all)
  }

  /// Whether the transactions of an operation are within the size limit of etcd.
  private func canSend(_ operation: OverrideOperation) -> Bool {
    OperationPart.parts(of: operation).allSatisfy { part in
      let empty = TeamContent()
      let rules = CommitRules(isForcing: true, overruled: [])
      let plan = CommitPlan(part, empty, rules, own: [:], at: operation.signature.date)
      // Adds the size of the former overrides, which the history also contains.
      let former = part.changes.compactMap(\.from)
      let size = former.reduce(plan.transaction(layout, leases: [:]).call.body.count) {
        $0 + TeamOverride.write($1).count * 4 / 3
      }
      return size < EtcdTransaction.sizeLimit
    }
  }

  /// Reads the pending operations again if another program has changed the queue file.
  func reloadPending() throws(WorkspaceError) {
    guard let copy else { return }
    let stamp = copy.queueStamp
    guard state.withLock({ $0.queueStamp != stamp }) else { return }
    setPending(try copy.pendingOperations(), stamp)
  }

  /// Replaces the pending operations.
  ///
  /// - Parameters:
  ///   - operations: The operations in the queue.
  ///   - stamp: The metadata of the queue file before it was read. With the default value, the queue is
  ///     read again later, because another program may have changed it in the meantime.
  private func setPending(_ operations: [OverrideOperation], _ stamp: FileStamp = FileStamp("")) {
    state.withLock { ($0.pending, $0.queueStamp) = (operations, stamp) }
    report { .success(self.stored) }
    reportActivity()
  }
}

// MARK: Sending

extension TeamReplica {
  /// Commits the pending operations in their order, and removes them from the queue.
  ///
  /// Several programs can send the same operation: the history then contains it once. The program that
  /// removes an operation from the queue reports the conflicts of the operation.
  ///
  /// - Returns: Whether no operation is pending any more; an operation with session overrides of another
  ///   program remains pending.
  /// - Throws: The error of etcd or of the queue; the operations that were not committed remain pending.
  @discardableResult
  func sendPending() async throws(WorkspaceError) -> Bool {
    try reloadPending()
    let operations = state.withLock { $0.pending }
    guard !operations.isEmpty else { return true }
    var sent: [Sent] = []
    let cause: TeamError?
    do throws(TeamError) {
      _ = try await read()
      for operation in operations {
        guard let own = operation.sendable(by: ProcessIdentity.current) else { break }
        // Does not force pending operations: the option `--force` applies only to the operations of its
        // own command.
        let result = try await commit(own, at: now(), isForcing: false)
        sent.append(Sent(operation: own, contested: result.contested))
      }
      cause = nil
    } catch {
      cause = error
    }
    try await finishSending(sent)
    if let cause { throw failure(cause) }
    return sent.count == operations.count
  }

  /// A pending operation that was committed, with the overrides that were not changed because of a
  /// conflict.
  private struct Sent {
    let operation: OverrideOperation
    let contested: [OverrideKey]
  }

  /// Removes the sent operations from the queue, and reports their conflicts: for each override, only
  /// that of its last operation.
  private func finishSending(_ sent: [Sent]) async throws(WorkspaceError) {
    guard let copy, !sent.isEmpty else { return }
    // Reads the history before the removal: if the program ended after a removal, the conflicts would be
    // lost.
    let isContested = sent.contains { !$0.contested.isEmpty }
    let operations = isContested ? await operationsForConflicts() : []
    let (removed, rest) = try copy.remove(Set(sent.map(\.operation.id)))
    setPending(rest)
    var (first, last): ([OverrideKey: Int], [OverrideKey: Int]) = ([:], [:])
    for (index, item) in sent.enumerated() {
      for key in item.operation.changes.map(\.key) {
        first[key] = first[key] ?? index
        last[key] = index
      }
    }
    for (index, item) in sent.enumerated() where removed.contains(item.operation.id) {
      let keys = item.contested.filter { key in
        guard last[key] == index else { return false }
        // Reports no conflict if later operations in the queue have undone the change: the user has
        // nothing to decide.
        let base = first[key].flatMap { sent[$0].operation.change(of: key)?.from }
        return item.operation.change(of: key)?.to != base || first[key] == index
      }
      addConflicts(keys, of: item.operation, after: operations, wasPending: true)
    }
  }
}

extension Override {
  /// The override with this process as its owner if it is a session override without an owner; otherwise
  /// the same override.
  fileprivate var withOwner: Override {
    guard lifetime == .session, session == nil else { return self }
    var override = self
    override.session = .current
    return override
  }
}

extension OverrideOperation {
  /// Returns the operation as this program can send it: session overrides of exited programs are
  /// replaced by resets.
  ///
  /// Returns `nil` if the operation has session overrides of another running program, which has to send
  /// the operation itself.
  fileprivate func sendable(by process: ProcessIdentity?) -> OverrideOperation? {
    var open: [Change] = []
    for change in changes {
      let isOfOther = change.to?.lifetime == .session && change.to?.session != process
      guard !isOfOther || change.to?.session?.isRunning != true else { return nil }
      let to = isOfOther ? nil : change.to
      open.append(Change(change.key, from: change.from, to: to))
    }
    return with(open, isBased: isBased)
  }
}
