import Foundation
import Frame
import ScreenTestSupport
import TestSupport
import Testing
import Text

@testable import Dashboard
@testable import FeatureFlags

/// Tests the list of lifetimes, and the time that the user types.
struct LifetimeScreenTests {
  private static let clock = WallClock.zone(start: "2026-11-21T12:00:00Z")

  private func dashboard(keys: String = "") -> DashboardState {
    let features = [
      Feature(name: "A").overridden(Override(enabled: true)),
      Feature(name: "B").overridden(Override(enabled: true, lifetime: .session)),
      Feature(name: "C"),
    ]
    let snapshot = LoadedSource(features: features, origin: .file)
    return Shop.dashboard(columns: 60, rows: 14, snapshot: snapshot, keys: keys)
  }

  @Test func `the key L lists the lifetimes of an override and selects the current one`() {
    expectScreen(
      dashboard(keys: "j L"),
      """
       Halyard   shop.json   file                  ◆ 2 overridden
      ╭ Features 3 ──────────────────────────────────────────────╮
      │ No section                                               │
      │  ⚑ A       ╭ Lifetime of B ─────────────────╮ abled    ◆ │
      │▌ ⚑ B       │ ○ Until reset                  │ abled    ◈ │
      │  ⚐ C       │▌● This session                 │ sabled     │
      │            │ ○ For 30 minutes               │            │
      │            │ ○ For 2 hours                  │            │
      │            │ ○ For 8 hours                  │            │
      │            │ ○ Until a time …               │            │
      │            ╰────────────────────────────────╯            │
      │                                                          │
      ╰───────────────────────────────────────────────────── 2/3 ╯
       ↑ ↓ move  / find  enter choose  esc cancel
      """
    )
  }

  @Test func `a digit selects no lifetime`() {
    var state = dashboard(keys: "j L")
    #expect(state.screen.contains("▌● This session"))
    #expect(state.press("1").isEmpty)
    #expect(state.screen.contains("▌● This session"))
  }

  @Test func `the choice Until a time opens a text field, which rejects a text that is not a time`()
  {
    var state = dashboard(keys: "L G enter")
    #expect(state.press("s o o n enter").isEmpty)
    expectScreen(
      state,
      """
       Halyard   shop.json   file                  ◆ 2 overridden
      ╭ Features 3 ──────────────────────────────────────────────╮
      │ No section                                               │
      │▌ ⚑ A                          Feature Flag  Enabled    ◆ │
      │  ⚑ B                          Feature Flag  Enabled    ◈ │
      ╭ Lifetime of A ───────────────────────────────────────────╮
      │ Until soon                                               │
      │ ✗ expected a time such as 17:30, or 2h30m                │
      ╰──────────────────────────────────────────────────────────╯
      │                                                          │
      │                                                          │
      │                                                          │
      ╰───────────────────────────────────────────────────── 1/3 ╯
       type 17:30 or 2h30m  enter set  esc back
      """
    )
    #expect(state.press("esc esc").isEmpty)
    #expect(state.screen.contains("q quit"))
  }

  @Test(arguments: [
    ("L enter", Override.Lifetime.kept, "until reset"),
    ("L j enter", .session, "until this session ends"),
    ("L j j enter", .until(clock.date(at: .seconds(1_800))), "until 12:30"),
    ("L j j j enter", .until(clock.date(at: .seconds(7_200))), "until 14:00"),
    ("L j j j j enter", .until(clock.date(at: .seconds(28_800))), "until 20:00"),
    ("L G enter 1 7 : 3 0 enter", .until(clock.date(at: .seconds(19_800))), "until 17:30"),
    ("L G enter 2 h 3 0 m enter", .until(clock.date(at: .seconds(9_000))), "until 14:30"),
  ])
  func `a chosen lifetime is set for the override`(
    keys: String,
    lifetime: Override.Lifetime,
    text: String
  ) {
    var state = dashboard()
    #expect(state.press(keys) == [.overrides(.setLifetime(lifetime, for: ["A"]))])
    #expect(state.screen.contains("✓ The override of A applies \(text)."))
  }

  @Test
  func `the expiry of an override with a chosen duration is rounded to a tenth of a second`() {
    var state = dashboard(keys: "L j j")
    let effects = state.update(.key(.enter), now: .milliseconds(260))
    let end = Self.clock.date(at: .milliseconds(1_800_300)).inTenths
    #expect(effects == [.overrides(.setLifetime(.until(end), for: ["A"]))])
  }

  @Test func `setting a lifetime for marked features changes only those with an override`() {
    var state = dashboard(keys: "A L")
    #expect(state.screen.contains("Lifetime of 2 overrides"))
    #expect(state.press("enter") == [.overrides(.setLifetime(.kept, for: ["A", "B"]))])
    #expect(state.screen.contains("✓ 2 overrides apply until reset."))
  }

  @Test func `setting a lifetime for a feature without an override shows a notice`() {
    var state = dashboard(keys: "G")
    #expect(state.press("L").isEmpty)
    #expect(state.screen.contains("C has no override whose lifetime could be set."))
  }

  private static let times: [(String, String?)] = [
    ("17:30", "2026-11-21T17:30:00Z"), ("12:00", "2026-11-22T12:00:00Z"),
    ("7:05", "2026-11-22T07:05:00Z"), (" 2h 30m ", "2026-11-21T14:30:00Z"),
    ("90m", "2026-11-21T13:30:00Z"), ("45s", "2026-11-21T12:00:45Z"),
    ("1D", "2026-11-22T12:00:00Z"),
    ("", nil), ("soon", nil), ("24:00", nil), ("12:60", nil), ("12:5", nil), ("1:2:3", nil),
    (":30", nil), ("0m", nil), ("30", nil), ("m", nil), ("-5m", nil), ("100001d", nil),
    ("999999999999h", nil), ("٣h", nil), ("+1:30", nil),
  ]

  @Test(arguments: times)
  func `a typed expiry is accepted only as a time of day or as a duration`(
    text: String,
    expected: String?
  ) throws {
    let start = Self.clock.date(at: .zero)
    let date = try expected.map { try Self.clock.start.seconds(at: $0) }
    #expect(TimeText.end(text, now: start, Self.clock) == date)
  }

  @Test(arguments: [
    ("2026-03-28T12:00:00Z", "03:30", "2026-03-29T01:30:00Z"),
    ("2026-10-24T12:00:00Z", "03:30", "2026-10-25T02:30:00Z"),
  ])
  func `a typed time of day respects a change of daylight saving time`(
    start: String,
    text: String,
    expected: String
  ) throws {
    let clock = WallClock.zone("Europe/Madrid", start: start)
    let date = try clock.start.seconds(at: expected)
    #expect(TimeText.end(text, now: clock.start, clock) == date)
  }
}

extension Date {
  /// Parses a date in the form of ISO 8601.
  fileprivate func seconds(at text: String) throws -> Date { try Date(text, strategy: .iso8601) }
}
