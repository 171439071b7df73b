import FeatureFlags
import Frame

/// The dialog that lists the members of the team: person, program, selected feature and start.
struct TeamDialog: Dialog {
  private var activity: TeamActivity
  private let clock: WallClock
  private var list = ChoiceList()

  init(_ activity: TeamActivity, clock: WallClock) {
    self.activity = activity
    self.clock = clock
  }

  var hints: [Hint] {
    [Hint("↑ ↓", "move"), Hint("enter", "go to the feature"), Hint("esc", "close")]
  }

  mutating func refresh(with activity: TeamActivity) { self.activity = activity }

  mutating func press(_ key: Key, screen: Size) -> DialogOutcome {
    switch ChoiceKey(key, opener: "T") {
    case .cancel: return .close
    case .choose:
      let selected = list.cursor.selected
      guard activity.members.indices.contains(selected) else { return .close }
      return activity.members[selected].feature.map { .showFeature($0) } ?? .stay
    case nil:
      _ = list.move(key, count: activity.members.count, screen: screen)
      return .stay
    }
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let members = activity.members
    let people = DisplayText.column(members.map { ($0.author ?? "somebody").shortened(to: 24) })
    let programs = DisplayText.column(members.map { ($0.program ?? "").shortened(to: 20) })
    let features = DisplayText.column(
      members.map { ($0.feature?.rawValue ?? "–").shortened(to: 24) }
    )
    let lines = members.indices.map { index in
      let member = members[index]
      let own = member.id == activity.ownID ? " · you" : ""
      return Line([
        Span(people[index], theme.style([.dialog, .title])),
        Span("  ", theme.style(.dialog)),
        Span(features[index], theme.style(.dialog)),
        Span("  ", theme.style(.dialog)),
        Span(programs[index], theme.style([.dialog, .muted])),
        Span(
          "  since \(clock.text(of: member.start, now: clock.start))\(own)",
          theme.style([.dialog, .muted])
        ),
      ])
    }
    let columns = max((lines.map(\.width).max() ?? 0) + 4, DisplayText(title).width + 6)
    list.draw(title, lines, columns: columns, on: &canvas, theme: theme)
  }

  private var title: String {
    switch activity.status {
    case .connecting: "Team · connecting"
    case .online: "Team · \(activity.members.count) here"
    case .offline(let since, _):
      "Team · offline since \(clock.text(of: since, now: clock.start))"
    }
  }
}
