import Files
import Locking
import TestSupport

import struct FoundationEssentials.Date

@testable import FeatureFlags
@testable import Team
@testable import Workbench

/// A person with a separate state folder and a store of team overrides.
final class TeamPerson: Sendable {
  let name: String
  let storage: EtcdOverrideStorage
  let store: FlagStore
  private let start = Date().inWholeSeconds
  private let activities: AsyncStream<TeamActivity>
  private let follower = Locked<OverridesFollower?>(nil)
  private let conflicts = Locked<[OverrideConflict]>([])

  init(
    _ name: String,
    _ address: String,
    folder: TemporaryFolder,
    features: [OverrideKey] = ["A", "B"],
    session: ProcessIdentity? = .current,
    isForcing: Bool = false,
    clock: ManualClock? = nil
  ) throws {
    let team = try TeamAddress(address)
    let copy = TeamCopy(of: team, stateRoot: folder.path(of: name))
    let start = self.start
    let now: @Sendable () -> Date = {
      clock.map { start.addingTimeInterval($0.now.offset / .seconds(1)) } ?? Date()
    }
    let storage = EtcdOverrideStorage(
      EtcdClient(team),
      isForcing: isForcing,
      copy: copy,
      author: name,
      clock: clock ?? ContinuousClock(),
      now: now
    )
    let (stream, continuation) = AsyncStream.makeStream(of: TeamActivity.self)
    storage.onActivity { continuation.yield($0) }
    activities = stream
    self.name = name
    self.storage = storage
    store = FlagStore(storage: storage, author: name, session: session, now: now)
    // Drops the error: without etcd and without a copy, the overrides cannot be read.
    try? store.load(Configuration(features: features.map { Feature(name: $0.feature) }))
  }

  /// Follows the namespace like a dashboard, which shows conflicts.
  func follow() {
    storage.onConflict { [weak self] in
      guard let self else { return }
      conflicts.withLock { $0 += self.storage.takeConflicts() }
    }
    follower.withLock { $0 = store.followWorkspace() }
  }

  var shownConflicts: [OverrideConflict] { conflicts.withLock { $0 } }

  var states: [OverrideKey: Bool] {
    store.features.reduce(into: [:]) { $0[OverrideKey($1.name)] = $1.override?.enabled }
  }

  func wait(until isRight: (TeamActivity) -> Bool) async {
    for await activity in activities where isRight(activity) { return }
  }

  /// The time in seconds since the storage went offline; 0 while it is online.
  func offlineTime(at clock: ManualClock) -> Double {
    guard case .offline(let since, _) = storage.activity.status else { return 0 }
    return start.addingTimeInterval(clock.now.offset / .seconds(1)).timeIntervalSince(since)
  }

  func waitUntilOffline() async { await wait(until: \.isOffline) }

  func waitUntilMerged() async { await wait { $0.isOnline && $0.pending.isEmpty } }
}

extension TeamActivity {
  var isOffline: Bool { if case .offline = status { true } else { false } }
}
