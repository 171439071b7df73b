import FeatureFlags
import Locking

extension TeamNamespace {
  /// The lease of session overrides, which ends with the program; `nil` while there is none.
  var programLease: Int64? {
    get { state.withLock { $0.programLease } }
    set {
      state.withLock { state in
        state.hasLostLease = !state.sessionOverrides.isEmpty
        state.programLease = newValue
      }
    }
  }

  /// Sets the session overrides of this program again that have ended with an expired lease.
  ///
  /// The user of the program has not ended them: the connection was interrupted for too long.
  func restoreSessionOverrides() async throws(TeamError) {
    let lost = state.withLock { state in
      let content = state.content
      // Somebody else has changed the other ones.
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
    // Another program may have sent the pending acts. Drop the error: the next heartbeat throws it.
    try? reloadPending()
  }

  /// Forgets the session overrides that others have reset, except those whose lease has ended.
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

  /// Counts a commit, and returns whether the history is to be trimmed.
  func countCommit(trimmedEvery interval: Int) -> Bool {
    state.withLock { state in
      state.commitsSinceTrim = (state.commitsSinceTrim + 1) % interval
      return state.commitsSinceTrim == 1 % interval
    }
  }
}
