import Documents
import FeatureFlags
import Files
import Locking
import Workbench

import struct FoundationEssentials.Date

/// Keeps a local replica of a team's overrides in one namespace of etcd: reads and commits overrides,
/// and reports each change.
///
/// All methods are safe to call from any thread. No lock is held during a call to etcd.
final class TeamReplica: Sendable {
  struct State {
    var content = TeamContent()
    /// The pending operations, which were not sent to etcd yet; the oldest first.
    var pending: [OverrideOperation] = []
    /// The metadata of the queue on disk when it was last read.
    var queueStamp = FileStamp("")
    /// The revision of the overrides that the copy on disk contains; `nil` if it is unknown.
    var copiedRevision: OverrideRevision?
    /// The reason why etcd cannot be reached; `nil` while it responds.
    var offlineError: TeamError?
    /// Whether a watch reports all changes, so that the content does not have to be read again.
    var isWatching = false
    /// The lease of the program, under which its session overrides are written; `nil` while there is no
    /// lease.
    var programLease: Int64?
    /// Whether the program follows the namespace, so that it can own session overrides.
    var isFollowed = false
    /// Whether a lease of the program has expired, so that its session overrides have to be set again.
    var hasLostLease = false
    /// The session overrides of this program, which etcd deletes when the lease of the program ends.
    var sessionOverrides: [OverrideKey: Override] = [:]
    /// The locks that the user has overruled.
    var overruledLocks: Set<FeatureLock> = []
    /// The number of commits since the history was last trimmed.
    var commitsSinceTrim = 0
    /// The conflicts that were not shown to the user yet, by override; a conflict is a change that was
    /// not committed.
    var conflicts: [OverrideKey: OverrideConflict] = [:]
    var onConflict: (@Sendable () -> Void)?
    /// The state of the connection to the team; its list of members is computed from the content of the
    /// namespace.
    var activity: TeamActivity
    var onActivity: (@Sendable (TeamActivity) -> Void)?
    /// The feature that the user has selected.
    var selection: Feature.Name?
    /// The selected feature that was last sent to the team.
    var announced: Feature.Name?
    /// Receives an element after each change of the selection; `nil` before the first connection.
    var selections: AsyncStream<Void>.Continuation?

    /// The overrides as this program sees them: those received from etcd, changed by the pending
    /// operations.
    var stored: StoredOverrides {
      let received = content.stored
      guard let last = pending.last else { return received }
      var overrides = received.overrides
      for operation in pending {
        for change in operation.changes {
          overrides[change.key] = change.to.map(TeamOverride.normalized)
        }
      }
      let revision = "\(received.revision.text)+\(pending.count)-\(last.id)"
      return StoredOverrides(revision: OverrideRevision(revision), overrides: overrides)
    }
  }

  let client: EtcdClient
  let layout: NamespaceLayout
  /// Whether commits overwrite changes by others.
  let isForcing: Bool
  /// The copy of the overrides on disk, which is used while etcd cannot be reached; `nil` for no copy.
  let copy: TeamCopy?
  /// This program as a member of the team, without the feature that its user has selected.
  let identity: TeamMember
  let now: @Sendable () -> Date
  let state: Locked<State>
  /// Publishes closures; each follower calls the closure to read the current content or an error.
  let followers = Publisher<@Sendable () -> StoredOverrides.Reading>()

  init(
    _ client: EtcdClient,
    isForcing: Bool,
    copy: TeamCopy?,
    identity: TeamMember,
    now: @escaping @Sendable () -> Date
  ) {
    self.client = client
    self.isForcing = isForcing
    self.copy = copy
    self.identity = identity
    self.now = now
    layout = NamespaceLayout(namespace: client.address.namespace)
    state = Locked(State(activity: TeamActivity(ownID: identity.id)))
  }

  /// Converts the error of a call to an error for the user.
  func failure(_ error: TeamError) -> WorkspaceError {
    error.workspaceError(at: client.address.description)
  }
}

// MARK: Content

extension TeamReplica {
  /// The overrides that were received so far, changed by the pending operations.
  var stored: StoredOverrides { state.withLock { $0.stored } }

  /// The revision of etcd up to which all changes were received.
  var revision: Int64 { state.withLock { $0.content.revision } }

