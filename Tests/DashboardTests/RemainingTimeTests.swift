import FeatureFlags
import Frame
import ScreenTestSupport
import TestSupport
import Testing
import Text

@testable import Dashboard

/// Tests the remaining times of overrides that expire, and the symbols of overrides.
struct RemainingTimeTests {
  private static let clock = WallClock.zone()

  private static func override(_ seconds: Int) -> Override {
    Override(enabled: true, lifetime: .until(clock.date(at: .seconds(seconds))))
  }

  @Test(arguments: [
    (0, -5, "1s", 1), (0, 1, "1s", 1), (0, 45, "45s", 1), (0, 60, "1m", 1), (0, 61, "1m", 2),
    (0, 1_800, "30m", 60), (30, 1_830, "30m", 60), (59, 7_259, "2h", 60),
    (60, 7_259, "1h 59m", 120),
    (0, 7_080, "1h 58m", 60), (0, 86_400, "1d", 60), (0, 86_460, "1d", 120),
    (0, 273_600, "3d 4h", 60), (60, 273_600, "3d 3h", 3_660), (0, 9_000_000, "104d", 14_460),
  ])
  func `a remaining time has at most two units, and is updated at whole minutes`(
    now: Int,
    end: Int,
    text: String,
    next: Int
  ) throws {
    let time = try #require(RemainingTime(Self.override(end), at: .seconds(now), Self.clock))
    #expect(time.text == text)
    #expect(time.text.count <= RemainingTime.width)
    #expect(time.nextChange == .seconds(next))
  }

  @Test(arguments: [61, 119, 3_600, 5_000, 86_400, 90_061, 8_640_100])
  func `the text of a remaining time changes only at the times that nextChange returns`(end: Int)
    throws
  {
    var now = Duration.milliseconds(250)
    var steps = 0
    while now < .seconds(end - 1), steps < 500 {
      let time = try #require(RemainingTime(Self.override(end), at: now, Self.clock))
      let next = time.nextChange
      let before = try #require(
        RemainingTime(Self.override(end), at: next - .milliseconds(1), Self.clock)
      )
      let after = try #require(RemainingTime(Self.override(end), at: next, Self.clock))
      #expect(next > now)
      #expect(before.text == time.text)
      #expect(after.text != time.text)
      now = next
      steps += 1
    }
  }

  private static func dashboard(columns: Int, rows: Int) -> DashboardState {
    let features = [
      Feature(name: "New Cart").overridden(override(7_080)),
      Feature(name: "Sale").overridden(Override(enabled: true, lifetime: .session)),
      Feature(name: "Pay", enabled: true).overridden(Override(enabled: true)),
      Feature(name: "Wish list", enabled: true),
    ]
    let snapshot = LoadedSource(features: features, origin: .file)
    return Shop.dashboard(columns: columns, rows: rows, snapshot: snapshot)
  }

  @Test func `the list shows remaining times, and symbols for session and pinned overrides`() {
    expectScreen(
      Self.dashboard(columns: 80, rows: 9),
      """
       Halyard   shop.json   file                                      ◆ 3 overridden
      ╭ Features 4 ──────────────────────────────────────────────────────────────────╮
      │ No section                                                                   │
      │▌ ⚑ New Cart                               Feature Flag  Enabled     1h 58m ◆ │
      │  ⚑ Pay                                    Feature Flag  Enabled            ◆≡│
      │  ⚑ Sale                                   Feature Flag  Enabled            ◈ │
      │  ⚑ Wish list                              Feature Flag  Enabled              │
      ╰───────────────────────────────────────────────────────────────────────── 1/4 ╯
       space change  ← → cycle  o reset  enter details  / search  ? help  q quit
      """
    )
    expectScreen(
      Self.dashboard(columns: 40, rows: 9),
      """
       Halyard   shop.json   file         ◆ 3
      ╭ Features 4 ──────────────────────────╮
      │ No section                           │
      │▌ ⚑ New Cart     Enabled     1h 58m ◆ │
      │  ⚑ Pay          Enabled            ◆≡│
      │  ⚑ Sale         Enabled            ◈ │
      │  ⚑ Wish list    Enabled              │
      ╰───────────────────────────────── 1/4 ╯
       space change  ← → cycle  ? help  q quit
      """
    )
  }

  @Test func `the details show the remaining time in the title, and explain a pinned override`() {
    var state = Self.dashboard(columns: 120, rows: 20)
    #expect(state.screen.contains("╭ New Cart · Feature Flag ◆ 1h 58m ─"))
    #expect(state.screen.contains("until 13:58 today (in 1h 58m)"))
    _ = state.press("j")
    #expect(state.screen.contains("╭ Pay · Feature Flag ◆ ─"))
    #expect(state.screen.contains("Pinned       ≡ the configuration has the same state"))
    _ = state.press("j")
    #expect(state.screen.contains("╭ Sale · Feature Flag ◈ ─"))
    #expect(state.screen.contains("until the session ends"))
  }

  @Test func `a remaining time schedules one tick per minute, and none if it is hidden`() {
    var state = Self.dashboard(columns: 80, rows: 9)
    #expect(state.nextTick == .seconds(60))
    _ = state.update(.tick, now: .seconds(60))
    #expect(state.frame(now: .seconds(60)).text.contains(" 1h 57m ◆"))
    #expect(state.nextTick == .seconds(120))
    _ = state.update(.tick, now: .seconds(7_020))
    #expect(state.frame(now: .seconds(7_020)).text.contains(" 1m ◆"))
    #expect(state.nextTick == .seconds(7_021))
    _ = state.press("3")
    #expect(state.nextTick == nil)
  }

  @Test func `the title of the window has the source and the number of overrides`() {
    #expect(Self.dashboard(columns: 80, rows: 9).windowTitle == "Halyard: shop.json, 3 overridden")
    #expect(Shop.dashboard(columns: 80, rows: 9).windowTitle == "Halyard: shop.json, 1 overridden")
    let none = Shop.dashboard(columns: 80, rows: 9, snapshot: nil)
    #expect(none.windowTitle == "Halyard: shop.json")
  }
}
