import FeatureFlags
import Text
import Workbench

/// The activity of the team that concerns one feature: the people who have selected it, its lock, and
/// whether its change still has to be sent to etcd.
struct TeamMark: Hashable, Sendable {
  /// The people who have selected the feature in other programs, such as `ana@build-7`.
  var people: [String] = []
  /// The lock of the feature; `nil` for none.
  var lock: FeatureLock?
  /// Whether a change of the feature's override still has to be sent to etcd.
  var isPending = false

  /// Returns the activity of the team by feature; empty without a team.
  static func all(_ activity: TeamActivity?) -> [Feature.Name: TeamMark] {
    guard let activity else { return [:] }
    var marks: [Feature.Name: TeamMark] = [:]
    // Without a connection, the selections are out of date.
    for member in activity.isOnline ? activity.members : [] where member.id != activity.ownID {
      guard let feature = member.feature else { continue }
      let person = member.author ?? "somebody"
      if marks[feature]?.people.contains(person) != true {
        marks[feature, default: TeamMark()].people.append(person)
      }
    }
    for (key, lock) in activity.locks {
      let other = marks[key.feature]?.lock
      // The row of a feature shows one lock: that for everyone, if there is one.
      guard other == nil || key.scope == .everyone else { continue }
      marks[key.feature, default: TeamMark()].lock = lock
    }
    for feature in activity.pending { marks[feature, default: TeamMark()].isPending = true }
    return marks
  }

  /// The text beside the name of the feature in the list, such as `@ana @ben`; the people are shown
  /// without their hosts.
  var peopleText: String {
    people.map { "@" + $0.prefix { $0 != "@" } }.joined(separator: " ")
  }
}