  /// Whether the overrides were received from etcd at least once.
  var hasContent: Bool { withContent { $0.revision > 0 && !$0.isCopy } }

  /// Reads the overrides, unless a watch reports their changes.
  func read() async throws(TeamError) -> StoredOverrides {
    if let stored = state.withLock({ $0.isWatching ? $0.stored : nil }) { return stored }
    return try await refresh()
  }

  /// Reads the overrides from etcd.
  @discardableResult
  func refresh() async throws(TeamError) -> StoredOverrides {
    let known = revision
    let snapshot = try await client.read(layout.followed)
    state.withLock { $0.offlineError = nil }
    return change { $0.replace(with: snapshot, requestedAt: known, layout) }
  }

  /// Changes the content, reports the new content to the followers, and returns it.
  @discardableResult
  func change(_ change: (inout TeamContent) -> Void) -> StoredOverrides {
    let (stored, hasNewActivity) = state.withLock { state in
      let former = state.content.activityChangeCount
      change(&state.content)
      return (state.stored, state.content.activityChangeCount != former)
    }
    report { .success(self.stored) }
    if hasNewActivity { reportActivity() }
    return stored
  }

  /// Reports the content or an error to all followers.
  func report(_ reading: @escaping @Sendable () -> StoredOverrides.Reading) {
    followers.publish(reading)
  }

  /// Calls a closure with the content while the lock is held.
  func withContent<Value>(_ body: (TeamContent) -> Value) -> Value {
    state.withLock { body($0.content) }
  }

  /// Records that the program follows the namespace, so that it can own session overrides.
  func setFollowed() {
    state.withLock { $0.isFollowed = true }
  }

  /// Sets whether a watch reports all changes.
  func setWatching(_ isWatching: Bool) {
    state.withLock { state in
      state.isWatching = isWatching
      if isWatching { state.offlineError = nil }
    }
    if isWatching { setStatus(.online(latency: nil)) }
  }
}

// MARK: Conflicts

extension TeamReplica {
  /// Ignores the current locks of features at the next change of the features, because the user has
  /// requested this.
  func overruleLocks(of keys: some Sequence<OverrideKey>) {
    state.withLock { state in
      state.overruledLocks.formUnion(keys.compactMap { state.content.locks[$0] })
    }
  }

  /// Adds conflicts; a conflict replaces an older conflict of the same override.
  func add(_ conflicts: [OverrideConflict]) {
    let report = state.withLock { state in
      for conflict in conflicts { state.conflicts[conflict.key] = conflict }
      return state.onConflict
    }
    report?()
  }

  /// Removes and returns the conflicts, sorted by their keys.
  func takeConflicts() -> [OverrideConflict] {
    let conflicts = state.withLock { state in
      defer { state.conflicts = [:] }
      return state.conflicts
    }
    return conflicts.values.sorted { $0.key < $1.key }
  }

  /// Whether the program shows conflicts to the user.
  var showsConflicts: Bool { state.withLock { $0.onConflict != nil } }

  /// Sets the function that is called after a conflict was added, on any thread.
  func onConflict(_ report: @escaping @Sendable () -> Void) {
    state.withLock { $0.onConflict = report }
  }
}

extension TeamReplica {
  /// Locks an override until the lock expires; an existing lock of the same person is replaced.
  ///
  /// - Returns: `nil` if the override is locked now; otherwise the active lock of another person, which is
  ///   unchanged.
  /// - Throws: The error of etcd.
  func add(_ lock: FeatureLock) async throws(TeamError) -> FeatureLock? {
    let seconds = max(1, Int64(lock.end.timeIntervalSince(lock.start).rounded(.up)))
    let lease = try await client.grantLease(seconds: seconds)
    let other = try await changeLock(of: lock.key, author: lock.author) { transaction, key in
      transaction.put(key, lock.bytes, lease: lease)
    }
    // Drops the error: etcd ends the unused lease at the end of its lifetime.
    if other != nil { try? await client.revokeLease(lease) }
    return other
  }

  /// Ends the lock of an override.
  ///
  /// - Returns: `nil` if the override has no lock now; otherwise the active lock of another person, which is
  ///   unchanged.
  /// - Throws: The error of etcd.
  func removeLock(of override: OverrideKey, author: String?) async throws(TeamError) -> FeatureLock?
  {
    try await changeLock(of: override, author: author) { transaction, key in transaction.delete(key)
    }
  }

