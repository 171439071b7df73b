import FeatureFlags
import Locking
import Workbench

import struct FoundationEssentials.Date

extension TeamReplica {
  /// The result of a commit.
  struct Committed {
    var changes: [OverrideAct.Change] = []
    /// The features that were not changed, because somebody else has changed or locked them since the act.
    var contested: [Feature.Name] = []
  }

  /// Applies acts (changes by a person, each of any number of features) to the overrides of the namespace.
  ///
  /// - Throws: The error of etcd; acts before the failing one remain committed.
  func commit(_ acts: [OverrideAct], at now: Date) async throws(TeamError) {
    _ = try await read()
    for act in acts {
      let result = try await commit(act, at: now, isForcing: isForcing)
      await addConflicts(result.contested, of: act)
    }
  }

  /// Applies an act to the overrides of the namespace, and records it in the history.
  ///
  /// An act of very many features is committed in several transactions, which the history shows as one act.
  /// Features that somebody else has changed since the act, or has locked, are not changed.
  ///
  /// - Parameters:
  ///   - act: The act.
  ///   - now: The current time, from which the remaining lifetime of an override is computed.
  ///   - isForcing: Whether changes and locks by others are overwritten.
  /// - Returns: The changed and the contested features.
  /// - Throws: The error of etcd.
  @discardableResult
  func commit(
    _ act: OverrideAct,
    at now: Date,
    isForcing: Bool = false
  ) async throws(TeamError) -> Committed {
    var all = Committed()
    for part in ActPart.parts(of: act) {
      let rules = CommitRules(isForcing: isForcing, overruled: state.withLock { $0.overruledLocks })
      let result = try await commit(part, rules, at: now)
      all.changes += result.changes
      all.contested += result.contested
    }
    // Drops the error: the act itself is committed, and a later commit removes old acts of the history.
    if countCommit(trimmedEvery: 32) { try? await trimHistory(at: now) }
    return all
  }

  /// Commits one part of an act, and retries while other programs change its features at the same time.
  private func commit(
    _ part: ActPart,
    _ rules: CommitRules,
    at now: Date
  ) async throws(TeamError) -> Committed {
    var leases: [Override.Lifetime: Int64] = [:]
    for _ in 0..<Self.attemptLimit {
      let plan = state.withLock { state in
        CommitPlan(part, state.content, rules, own: state.sessionOverrides, at: now)
      }
      if !plan.contested.isEmpty, let earlier = try await earlierCommit(of: part) {
        return Committed(changes: earlier.changes, contested: plan.contested(besides: earlier))
      }
      guard let recorded = plan.recorded else { return Committed(contested: plan.contested) }
      for lifetime in plan.lifetimes where leases[lifetime] == nil {
        leases[lifetime] = try await lease(for: lifetime, at: now)
      }
      guard try await run(plan, recorded, leases) else { continue }
      trackSessionOverrides(recorded.changes, except: plan.othersSessionOverrides)
      // An overruled lock is ignored for one change only: the next one needs a new decision of the user.
      let names = Set(part.changes.map(\.feature))
      state.withLock { state in
        state.overruledLocks = state.overruledLocks.filter { !names.contains($0.feature) }
      }
      return Committed(changes: recorded.changes, contested: plan.contested)
    }
    throw Self.contended
  }

  /// The number of attempts to commit a part while others change the same keys.
  static let attemptLimit = 100
  /// The error after the last failed attempt.
  static let contended = TeamError.unavailable(
    reason: "other programs keep changing the same features"
  )

