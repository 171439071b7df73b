import FeatureFlags
import Frame
import ScreenTestSupport
import Team
import TestSupport
import Testing
import Text
import Workbench

import struct FoundationEssentials.Date

@testable import Dashboard

/// Tests the header and the list of the members of a team.
struct TeamScreenTests {
  private static let start = Shop.context.wallClock.start

  private static func activity(_ status: TeamActivity.Status) -> TeamActivity {
    var activity = TeamActivity(ownID: "2")
    activity.status = status
    activity.members = [
      TeamMember(
        id: "1",
        author: "ana@build-7",
        program: "halyard dashboard",
        feature: "New Cart",
        start: start.addingTimeInterval(-3_600)
      ),
      TeamMember(id: "2", author: "ben@build-7", program: "halyard dashboard", start: start),
      TeamMember(id: "3", author: nil, program: "halyard serve", start: start),
    ]
    return activity
  }

  private static func state(_ status: TeamActivity.Status, columns: Int = 100) -> DashboardState {
    var state = Shop.dashboard(columns: columns, rows: 14)
    _ = state.update(.team(activity(status)), now: .zero)
    return state
  }

  private static func header(_ state: DashboardState, at now: Duration = .zero) -> String {
    String(state.frame(now: now).text.prefix { $0 != "\n" })
  }

  @Test func `the header names the namespace of the team`() {
    var context = Shop.context
    context.teamNamespace = "staging"
    var state = Shop.dashboard(columns: 100, rows: 14, context: context)
    _ = state.update(.team(Self.activity(.online(latency: nil))), now: .zero)
    #expect(Self.header(state).contains("staging · 3 here"))
  }

  @Test func `the header shows the number of members and the latency of the team`() {
    let state = Self.state(.online(latency: .milliseconds(34)))
    #expect(Self.header(state).contains("team · 3 here · 34 ms"))
    #expect(!Self.header(Self.state(.online(latency: nil))).contains("ms"))
    #expect(Self.header(Self.state(.connecting)).contains("team · connecting"))
  }

  @Test
  func `the header shows for how long the team is offline, and the number of pending changes`() {
    let since = Self.start.addingTimeInterval(-130)
    var state = Self.state(.offline(since: since, reason: "no response"))
    _ = state.update(.unsaved(["New Cart", "CTA colour"]), now: .zero)
    state.content.overridesFailure = "no response"
    #expect(Self.header(state).contains("team · offline 2:10 · 2 pending"))
    #expect(!Self.header(state).contains("not saved"))
    #expect(!Self.header(state).contains("unreadable"))
    #expect(state.nextTick == .seconds(1))
    _ = state.update(.tick, now: .seconds(1))
    #expect(Self.header(state, at: .seconds(1)).contains("offline 2:11"))
  }

  @Test func `a narrow header omits the latency of the team first`() {
    let state = Self.state(.online(latency: .milliseconds(34)), columns: 62)
    #expect(Self.header(state).contains("team · 3 here"))
    #expect(!Self.header(state).contains("34 ms"))
  }

  @Test
  func `the key T lists the members, and Enter goes to the feature that a member has selected`() {
    var state = Self.state(.online(latency: nil))
    _ = state.press("T")
    expectScreen(
      state,
      """
       Halyard   shop.json   file   team · 3 here             ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────╮╭ Beta badge · Unlock Flag ────────────╮
      │ Account                                                  ┃│ State        Enabled                 │
      │▌ ▢ Beta badge                             Unlocked       ┃│ Lock         Unlocked                │
      │  ▣ Gold theme   ╭ Team · 3 here ──────────────────────────────────────────────╮                  │
      │ Catalogue       │▌ana@build-7  New Cart  halyard dashboard  since 11:00       │                  │
      │  ⊘ Old banner   │ ben@build-7  –         halyard dashboard  since 12:00 · you │ , unlocked       │
      │  ◐ Product layo │ somebody     –         halyard serve      since 12:00       │                  │
      │  ⚑ Search sugge ╰─────────────────────────────────────────────────────────────╯                  │
      │  ◐ Sort order                             Disabled       ││                                      │
      │  ⚐ おすすめ商品                           Disabled       ││                                      │
      │ Checkout                                                 ││                                      │
      ╰──────────────────────────────────────────────────── 1/14 ╯╰──────────────────────────────────────╯
       ↑ ↓ move   / find   enter go to the feature   esc close
      """
    )
    _ = state.press("enter")
    #expect(state.dialog == nil)
    #expect(state.selectedName == "New Cart")
  }

