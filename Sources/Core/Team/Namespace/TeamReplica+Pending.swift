import FeatureFlags
import Files
import Locking

import struct FoundationEssentials.Date

// MARK: Copy

extension TeamReplica {
  /// Loads the copy of the overrides on disk and the pending acts, which are used until etcd responds.
  ///
  /// - Returns: Whether the program has overrides now, from etcd or from the copy.
  /// - Throws: The error of reading the copy.
  @discardableResult
  func loadCopy() throws(WorkspaceError) -> Bool {
    guard let copy else { return false }
    if withContent({ $0.revision == 0 }), let content = try copy.read() {
      state.withLock { state in
        state.copiedRevision = content.stored.revision
        // Keep the overrides if etcd has responded before: they are newer than the copy.
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
    // Drops the error: the copy is needed only without a connection, and an error of its folder is thrown
    // as soon as an act has to be queued there.
    guard (try? copy.write(content)) != nil else { return }
    state.withLock { $0.copiedRevision = content.stored.revision }
  }
}

// MARK: Pending acts

extension TeamReplica {
  /// Commits the pending acts and then the given acts; without a connection, adds the given acts to the
  /// pending ones.
  ///
  /// - Throws: The error of etcd, if the acts are neither committed nor pending.
  func commitOrQueue(_ acts: [OverrideAct], at now: Date) async throws(WorkspaceError) {
    do throws(WorkspaceError) {
      try requireConnection()
      guard try await sendPending() else {
        // Acts that another program has to send are still pending: the given acts have to follow them.
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
  /// - Returns: The reverted act with the changes; `nil` if no pending act can be reverted.
  func revertPending(
    _ direction: History.Direction,
    _ signature: OverrideAct.Signature
  ) throws(WorkspaceError) -> RevertedAct? {
    let own = state.withLock { $0.pending }.filter { $0.author == signature.author }
    guard let target = Self.target(of: direction, in: own.reversed()) else {
      return nil
    }
    let act = Self.reversal(of: target, direction, signature)
    try queue([act])
    let changes = act.changes.filter { $0.from != $0.to }
    return RevertedAct(target, direction, changes)
  }

  /// Throws at once while the connection is lost, so that no change has to wait for a timeout.
  func requireConnection() throws(WorkspaceError) {
    guard copy != nil, let error = state.withLock({ $0.offlineError }) else { return }
    throw failure(error)
  }

  /// Returns whether acts can be queued after the given error of etcd.
  private func canQueue(after error: TeamError) throws(WorkspaceError) -> Bool {
    guard error.isTransient, try loadCopy() else { return false }
    if state.withLock({ $0.offlineError == nil }) { setOffline(error) }
    return true
  }

  /// Adds acts to the pending ones; the queue on disk is written first.
  ///
  /// - Throws: `noSession` and `tooLarge` for acts that etcd could not accept later either, and the error
  ///   of the queue.
  private func queue(_ acts: [OverrideAct]) throws(WorkspaceError) {
    guard let copy, !acts.isEmpty else { return }
    var based: [OverrideAct] = []
    let overrides = stored.overrides
    for act in acts {
      let changes = act.changes.map { change in
        OverrideAct.Change(
          feature: change.feature,
          from: act.isBased ? change.from : overrides[change.feature],
          to: change.to?.withOwner
        )
      }
      let needsSession = changes.contains { $0.to?.lifetime == .session }
      guard !needsSession || state.withLock({ $0.isFollowed }) else { throw failure(.noSession) }
      based.append(act.with(changes))
    }
    guard based.allSatisfy(canSend), let all = try copy.append(based) else {
      throw failure(.tooLarge)
    }
    setPending(all)
  }

  /// Whether the transactions of an act are within the size limit of etcd.
  private func canSend(_ act: OverrideAct) -> Bool {
    ActPart.parts(of: act).allSatisfy { part in
      let empty = TeamContent()
      let rules = CommitRules(isForcing: true, overruled: [])
      let plan = CommitPlan(part, empty, rules, own: [:], at: act.signature.date)
      // The history also contains the former overrides: they count too.
      let former = part.changes.compactMap(\.from)
      let size = former.reduce(plan.transaction(layout, leases: [:]).call.body.count) {
        $0 + TeamOverride.write($1).count * 4 / 3
      }
      return size < EtcdTransaction.sizeLimit
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
  ///   - acts: The acts that the queue contains.
  ///   - stamp: The metadata of the queue file before it was read. The default value causes the queue to be
  ///     read again later, because another program may have changed it in the meantime.
  private func setPending(_ acts: [OverrideAct], _ stamp: FileStamp = FileStamp("")) {
    state.withLock { ($0.pending, $0.queueStamp) = (acts, stamp) }
    report { .success(self.stored) }
    reportActivity()
  }
}

// MARK: Sending

extension TeamReplica {
  /// Commits the pending acts in their order, and removes them from the queue.
  ///
  /// If several programs send the same act, the history contains it once. The program that removes an act
  /// from the queue reports its conflicts.
  ///
  /// - Returns: Whether no act is pending any more; an act with session overrides of another program stays
  ///   pending.
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
        // The option `--force` of a command applies only to the acts of the command, not to pending ones.
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

  /// A pending act that was committed, except for its contested features.
  private struct Sent {
    let act: OverrideAct
    let contested: [Feature.Name]
  }

  /// Removes the sent acts from the queue, and reports the conflicts; only the last act of each feature is
  /// reported.
  private func finishSending(_ sent: [Sent]) async throws(WorkspaceError) {
    guard let copy, !sent.isEmpty else { return }
    // Read the history before the removal: if the program ended in between, the conflict would be lost.
    let isContested = sent.contains { !$0.contested.isEmpty }
    let acts = isContested ? await actsForConflicts() : []
    let (removed, rest) = try copy.remove(Set(sent.map(\.act.id)))
    setPending(rest)
    var (first, last): ([Feature.Name: Int], [Feature.Name: Int]) = ([:], [:])
    for (index, item) in sent.enumerated() {
      for name in item.act.changes.map(\.feature) {
        first[name] = first[name] ?? index
        last[name] = index
      }
    }
    for (index, item) in sent.enumerated() where removed.contains(item.act.id) {
      let names = item.contested.filter { name in
        guard last[name] == index else { return false }
        // No conflict is reported if later acts in the queue have undone the change: the user has nothing
        // to decide.
        let base = first[name].flatMap { sent[$0].act.change(of: name)?.from }
        return item.act.change(of: name)?.to != base || first[name] == index
      }
      addConflicts(names, of: item.act, after: acts, wasPending: true)
    }
  }
}

extension Override {
  /// The override with this process as its owner, if it is a session override without one, so that it ends
  /// with the process.
  fileprivate var withOwner: Override {
    guard lifetime == .session, session == nil else { return self }
    var override = self
    override.session = .current
    return override
  }
}

extension OverrideAct {
  /// Returns the act with session overrides of exited programs replaced by resets; `nil` if the act has
  /// session overrides of another running program, which has to send the act itself.
  fileprivate func sendable(by process: ProcessIdentity?) -> OverrideAct? {
    var open: [Change] = []
    for change in changes {
      let isOfOther = change.to?.lifetime == .session && change.to?.session != process
      guard !isOfOther || change.to?.session?.isRunning != true else { return nil }
      let to = isOfOther ? nil : change.to
      open.append(Change(feature: change.feature, from: change.from, to: to))
    }
    return with(open, isBased: isBased)
  }
}
