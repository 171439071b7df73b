import FeatureFlags
import Files
import Locking

import struct FoundationEssentials.Date

// MARK: Copy

extension TeamSpace {
  /// Uses the copy of the overrides on disk and the pending acts, until etcd responds.
  ///
  /// - Returns: Whether there are overrides, of etcd or of the copy.
  /// - Throws: The error of reading the copy.
  @discardableResult
  func loadCopy() throws(WorkspaceError) -> Bool {
    guard let copy else { return false }
    if withContent({ $0.revision == 0 }), let content = try copy.read() {
      state.withLock { state in
        state.copiedRevision = content.stored.revision
        // A response of etcd is newer.
        if state.content.revision == 0 { state.content = content }
      }
    }
    try reloadPending()
    return withContent { $0.revision > 0 }
  }

  /// Writes the overrides into the copy, if they have changed since they were last written.
  func saveCopy() {
    guard let copy else { return }
    let content = state.withLock { state -> TeamContent? in
      let revision = state.content.stored.revision
      guard !state.content.isCopy, state.copiedRevision != revision else { return nil }
      state.copiedRevision = revision
      return state.content
    }
    // Drops the error: without a copy the team works, and the error of the folder is thrown as soon as an
    // act has to be queued.
    if let content { try? copy.write(content) }
  }
}

// MARK: Pending acts

extension TeamSpace {
  /// Commits acts like ``commit(_:at:ifRevision:)`` after the pending ones; without a connection, adds them
  /// to the pending ones.
  ///
  /// - Throws: The error of etcd, if the acts are neither committed nor pending.
  func commitOrQueue(
    _ acts: [OverrideAct],
    at now: Date,
    ifRevision expected: OverrideRevision?
  ) async throws(WorkspaceError) -> Bool {
    do throws(WorkspaceError) {
      try requireConnection()
      if try await !sendPending() { throw failure(.unavailable(reason: Self.waitsForOwner)) }
      do throws(TeamError) {
        return try await commit(acts, at: now, ifRevision: expected)
      } catch {
        throw failure(error)
      }
    } catch {
      guard case .team(_, let cause) = error, try canQueue(acts, after: cause) else { throw error }
      guard expected == nil || stored.revision == expected else { return false }
      try queue(acts)
      return true
    }
  }

  /// Undoes or redoes the last pending act of the author while etcd cannot be reached.
  ///
  /// - Returns: The reverted act; `nil` if no pending act can be reverted.
  func revertPending(
    _ direction: History.Direction,
    _ signature: OverrideAct.Signature
  ) throws(WorkspaceError) -> HistoryAct? {
    let own = state.withLock { $0.pending }.filter { $0.signature.author == signature.author }
    guard let target = Self.target(of: direction, in: own.reversed().map(\.asRecorded)) else {
      return nil
    }
    try queue([Self.reversal(of: target, direction, signature)])
    return target
  }

  /// Throws at once while a connection is being opened again, so that no change waits for timeouts.
  func requireConnection() throws(WorkspaceError) {
    guard copy != nil, let error = state.withLock({ $0.offlineError }) else { return }
    throw failure(error)
  }

  /// Returns whether acts can be pending after an error of etcd.
  private func canQueue(
    _ acts: [OverrideAct],
    after error: TeamError
  ) throws(WorkspaceError) -> Bool {
    guard error.isTransient, try loadCopy() else { return false }
    let hasSession = state.withLock { $0.isFollowed }
    let needsSession = acts.contains { act in
      act.changes.values.contains { $0?.lifetime == .session }
    }
    guard hasSession || !needsSession else { throw failure(.noSession) }
    if state.withLock({ $0.offlineError == nil }) { setOffline(error) }
    return true
  }

  /// Adds acts to the pending ones, on disk first.
  private func queue(_ acts: [OverrideAct]) throws(WorkspaceError) {
    guard let copy, !acts.isEmpty else { return }
    let based = acts.map { act in
      let bases = act.bases ?? bases(of: act)
      return OverrideAct(id: act.id, act.changes, act.signature, act.kind, bases: bases)
    }
    setPending(try copy.append(based), copy.queueStamp)
  }

  /// The present overrides of the features of an act.
  private func bases(of act: OverrideAct) -> [FeatureName: Override?] {
    let overrides = stored.overrides
    return act.changes.reduce(into: [:]) { bases, change in
      bases.updateValue(overrides[change.key], forKey: change.key)
    }
  }

  /// Reads the pending acts again, if another program has changed them.
  func reloadPending() throws(WorkspaceError) {
    guard let copy else { return }
    let stamp = copy.queueStamp
    guard state.withLock({ $0.queueStamp != stamp }) else { return }
    setPending(try copy.pendingActs(), stamp)
  }

  private func setPending(_ acts: [OverrideAct], _ stamp: FileStamp) {
    state.withLock { ($0.pending, $0.queueStamp) = (acts, stamp) }
    report { .success(self.stored) }
    reportActivity()
  }

  private static let waitsForOwner =
    "a dashboard on this machine is about to send earlier changes"
}

// MARK: Sending

extension TeamSpace {
  /// Commits the pending acts in their order, and removes them from the queue.
  ///
  /// Several programs may send the same acts: the history has each act once. The program that removes an
  /// act reports its conflicts.
  ///
  /// - Returns: Whether no act is pending any more; an act with session overrides waits for its program.
  /// - Throws: The error of etcd or of the queue; the acts that were not committed remain pending.
  @discardableResult
  func sendPending() async throws(WorkspaceError) -> Bool {
    try reloadPending()
    let acts = state.withLock { $0.pending }
    guard !acts.isEmpty else { return true }
    var sent: [Sent] = []
    let cause: TeamError?
    do throws(TeamError) {
      _ = try await read()
      for act in acts {
        guard let own = act.withoutEndedSessions(of: ProcessIdentity.current) else { break }
        var base: Int64?
        let result = try await commit(own, at: now(), after: &base)
        sent.append(Sent(act: own, contested: result?.contested ?? []))
      }
      cause = nil
    } catch {
      cause = error
    }
    try await finishSending(sent)
    if let cause { throw failure(cause) }
    return sent.count == acts.count
  }

  /// A pending act that was committed, except its contested features.
  private struct Sent {
    let act: OverrideAct
    let contested: [FeatureName]
  }

  /// Removes the acts that were sent from the queue, and reports the conflicts of the last act of each
  /// feature.
  private func finishSending(_ sent: [Sent]) async throws(WorkspaceError) {
    guard let copy, !sent.isEmpty else { return }
    let (removed, rest) = try copy.remove(Set(sent.map(\.act.id)))
    setPending(rest, copy.queueStamp)
    var last: [FeatureName: Int] = [:]
    for (index, item) in sent.enumerated() {
      for name in item.act.changes.keys { last[name] = index }
    }
    for (index, item) in sent.enumerated() where removed.contains(item.act.id) {
      await addConflicts(item.contested.filter { last[$0] == index }, of: item.act)
    }
  }
}

extension OverrideAct {
  /// Returns the act without the session overrides of programs that have exited, which it resets; `nil` if
  /// it has session overrides of another running program, which sends the act itself.
  fileprivate func withoutEndedSessions(of process: ProcessIdentity?) -> OverrideAct? {
    var open = changes
    for (name, override) in changes {
      guard let override, override.lifetime == .session, override.session != process else {
        continue
      }
      guard override.session?.isRunning != true else { return nil }
      open.updateValue(nil, forKey: name)
    }
    return OverrideAct(id: id, open, signature, kind, bases: bases)
  }
}
