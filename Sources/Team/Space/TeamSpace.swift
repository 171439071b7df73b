import Documents
import FeatureFlags
import Locking

import struct FoundationEssentials.Date

/// The overrides of a team in one space of etcd: reads and commits them, and reports each change.
///
/// All methods are safe to call from any thread. No lock is held during a call of etcd.
final class TeamSpace: Sendable {
  private struct State {
    var content = TeamContent()
    /// Whether a watch reports all changes, so that the content need not be read.
    var isWatching = false
    /// The lease of session overrides; `nil` while the program has none.
    var sessionLease: Int64?
    /// The number of commits since the history was last trimmed.
    var commitsSinceTrim = 0
    var followers: [Int: RevisionReporter] = [:]
    var nextFollower = 0
    /// The conflicts that were not taken yet, by feature.
    var conflicts: [FeatureName: OverrideConflict] = [:]
    var onConflict: (@Sendable () -> Void)?
    /// The state of the connection; the members are those of the content.
    var activity: TeamActivity
    var onActivity: (@Sendable (TeamActivity) -> Void)?
    /// The feature that the user has selected.
    var selection: FeatureName?
    /// The selection that was last sent.
    var announced: FeatureName?
    /// Receives a value after each change of the selection; `nil` without a connection.
    var selections: AsyncStream<Void>.Continuation?
  }

  let client: EtcdClient
  let layout: SpaceLayout
  /// Whether commits overwrite the changes of others.
  let isForcing: Bool
  /// This program among the members of the team, without the selected feature.
  private let identity: TeamMember
  private let now: @Sendable () -> Date
  private let state: Locked<State>

  init(
    _ client: EtcdClient,
    isForcing: Bool,
    identity: TeamMember,
    now: @escaping @Sendable () -> Date
  ) {
    self.client = client
    self.isForcing = isForcing
    self.identity = identity
    self.now = now
    layout = SpaceLayout(space: client.address.space)
    state = Locked(State(activity: TeamActivity(ownID: identity.id)))
  }

  /// The error of a call, for the user.
  func failure(_ error: TeamError) -> WorkspaceError {
    .team(address: client.address.description, error)
  }
}

// MARK: Content

extension TeamSpace {
  /// The overrides as far as they were received.
  var stored: StoredOverrides { state.withLock { $0.content.stored } }

  /// The revision of etcd up to which all changes were received.
  var revision: Int64 { state.withLock { $0.content.revision } }

  /// Whether the overrides were received at least once.
  var hasContent: Bool { revision > 0 }

  /// Reads the overrides, unless a watch reports their changes.
  func read() async throws(TeamError) -> StoredOverrides {
    if let stored = state.withLock({ $0.isWatching ? $0.content.stored : nil }) { return stored }
    return try await refresh()
  }

  /// Reads the overrides from etcd.
  @discardableResult
  func refresh() async throws(TeamError) -> StoredOverrides {
    let snapshot = try await client.read(layout.followed)
    return change { $0.replace(with: snapshot, layout) }
  }

  /// Reads the overrides from etcd, and returns the revision of etcd; `nil` if they are not those of
  /// the expected revision.
  func read(expecting expected: OverrideRevision) async throws(TeamError) -> Int64? {
    try await refresh()
    return withContent { $0.stored.revision == expected ? $0.revision : nil }
  }

  /// Changes the content, reports the new content to the followers, and returns it.
  @discardableResult
  func change(_ change: (inout TeamContent) -> Void) -> StoredOverrides {
    let (stored, hasOtherMembers) = state.withLock { state in
      let former = state.content.memberChangeCount
      change(&state.content)
      return (state.content.stored, state.content.memberChangeCount != former)
    }
    report { .success(self.stored) }
    if hasOtherMembers { reportActivity { _ in } }
    return stored
  }

  /// Calls a closure with the content, under the lock.
  func withContent<Value>(_ body: (TeamContent) -> Value) -> Value {
    state.withLock { body($0.content) }
  }

  /// Sets whether a watch reports all changes.
  func setWatching(_ isWatching: Bool) {
    state.withLock { $0.isWatching = isWatching }
    if isWatching { setStatus(.online(latency: nil)) }
  }
}

// MARK: Activity

