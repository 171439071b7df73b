import Dashboard
import FeatureFlags
import Locking
import Team
import Workbench

extension EtcdOverrideStorage {
  /// Posts the conflicts and the activity of the team to the inbox of a dashboard.
  ///
  /// Each refused change, and each key of the namespace that is skipped, gets an entry in the activity
  /// log.
  func report(to inbox: Inbox) {
    onConflict { [weak self] in
      let conflicts = self?.takeConflicts() ?? []
      for conflict in conflicts {
        inbox.log(.problem, conflict.text(inbox.time.wallClock))
      }
      inbox.post(.conflicts(conflicts))
    }
    let known = Locked<Set<SkippedTeamKey>>([])
    onActivity { activity in
      let former = known.withLock { known in
        defer { known = Set(activity.defects) }
        return known
      }
      for defect in activity.defects where !former.contains(defect) {
        inbox.log(.problem, "\(defect)")
      }
      inbox.post(.team(activity))
    }
  }
}
