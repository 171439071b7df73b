import FeatureFlags
import Locking

extension TeamSpace {
  /// The lease of session overrides, which ends with the program; `nil` while there is none.
  var sessionLease: Int64? {
    get { state.withLock { $0.sessionLease } }
    set {
      state.withLock { state in
        state.hasLostLease = !state.sessionOverrides.isEmpty
        state.sessionLease = newValue
      }
    }
  }

  /// Sets the session overrides of this program again that have ended with an expired lease.
  ///
  /// The user of the program has not ended them: the connection was interrupted for too long.
  func restoreSession() async throws(TeamError) {
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
      var base: Int64?
      let result = try await commit(act, at: signature.date, after: &base)
      await addConflicts(result?.contested ?? [], of: act)
    }
    state.withLock { $0.hasLostLease = false }
  }

  /// Applies the changes of a watch, and records in the history which overrides have expired.
  func apply(_ message: EtcdWatch.Message) async {
    let date = now()
    let expiries = withContent { $0.expiries(in: message, layout, at: date) }
    state.withLock { state in
      for event in message.events {
        guard case .override(let name)? = layout.key(event.item.key) else { continue }
        let isEnd = expiries.contains { $0.revision == event.item.modRevision }
        if event.isDeletion, !isEnd { state.sessionOverrides[name] = nil }
      }
    }
    change { $0.apply(message, layout) }
    for expiry in expiries { await record(expiry, at: date) }
    // Another program may have sent the pending acts. Drop the error: the next heartbeat throws it.
    try? reloadPending()
  }

  /// Counts a commit, and returns whether the history is to be trimmed.
  func countCommit(trimmedEvery interval: Int) -> Bool {
    state.withLock { state in
      state.commitsSinceTrim = (state.commitsSinceTrim + 1) % interval
      return state.commitsSinceTrim == 1 % interval
    }
  }
}