  /// Runs the transaction of one part of a commit, and applies its changes to the local content.
  ///
  /// - Returns: Whether the part is committed; `false` if another writer was faster.
  private func run(
    _ plan: CommitPlan,
    _ recorded: OverrideAct,
    _ leases: [Override.Lifetime: Int64]
  ) async throws(TeamError) -> Bool {
    let outcome: EtcdTransaction.Outcome
    do throws(TeamError) {
      outcome = try await client.run(plan.transaction(layout, leases: leases))
    } catch {
      // After a transient error, the transaction may have been committed: keep the leases of its overrides.
      if !error.isTransient { await revoke(leases) }
      throw error
    }
    switch outcome {
    case .succeeded(let revision):
      change { $0.apply(recorded.changes, at: revision) }
      return true
    case .failed(let snapshot):
      let own = layout.bytes(of: .history(plan.id))
      // If the key of this act exists, an earlier attempt was committed, and its response was lost.
      let earlier = snapshot.items.first { $0.key == own }?.modRevision
      change { content in
        if let earlier { content.apply(recorded.changes, at: earlier) }
        content.replace(plan.revisions.keys, with: snapshot, layout)
      }
      return earlier != nil
    }
  }

  /// Ends the leases that were created for overrides with an expiry.
  private func revoke(_ leases: [Override.Lifetime: Int64]) async {
    for (lifetime, lease) in leases {
      guard case .until = lifetime else { continue }
      // Drops the error: etcd ends an unused lease after its time.
      try? await client.revokeLease(lease)
    }
  }

  /// Reads the act that an earlier attempt has recorded, whose response was lost; `nil` if there is no such
  /// act.
  private func earlierCommit(of part: ActPart) async throws(TeamError) -> OverrideAct? {
    let snapshot = try await client.read(EtcdRange(key: layout.bytes(of: .history(part.id))))
    return snapshot.items.first.flatMap { Self.act($0.value) }
  }

  /// Records which session overrides this program owns after the changes.
  private func trackSessionOverrides(
    _ changes: [OverrideAct.Change],
    except others: Set<Feature.Name>
  ) {
    state.withLock { state in
      for change in changes {
        let isOwn = change.to?.lifetime == .session && !others.contains(change.feature)
        state.sessionOverrides[change.feature] = isOwn ? change.to : nil
      }
    }
  }

  /// Returns the lease under which an override with the given lifetime is written; 0 for an override that
  /// does not end.
  private func lease(
    for lifetime: Override.Lifetime,
    at now: Date
  ) async throws(TeamError) -> Int64 {
    switch lifetime {
    case .kept, .lasting: return 0
    case .session:
      guard let programLease else { throw .noSession }
      return programLease
    case .until(let end):
      let seconds = max(1, end.timeIntervalSince(now).rounded(.up))
      return try await client.grantLease(seconds: Int64(min(seconds, Self.longestLease)))
    }
  }

  /// The longest lifetime of a lease in seconds, below the limit of etcd: 100 years.
  private static let longestLease = 3_153_600_000.0
}

// MARK: Conflicts

extension TeamReplica {
  /// Reports conflicts: changes of an act that were not committed, with the author of the change that
  /// remains.
  func addConflicts(_ names: [Feature.Name], of act: OverrideAct) async {
    guard !names.isEmpty else { return }
    addConflicts(names, of: act, after: await actsForConflicts())
  }

  /// Reads the newest acts of the history, which name the author of a conflicting change: a reset deletes
  /// the key of the override, and the author with it.
  func actsForConflicts() async -> [OverrideAct] {
    // Drops the error: a conflict can be reported without an author.
    (try? await recentActs(limit: Self.searchedActs)) ?? []
  }

  /// Reports the changes of an act that were not committed.
  func addConflicts(
    _ names: [Feature.Name],
    of act: OverrideAct,
    after acts: [OverrideAct],
    wasPending: Bool = false
  ) {
    guard !names.isEmpty else { return }
    let conflicts = names.map { name in
      let (theirs, lock) = withContent { ($0.overrides[name], $0.locks[name]) }
      let last = acts.first { act in act.changes.contains { $0.feature == name } }
      var conflict = OverrideConflict(
        feature: name,
        mine: act.change(of: name)?.to,
        theirs: theirs,
        author: theirs?.author ?? last?.author,
        date: theirs?.date ?? last?.date,
        lock: lock.flatMap { $0.refuses(act.signature.author, at: now()) ? $0 : nil }
      )
      conflict.wasPending = wasPending
      return conflict
    }
    add(conflicts)
  }

  /// The number of newest acts in which the author of a reset is searched.
  private static let searchedActs = 200
}