  /// Changes the key of a lock, and retries if another program changes the key at the same time.
  private func changeLock(
    of override: OverrideKey,
    author: String?,
    _ change: (inout EtcdTransaction, _ key: [UInt8]) -> Void
  ) async throws(TeamError) -> FeatureLock? {
    let key = layout.bytes(of: .lock(override))
    for _ in 0..<Self.attemptLimit {
      let item = try await client.read(EtcdRange(key: key)).items.first
      // Drops the error: a malformed lock has no effect, and is replaced.
      let former = item.flatMap { try? FeatureLock(override, $0.value) }
      if let former, !isForcing, former.refuses(author, at: now()) { return former }
      var transaction = EtcdTransaction()
      transaction.require(key, unchangedSince: item?.modRevision ?? 0)
      change(&transaction, key)
      guard case .succeeded = try await client.run(transaction) else { continue }
      // Drops the error: the lock was changed, and a watch or a later read updates the content.
      _ = try? await refresh()
      return nil
    }
    throw Self.contended
  }
}

extension TeamReplica {
  /// The lease under which session overrides are written; `nil` while there is no lease.
  ///
  /// The lease ends with the program.
  var programLease: Int64? {
    get { state.withLock { $0.programLease } }
    set {
      state.withLock { state in
        state.hasLostLease = !state.sessionOverrides.isEmpty
        state.programLease = newValue
      }
    }
  }

  /// Sets those session overrides of this program again that etcd has deleted because the lease has
  /// expired.
  ///
  /// The lease expires if the connection is interrupted for too long, although the program is still
  /// running.
  func restoreSessionOverrides() async throws(TeamError) {
    let lost = state.withLock { state in
      let content = state.content
      // Keeps only unchanged session overrides: somebody else has changed the others.
      state.sessionOverrides = state.sessionOverrides.filter { key, override in
        content.overrides[key].map { $0 == override } ?? state.hasLostLease
      }
      return state.sessionOverrides.filter { content.overrides[$0.key] == nil }
    }
    if !lost.isEmpty {
      let signature = OverrideOperation.Signature(
        date: now().inWholeSeconds,
        author: identity.author,
        program: identity.program
      )
      let bases = lost.mapValues { _ in Override?.none }
      let operation = OverrideOperation(lost.mapValues { $0 }, signature, bases: bases)
      let result = try await commit(operation, at: signature.date)
      await addConflicts(result.contested, of: operation)
    }
    state.withLock { $0.hasLostLease = false }
  }

  /// Applies the changes of a watch, reports them as one change, and records expired overrides in the
  /// history.
  func apply(_ messages: [EtcdWatch.Message]) async {
    let date = now()
    var expiries: [LeaseExpiry] = []
    change { content in
      for message in messages {
        expiries += content.expiries(in: message, layout, at: date)
        content.apply(message, layout)
      }
    }
    forgetSessionOverrides(deletedBy: messages, except: Set(expiries.map(\.revision)))
    announceIfMissing()
    for expiry in expiries { await record(expiry, at: date) }
    // Updates the pending operations, because another program may have sent them. Drops the error: the
    // next heartbeat throws it again.
    try? reloadPending()
  }

  /// Removes session overrides that others have reset from the list of own session overrides.
  ///
  /// Session overrides that were deleted by the end of a lease remain in the list, so that they are set
  /// again.
  private func forgetSessionOverrides(
    deletedBy messages: [EtcdWatch.Message],
    except ends: Set<Int64>
  ) {
    state.withLock { state in
      guard !state.sessionOverrides.isEmpty else { return }
      for event in messages.flatMap(\.events) where event.isDeletion {
        guard case .override(let name)? = layout.key(event.item.key) else { continue }
        if !ends.contains(event.item.modRevision) { state.sessionOverrides[name] = nil }
      }
    }
  }

  /// Counts a commit, and returns whether old operations should be removed from the history.
  func countCommit(trimmedEvery interval: Int) -> Bool {
    state.withLock { state in
      state.commitsSinceTrim = (state.commitsSinceTrim + 1) % interval
      return state.commitsSinceTrim == 1 % interval
    }
  }
}
