import FeatureFlags
import Files
import Locking

import struct FoundationEssentials.Date

// MARK: Copy

extension TeamNamespace {
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
      return state.content.isCopy || state.copiedRevision == revision ? nil : state.content
    }
    guard let content else { return }
    // Drops the error: without a copy the team works, and the error of the folder is thrown as soon as an
    // act has to be queued.
    guard (try? copy.write(content)) != nil else { return }
    state.withLock { $0.copiedRevision = content.stored.revision }
  }
}

// MARK: Pending acts

extension TeamNamespace {
  /// Commits acts like ``commit(_:at:)`` after the pending ones; without a connection, adds them
  /// to the pending ones.
  ///
  /// - Throws: The error of etcd, if the acts are neither committed nor pending.
  func commitOrQueue(_ acts: [OverrideAct], at now: Date) async throws(WorkspaceError) {
    do throws(WorkspaceError) {
      try requireConnection()
      guard try await sendPending() else {
        // The acts of a program that is about to send its session overrides are first.
        return try queue(acts)
      }
      try await mapError(awaiting: await commit(acts, at: now), to: failure)
    } catch {
      guard let cause = error.teamError, try canQueue(after: cause) else { throw error }
      try queue(acts)
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
  private func canQueue(after error: TeamError) throws(WorkspaceError) -> Bool {
    guard error.isTransient, try loadCopy() else { return false }
    if state.withLock({ $0.offlineError == nil }) { setOffline(error) }
    return true
  }

  /// Adds acts to the pending ones, on disk first.
  ///
  /// - Throws: `noSession` and `tooLarge` for acts that cannot be committed later, and the error of the
  ///   queue.
  private func queue(_ acts: [OverrideAct]) throws(WorkspaceError) {
    guard let copy, !acts.isEmpty else { return }
    var based: [OverrideAct] = []
    for act in acts {
      let changes = act.changes.mapValues(\.?.withOwner)
      let needsSession = changes.values.contains { $0?.lifetime == .session }
      guard !needsSession || state.withLock({ $0.isFollowed }) else { throw failure(.noSession) }
      let bases = act.bases ?? bases(of: act)
      based.append(OverrideAct(id: act.id, changes, act.signature, act.kind, bases: bases))
    }
    guard based.allSatisfy(canSend), let all = try copy.append(based) else {
      throw failure(.tooLarge)
    }
    setPending(all)
  }

  /// Whether etcd accepts the size of the transactions of an act.
  private func canSend(_ act: OverrideAct) -> Bool {
    ActPart.parts(of: act).allSatisfy { part in
      let empty = TeamContent()
      let rules = CommitRules(isForcing: true, overruled: [])
      let plan = CommitPlan(part, empty, rules, own: [:], at: act.signature.date)
      // The history has the former overrides too.
      let former = part.names.compactMap { act.bases?[$0].flatMap(\.self) }
      let size = former.reduce(plan.transaction(layout, leases: [:]).call.body.count) {
        $0 + TeamOverride.write($1).count * 4 / 3
      }
      return size < EtcdTransaction.sizeLimit
    }
  }

  /// The present overrides of the features of an act.
  private func bases(of act: OverrideAct) -> [Feature.Name: Override?] {
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

  /// Replaces the pending acts.
  ///
  /// - Parameters:
  ///   - acts: The acts in the queue.
  ///   - stamp: The metadata of the queue before it was read. By default it is read again later, because
  ///     another program may have changed it since.
  private func setPending(_ acts: [OverrideAct], _ stamp: FileStamp = FileStamp("")) {
    state.withLock { ($0.pending, $0.queueStamp) = (acts, stamp) }
    report { .success(self.stored) }
    reportActivity()
  }
}

// MARK: Sending

extension TeamNamespace {
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
        guard let own = act.sendable(by: ProcessIdentity.current) else { break }
        // `--force` of a command applies to its own acts only.
        let result = try await commit(own, at: now(), isForcing: false)
        sent.append(Sent(act: own, contested: result.contested))
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
    let contested: [Feature.Name]
  }

  /// Removes the acts that were sent from the queue, and reports the conflicts of the last act of each
  /// feature.
  private func finishSending(_ sent: [Sent]) async throws(WorkspaceError) {
    guard let copy, !sent.isEmpty else { return }
    // Read the history first: a conflict must not be lost if the program ends after the removal.
    let isContested = sent.contains { !$0.contested.isEmpty }
    let acts = isContested ? await actsForConflicts() : []
    let (removed, rest) = try copy.remove(Set(sent.map(\.act.id)))
    setPending(rest)
    var (first, last): ([Feature.Name: Int], [Feature.Name: Int]) = ([:], [:])
    for (index, item) in sent.enumerated() {
      for name in item.act.changes.keys {
        first[name] = first[name] ?? index
        last[name] = index
      }
    }
    for (index, item) in sent.enumerated() where removed.contains(item.act.id) {
      let names = item.contested.filter { name in
        guard last[name] == index else { return false }
        // Changes that were undone in the queue need no decision of the user.
        let base = first[name].flatMap { sent[$0].act.bases?[name].flatMap(\.self) }
        return item.act.changes[name].flatMap(\.self) != base || first[name] == index
      }
      addConflicts(names, of: item.act, after: acts, wasPending: true)
    }
  }
}

extension Override {
  /// The override with this process as the owner of its session, so that a pending session override ends
  /// with the process.
  fileprivate var withOwner: Override {
    guard lifetime == .session, session == nil else { return self }
    var override = self
    override.session = .current
    return override
  }
}

extension OverrideAct {
  /// Returns the act without the session overrides of programs that have exited, which it resets; `nil` if
  /// it has session overrides of another running program, which sends the act itself.
  fileprivate func sendable(by process: ProcessIdentity?) -> OverrideAct? {
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