extension TeamSpace {
  /// Sets the function that receives the activity now, and after each change on any thread.
  func onActivity(_ report: @escaping @Sendable (TeamActivity) -> Void) {
    let activity = state.withLock { state in
      state.onActivity = report
      return state.activity
    }
    report(activity)
  }

  /// Sets the state of the connection; the last latency remains until the next one is measured.
  func setStatus(_ status: TeamActivity.Status) {
    reportActivity { activity in
      if case .online(nil) = status, case .online = activity.status { return }
      activity.status = status
    }
  }

  /// Records that the cluster cannot be reached, since now or since the last connection was lost.
  func setOffline(reason: String) {
    let date = now()
    reportActivity { activity in
      var since = date
      if case .offline(let former, _) = activity.status { since = former }
      activity.status = .offline(since: since, reason: reason)
    }
  }

  /// Changes the activity, and reports it if it has changed.
  private func reportActivity(_ change: (inout TeamActivity) -> Void) {
    let (activity, report) = state.withLock { state in
      let former = state.activity
      change(&state.activity)
      state.activity.members = state.content.members.values.sorted {
        ($0.author ?? "", $0.start, $0.id) < ($1.author ?? "", $1.start, $1.id)
      }
      return (state.activity, state.activity == former ? nil : state.onActivity)
    }
    report?(activity)
  }

  /// Writes the key of this program, which the end of its session deletes.
  func announce() async throws(TeamError) {
    guard let lease = sessionLease else { return }
    var transaction = EtcdTransaction()
    var member = identity
    member.feature = state.withLock { state in
      state.announced = state.selection
      return state.selection
    }
    transaction.put(layout.bytes(of: .member(member.id)), member.bytes, lease: lease)
    _ = try await client.run(transaction)
  }

  /// Sets the feature that the user has selected.
  func select(_ feature: FeatureName?) {
    state.withLock { state in
      guard state.selection != feature else { return }
      state.selection = feature
      state.selections?.yield()
    }
  }

  /// A stream with a value after each change of the selection; it ends an earlier stream.
  func selections() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let former = state.withLock { state in
      defer { state.selections = continuation }
      // A selection that has changed while there was no stream.
      if state.selection != state.announced { continuation.yield() }
      return state.selections
    }
    former?.finish()
    return stream
  }
}

// MARK: Session

extension TeamSpace {
  /// The lease of session overrides, which ends with the program; `nil` while there is none.
  var sessionLease: Int64? {
    get { state.withLock { $0.sessionLease } }
    set { state.withLock { $0.sessionLease = newValue } }
  }

  /// Counts a commit, and returns whether the history is to be trimmed.
  func countCommit(trimmedEvery interval: Int) -> Bool {
    state.withLock { state in
      state.commitsSinceTrim = (state.commitsSinceTrim + 1) % interval
      return state.commitsSinceTrim == 1 % interval
    }
  }
}

// MARK: Conflicts

extension TeamSpace {
  /// Adds conflicts; a newer conflict of a feature replaces an older one.
  func add(_ conflicts: [OverrideConflict]) {
    let report = state.withLock { state in
      for conflict in conflicts { state.conflicts[conflict.feature] = conflict }
      return state.onConflict
    }
    report?()
  }

  /// Removes and returns the conflicts, sorted by feature.
  func takeConflicts() -> [OverrideConflict] {
    let conflicts = state.withLock { state in
      defer { state.conflicts = [:] }
      return state.conflicts
    }
    return conflicts.values.sorted { $0.feature.rawValue < $1.feature.rawValue }
  }

  /// Sets the function that is called after a conflict was added, on any thread.
  func onConflict(_ report: @escaping @Sendable () -> Void) {
    state.withLock { $0.onConflict = report }
  }
}

// MARK: Followers

extension TeamSpace {
  /// Adds a follower, and returns its number.
  func add(_ follower: RevisionReporter) -> Int {
    state.withLock { state in
      state.nextFollower += 1
      state.followers[state.nextFollower] = follower
      return state.nextFollower
    }
  }

  /// Removes a follower; returns whether it was the last one.
  func removeFollower(_ number: Int) -> Bool {
    state.withLock { state in
      state.followers[number] = nil
      return state.followers.isEmpty
    }
  }

  /// Reports the content, or an error, to all followers.
  func report(_ reading: () -> StoredOverrides.Reading) {
    for follower in state.withLock({ Array($0.followers.values) }) { follower.refresh(reading) }
  }
}
