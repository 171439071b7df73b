import FeatureFlags
import Locking
import Workbench

import struct FoundationEssentials.Date

extension TeamReplica {
  /// The result of a commit.
  struct Committed {
    var changes: [OverrideOperation.Change] = []
    /// The overrides with a conflict, which were not changed: somebody else has changed or locked them in
    /// the meantime.
    var contested: [OverrideKey] = []
  }

  /// Applies operations to the overrides of the namespace; an operation is one change of any number of
  /// overrides by one person.
  ///
  /// - Throws: The error of etcd; the operations before the failed one remain committed.
  func commit(_ operations: [OverrideOperation], at now: Date) async throws(TeamError) {
    _ = try await read()
    for operation in operations {
      let result = try await commit(operation, at: now, isForcing: isForcing)
      await addConflicts(result.contested, of: operation)
    }
  }

  /// Applies an operation to the overrides of the namespace, and records it in the history.
  ///
  /// An operation with very many features is committed in several transactions, which the history shows
  /// as one operation. Overrides that somebody else has changed in the meantime or has locked are not
  /// changed.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - now: The current time, from which the remaining lifetime of an override is computed.
  ///   - isForcing: Whether changes and locks of others are overwritten.
  /// - Returns: The changes, and the overrides with a conflict.
  /// - Throws: The error of etcd.
  @discardableResult
  func commit(
    _ operation: OverrideOperation,
    at now: Date,
    isForcing: Bool = false
  ) async throws(TeamError) -> Committed {
    var all = Committed()
    for part in OperationPart.parts(of: operation) {
      let rules = CommitRules(isForcing: isForcing, overruled: state.withLock { $0.overruledLocks })
      let result = try await commit(part, rules, at: now)
      all.changes += result.changes
      all.contested += result.contested
    }
    // Drops the error: the operation itself is committed, and a later commit trims the history again.
    if countCommit(trimmedEvery: 32) { try? await trimHistory(at: now) }
    return all
  }

  /// Commits one part of an operation, and retries while other programs change its overrides meanwhile.
  private func commit(
    _ part: OperationPart,
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
      // Ignores an overruled lock for one change only: for the next change, the user has to overrule the
      // lock again.
      let keys = Set(part.changes.map(\.key))
      state.withLock { state in
        state.overruledLocks = state.overruledLocks.filter { !keys.contains($0.key) }
      }
      return Committed(changes: recorded.changes, contested: plan.contested)
    }
    throw Self.contended
  }

  /// The maximum number of attempts to commit a part while others change the same keys.
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
    _ recorded: OverrideOperation,
    _ leases: [Override.Lifetime: Int64]
  ) async throws(TeamError) -> Bool {
    let outcome: EtcdTransaction.Outcome
    do throws(TeamError) {
      outcome = try await client.run(plan.transaction(layout, leases: leases))
    } catch {
      // Keeps the leases after a transient error: the transaction may have been committed.
      if !error.isTransient { await revoke(leases) }
      throw error
    }
    switch outcome {
    case .succeeded(let revision):
      change { $0.apply(recorded.changes, at: revision) }
      return true
    case .failed(let snapshot):
      let own = layout.bytes(of: .history(plan.id))
      // If the key of this operation exists, an earlier attempt was committed, and its response was lost.
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
      // Drops the error: etcd ends an unused lease at the end of its lifetime.
      try? await client.revokeLease(lease)
    }
  }

  /// Reads the operation that an earlier attempt with a lost response has recorded; `nil` if there is
  /// none.
  private func earlierCommit(of part: OperationPart) async throws(TeamError) -> OverrideOperation? {
    let snapshot = try await client.read(EtcdRange(key: layout.bytes(of: .history(part.id))))
    return snapshot.items.first.flatMap { Self.operation($0.value) }
  }

  /// Updates the list of the session overrides that this program owns.
  private func trackSessionOverrides(
    _ changes: [OverrideOperation.Change],
    except others: Set<OverrideKey>
  ) {
    state.withLock { state in
      for change in changes {
        let isOwn = change.to?.lifetime == .session && !others.contains(change.key)
        state.sessionOverrides[change.key] = isOwn ? change.to : nil
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
  /// Reports conflicts for overrides of an operation that were not changed, with the author of the
  /// override that remains.
  func addConflicts(_ keys: [OverrideKey], of operation: OverrideOperation) async {
    guard !keys.isEmpty else { return }
    addConflicts(keys, of: operation, after: await operationsForConflicts())
  }

  /// Reads the newest operations of the history to find the authors of conflicting changes.
  ///
  /// The history is needed for resets, which delete the key of an override together with its author.
  func operationsForConflicts() async -> [OverrideOperation] {
    // Drops the error: a conflict can be reported without an author.
    (try? await recentOperations(limit: Self.searchedOperations)) ?? []
  }

  /// Reports conflicts for overrides of an operation that were not changed; `operations` are the newest
  /// of the history.
  func addConflicts(
    _ keys: [OverrideKey],
    of operation: OverrideOperation,
    after operations: [OverrideOperation],
    wasPending: Bool = false
  ) {
    guard !keys.isEmpty else { return }
    let conflicts = keys.map { key in
      let (theirs, lock) = withContent { ($0.overrides[key], $0.locks[key]) }
      let last = operations.first { operation in operation.changes.contains { $0.key == key } }
      var conflict = OverrideConflict(
        key: key,
        mine: operation.change(of: key)?.to,
        theirs: theirs,
        author: theirs?.author ?? last?.author,
        date: theirs?.date ?? last?.date,
        lock: lock.flatMap { $0.refuses(operation.signature.author, at: now()) ? $0 : nil }
      )
      conflict.wasPending = wasPending
      return conflict
    }
    add(conflicts)
  }

  /// The number of newest operations in which the author of a conflicting change is searched.
  private static let searchedOperations = 200
}
