import FeatureFlags
import Team
import Workbench

/// A program that follows the namespace of the dashboard.
final class TeamObserver: Sendable {
  private let readings: AsyncStream<StoredOverrides.Reading>
  private let activities: AsyncStream<TeamActivity>
  private let follower: OverridesFollower?

  init(_ address: String) throws {
    let client = EtcdClient(try TeamAddress(address))
    let storage = EtcdOverrideStorage(client, author: "ben@b", program: "test")
    let (readings, continuation) = AsyncStream.makeStream(of: StoredOverrides.Reading.self)
    let (activities, activityContinuation) = AsyncStream.makeStream(of: TeamActivity.self)
    storage.onActivity { activityContinuation.yield($0) }
    self.readings = readings
    self.activities = activities
    follower = storage.follow { continuation.yield($0) }
  }

  /// Waits until the overrides satisfy a condition.
  func wait(forOverrides isRight: ([OverrideKey: Override]) -> Bool) async {
    for await case .success(let stored) in readings where isRight(stored.overrides) { return }
  }

  /// Waits until the team has the given number of members.
  func wait(forMembers count: Int) async {
    for await activity in activities where activity.members.count == count { return }
  }
}
