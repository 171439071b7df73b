import FeatureFlags
import Frame
import Team
import TestSupport
import Testing

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

  @Test func `the header shows the number of members and the latency`() {
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
    _ = state.update(.overridesFailed("no response"), now: .zero)
    #expect(Self.header(state).contains("team · offline 2:10 · 2 pending"))
    #expect(!Self.header(state).contains("not saved"))
    #expect(!Self.header(state).contains("unreadable"))
    #expect(state.nextTick == .seconds(1))
    _ = state.update(.tick, now: .seconds(1))
    #expect(Self.header(state, at: .seconds(1)).contains("offline 2:11"))
  }

  @Test func `a narrow header drops the latency first`() {
    let state = Self.state(.online(latency: .milliseconds(34)), columns: 76)
    #expect(Self.header(state).contains("team · 3 here"))
    #expect(!Self.header(state).contains("34 ms"))
  }

  @Test func `T lists the members, and enter goes to the feature of a member`() {
    var state = Self.state(.online(latency: nil))
    _ = state.press("T")
    expectScreen(
      state,
      """
       Halyard   shop.json   file   team · 3 here             ▲ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────╮╭ Beta badge ──────────────────────────╮
      │ Account                                                  ┃│ Name         Beta badge              │
      │▌ ▢ Beta badge               Unlock Flag   Unlocked       ┃│ Type         Unlock Flag             │
      │  ▣ Gold theme   ╭ Team · 3 here ──────────────────────────────────────────────╮                  │
      │ Catalogue       │▌ana@build-7  New Cart  halyard dashboard  since 11:00       │                  │
      │  ⊘ Old banner   │ ben@build-7  –         halyard dashboard  since 12:00 · you │ d                │
      │  ◐ Product layo │ somebody     –         halyard serve      since 12:00       │                  │
      │  ⚑ Search sugge ╰─────────────────────────────────────────────────────────────╯                  │
      │  ◐ Sort order               MVT Test      Disabled       ││ Configured   Enabled, unlocked       │
      │  ⚑ おすすめ商品             Feature Flag  Disabled       ││                                      │
      │ Checkout                                                 ││                                      │
      ╰──────────────────────────────────────────────────── 1/14 ╯╰──────────────────────────────────────╯
       ↑ ↓ move   enter go to the feature   esc close
      """
    )
    _ = state.press("enter")
    #expect(state.dialog == nil)
    #expect(state.selectedName == "New Cart")
  }

  @Test func `without a team T explains how to join one`() {
    var state = Shop.dashboard(columns: 100, rows: 14)
    _ = state.press("T")
    #expect(state.dialog == nil)
    #expect(state.screen.contains("--team shares those of a team"))
  }
}