  /// The rows of the list that have one of the given features.
  private static func rows(_ state: DashboardState, _ names: String...) -> [String] {
    state.screen.split(separator: "\n").map(String.init).filter { line in
      names.contains { line.contains($0) }
    }
  }

  @Test
  func `a row shows the lock, the people who have selected the feature, and a pending change`() {
    var state = Shop.dashboard(columns: 80, rows: 30)
    var activity = Self.activity(.online(latency: nil))
    activity.members[2].feature = "New Cart"
    activity.locks["Express pay"] = Self.lock
    activity.pending = ["Beta badge"]
    _ = state.update(.team(activity), now: .zero)
    let rows = Self.rows(state, "Beta badge", "New Cart", "Express pay")
    #expect(rows.count == 3)
    #expect(rows.contains { $0.contains("New Cart  @ana @somebody ") })
    #expect(rows.contains { $0.contains("Express pay  locked ") })
    #expect(rows.contains { $0.contains("Beta badge ") && $0.contains("◌") })
    #expect(Self.header(state).contains("3 here · 1 pending"))
  }

  @Test func `a truncated name leaves room for the colleague who has selected it`() {
    let name = Feature.Name(rawValue: String(repeating: "account.", count: 12))
    let source = LoadedSource(features: [Feature(name: name)], origin: .file)
    var state = Shop.dashboard(columns: 60, rows: 20, snapshot: source)
    var activity = Self.activity(.online(latency: nil))
    activity.members[0].feature = name
    _ = state.update(.team(activity), now: .zero)
    #expect(state.screen.contains("@ana"))
  }

  private static let lock = FeatureLock(
    key: "Express pay",
    author: "eva@build-7",
    reason: "release test",
    start: start,
    end: start.addingTimeInterval(1_800)
  )

  @Test func `the details show the lock of a feature and the people who have selected it`() {
    var state = Shop.dashboard(columns: 120, rows: 30)
    var activity = Self.activity(.online(latency: nil))
    activity.members[0].feature = "Express pay"
    activity.locks["Express pay"] = Self.lock
    _ = state.update(.team(activity), now: .zero)
    _ = state.press("/ p a y enter")
    #expect(state.screen.contains("Team         locked by eva@build-7 until 12:30"))
    #expect(state.screen.contains("             ana@build-7 here"))
  }

  @Test func `a notice shows that the pending changes were sent`() {
    var state = Self.state(.offline(since: Self.start, reason: "no response"))
    var activity = Self.activity(.offline(since: Self.start, reason: "no response"))
    activity.pending = ["New Cart", "Pay"]
    _ = state.update(.team(activity), now: .zero)
    #expect(Self.header(state).contains("2 pending"))
    _ = state.update(.team(Self.activity(.online(latency: nil))), now: .zero)
    #expect(state.screen.contains("The pending changes were sent to the team."))
  }

  @Test func `an etcd role that only allows reading disables changes, and a key press shows why`() {
    var state = Shop.dashboard(columns: 100, rows: 14)
    var activity = Self.activity(.online(latency: nil))
    activity.isReadOnly = true
    _ = state.update(.team(activity), now: .zero)
    #expect(state.press("space").isEmpty)
    #expect(state.screen.contains("Your role in etcd only allows reading: nothing can be changed."))
    #expect(Self.header(state).contains("read-only"))
  }

  @Test func `an etcd key that was skipped is shown as a warning with the reason`() {
    var state = Shop.dashboard(columns: 100, rows: 14)
    var activity = Self.activity(.online(latency: nil))
    let key = Array("/halyard/v1/qa/override/%zz".utf8)
    activity.defects = [SkippedTeamKey(key: key, error: nil)]
    _ = state.update(.team(activity), now: .zero)
    #expect(
      state.screen.contains("override/%zz: this key in etcd is ignored: Halyard does not use it")
    )
  }

  @Test func `without a team, the key T shows how to join one`() {
    var state = Shop.dashboard(columns: 100, rows: 14)
    _ = state.press("T")
    #expect(state.dialog == nil)
    #expect(state.screen.contains("--team shares those of a team"))
  }
}
