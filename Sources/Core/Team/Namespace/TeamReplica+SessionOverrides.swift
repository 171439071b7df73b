import FeatureFlags
import Locking
import Workbench

extension TeamReplica {
  /// The lease under which session overrides are written, which ends with the program; `nil` while there is
  /// no lease.
  var programLease: Int64? {
    get { state.withLock { $0.programLease } }
    set {
      state.withLock { state in
        state.hasLostLease = !state.sessionOverrides.isEmpty
        state.programLease = newValue
      }
    }
  }

  /// Sets the session overrides of this program again that etcd has deleted, because its lease has expired.
  ///
  /// The lease expires if the connection is interrupted for too long, although the program is still
  /// running.
  func restoreSessionOverrides() async throws(TeamError) {
    let lost = state.withLock { state in
      let content = state.content
      // Keep only session overrides that are unchanged: somebody else has changed the others.
      state.sessionOverrides = state.sessionOverrides.filter { name, override in
        content.overrides[name].map { $0 == override } ?? state.hasLostLease
      }
      return state.sessionOverrides.filter { content.overrides[$0.key] == nil }
    }
    if !lost.isEmpty {
      let signature = OverrideAct.Signature(
        date: now().inWholeSeconds,
        author: identity.author,
        program: identity.program
      )
      let bases = lost.mapValues { _ in Override?.none }
      let act = OverrideAct(lost.mapValues { $0 }, signature, bases: bases)
      let result = try await commit(act, at: signature.date)
      await addConflicts(result.contested, of: act)
    }
    state.withLock { $0.hasLostLease = false }
  }

  /// Applies the changes of a watch as one change of the overrides, and records in the history which
  /// overrides have expired.
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
    // Another program may have sent the pending acts. Drops the error: the next heartbeat throws it again.
    try? reloadPending()
  }

  /// Forgets the session overrides that others have reset; those that the end of a lease has deleted are
  /// kept.
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

  /// Counts a commit, and returns whether old acts of the history should be removed after it.
  func countCommit(trimmedEvery interval: Int) -> Bool {
    state.withLock { state in
      state.commitsSinceTrim = (state.commitsSinceTrim + 1) % interval
      return state.commitsSinceTrim == 1 % interval
    }
  }
}
