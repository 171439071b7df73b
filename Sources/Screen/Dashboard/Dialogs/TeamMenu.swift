import FeatureFlags
import Text
import Workbench

/// The menu of the members of the team: person, selected feature, program and start.
struct TeamMenu: MenuContent {
  /// The members, and the state of the connection.
  var activity: TeamActivity
  let clock: WallClock

  var title: String {
    switch activity.status {
    case .connecting: "Team · connecting"
    case .online: "Team · \(activity.members.count) here"
    case .offline(let since, _):
      "Team · offline since \(clock.text(of: since, now: clock.start))"
    }
  }
  var opener: Character { "T" }
  var verb: String { "go to the feature" }
  var columns: ClosedRange<Int> { 0...Int.max }

  var rows: [MenuRow] {
    activity.members.map { member in
      let person = (member.author ?? "somebody").shortened(to: 24)
      let program = (member.program ?? "").shortened(to: 20)
      let feature = (member.feature?.rawValue ?? "–").shortened(to: 24)
      let start = clock.text(of: member.start, now: clock.start)
      return MenuRow(
        [person, feature, program].joined(separator: " "),
        [
          .init(person, .title), .init("  " + feature), .init("  " + program, .muted),
          .init("  since " + start + (member.id == activity.ownID ? " · you" : ""), .muted),
        ]
      )
    }
  }

  func hints(at row: Int?) -> [Hint] {
    [Hint("↑ ↓", "move"), Hint("enter", verb), Hint("esc", "close")]
  }

  func choose(_ row: Int) -> Request {
    activity.members[row].feature.map { .showFeature($0) } ?? .stay
  }
}
