import FeatureFlags
import Locking
import Workbench

import struct FoundationEssentials.Date

extension TeamReplica {
  /// Sets the function that receives the activity immediately and after each change, on any thread.
  func onActivity(_ report: @escaping @Sendable (TeamActivity) -> Void) {
    let activity = state.withLock { state in
      state.onActivity = report
      return state.activity
    }
    report(activity)
  }

  /// Sets the state of the connection; an `online` status without a latency keeps the last measured
  /// latency.
  func setStatus(_ status: TeamActivity.Status) {
    if case .online = status { state.withLock { $0.offlineError = nil } }
    reportActivity { activity in
      if case .online(nil) = status, case .online = activity.status { return }
      activity.status = status
    }
  }

  /// Whether the last attempt to reach the cluster has failed.
  var isOffline: Bool {
    switch state.withLock({ $0.activity.status }) {
    case .connecting, .online: false
    case .offline: true
    }
  }

  /// Records that the cluster cannot be reached; the time of an interruption that has already started is
  /// kept.
  func setOffline(_ error: TeamError) {
    let date = now()
    state.withLock { $0.offlineError = error }
    reportActivity { activity in
      var since = date
      if case .offline(let former, _) = activity.status { since = former }
      activity.status = .offline(since: since, reason: self.failure(error).description)
    }
  }

  /// Records whether the role of the user forbids changes.
  private func setReadOnly(_ isReadOnly: Bool) {
    reportActivity { $0.isReadOnly = isReadOnly }
  }

  /// Changes and updates the activity, reports it if it differs from before, and returns it.
  @discardableResult
  func reportActivity(_ change: (inout TeamActivity) -> Void = { _ in }) -> TeamActivity {
    let (activity, report) = state.withLock { state in
      let former = state.activity
      change(&state.activity)
      state.activity.members = state.content.members.values.sorted {
        ($0.author ?? "", $0.start, $0.id) < ($1.author ?? "", $1.start, $1.id)
      }
      state.activity.locks = state.content.locks
      state.activity.defects = state.content.defects(layout)
      state.activity.pending = state.pending.reduce(into: []) {
        $0.formUnion($1.changes.map(\.feature))
      }
      return (state.activity, state.activity == former ? nil : state.onActivity)
    }
    report?(activity)
    return activity
  }

  /// Tests whether the role of the user allows changes of the namespace.
  func findPermission() async throws(TeamError) {
    var transaction = EtcdTransaction()
    let key = layout.bytes(of: .override(""))
    // Requires a revision that no key has: etcd checks the permission, but changes nothing.
    transaction.require(key, unchangedSince: .max)
    transaction.put(key, [])
    do throws(TeamError) {
      _ = try await client.run(transaction)
      setReadOnly(false)
    } catch {
      guard error == .forbidden else { throw error }
      setReadOnly(true)
    }
  }

  /// Writes the key that shows this program as a member of the team; does nothing if the role forbids
  /// changes.
  ///
  /// etcd deletes the key when the lease of the program ends.
  func announce() async throws(TeamError) {
    guard let lease = programLease, !state.withLock({ $0.activity.isReadOnly }) else { return }
    var transaction = EtcdTransaction()
    var member = identity
    member.feature = state.withLock { state in
      state.announced = state.selection
      return state.selection
    }
    transaction.put(layout.bytes(of: .member(member.id)), member.bytes, lease: lease)
    _ = try await client.run(transaction)
  }

  /// Requests that the key of this program is written again if it was deleted, such as together with the
  /// whole namespace.
  func announceIfMissing() {
    state.withLock { state in
      guard state.content.members[identity.id] == nil else { return }
      state.selections?.yield()
    }
  }

  /// Sets the feature that the user has selected.
  func select(_ feature: Feature.Name?) {
    state.withLock { state in
      guard state.selection != feature else { return }
      state.selection = feature
      state.selections?.yield()
    }
  }

  /// Creates a stream with an element after each change of the selection, and ends an earlier stream.
  func selections() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let former = state.withLock { state in
      defer { state.selections = continuation }
      // Yields immediately if the selection was changed, or the key was deleted, while there was no
      // stream.
      let isMissing = state.content.members[identity.id] == nil
      if state.selection != state.announced || isMissing { continuation.yield() }
      return state.selections
    }
    former?.finish()
    return stream
  }
}
