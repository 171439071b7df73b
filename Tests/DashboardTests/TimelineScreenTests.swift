import Frame
import ScreenTestSupport
import TestSupport
import Testing
import Text

import struct FoundationEssentials.Date

@testable import Dashboard
@testable import FeatureFlags
@testable import Workbench

/// Tests the timeline in the details, a band with the states of a feature over time.
struct TimelineScreenTests {
  private static let clock = WallClock.zone()

  private static func dashboard(_ columns: Int, _ rows: Int, keys: String = "") -> DashboardState {
    var context = Shop.context
    context.hasHistory = true
    let features = [
      Feature(name: "Cart").overridden(Override(enabled: true, author: "ana@build-7")),
      Feature(name: "Layout", testVariations: ["List", "Grid", "Cards"]).assigned(50),
    ]
    let snapshot = LoadedSource(features: features, origin: .file)
    var state = Shop.dashboard(columns: columns, rows: rows, context: context, snapshot: snapshot)
    _ = state.update(.timeline(log), now: .zero)
    _ = state.press(keys)
    return state
  }

  private static func date(hours: Double) -> Date { clock.date(at: .seconds(Int(hours * 3_600))) }

  private static var log: TimelineLog {
    let (on, off) = (
      TimelineState(isOn: true, text: "Enabled"), TimelineState(isOn: false, text: "Disabled")
    )
    let list = TimelineState(isOn: true, variation: "List", text: "List")
    let grid = TimelineState(isOn: true, variation: "Grid", text: "Grid")
    let force = Override(enabled: true, author: "ana@build-7")
    return TimelineLog(
      operations: [
        operation(-20, nil, force), operation(-15, force, nil), operation(-0.5, nil, force),
      ],
      entries: [
        entry(-22, .start, ["Cart": off, "Layout": list]),
        entry(-9, .poll, changes: ["Cart": (off, on), "Layout": (list, grid)]),
        entry(-4, .notification, changes: ["Cart": (on, off)]),
      ]
    )
  }

  private static func operation(_ hours: Double, _ from: Override?, _ to: Override?)
    -> OverrideOperation
  {
    OverrideOperation(
      id: "\(hours)",
      OverrideOperation.Signature(
        date: date(hours: hours),
        author: "ana@build-7",
        program: to == nil ? "halyard reset" : "halyard enable"
      ),
      .change,
      [OverrideOperation.Change("Cart", from: from, to: to)]
    )
  }

  private static func entry(
    _ hours: Double,
    _ cause: SourceEntry.Cause,
    _ states: [Feature.Name: TimelineState]? = nil,
    changes: [Feature.Name: (TimelineState, TimelineState)] = [:]
  ) -> SourceEntry {
    SourceEntry(
      date: date(hours: hours),
      cause: cause,
      user: nil,
      digest: "",
      states: states,
      changes: changes.mapValues { SourceEntry.Change(from: $0.0, to: $0.1) },
      omitted: 0
    )
  }

  @Test func `the details beside the list show a timeline of a flag for the last day`() {
    expectScreen(
      Self.dashboard(120, 32),
      """
       Halyard   shop.json   file                                                                              ◆ 1 overridden
      ╭ Features 2 ──────────────────────────────────────────────────╮╭ Cart · Feature Flag ◆ ───────────────────────────────╮
      │ No section                                                   ││ State        Enabled ◆                               │
      │▌ ⚑ Cart                           Feature Flag  Enabled    ◆ ││                                                      │
      │  ◐ Layout                         MVT Test      Grid         ││ Section      No section                              │
      │                                                              ││ Configured   Disabled                                │
      │                                                              ││ Override     Enabled                                 │
      │                                                              ││              until reset · set by ana@build-7        │
      │                                                              ││                                                      │
      │                                                              ││ Last day     ··░░░███████░░░░░░░░░████████░░░░░██    │
      │                                                              ││                   ◆◆◆◆◆◆◆                      ◆◆    │
      │                                                              ││                                   ↻       ↻          │
      │                                                              ││                      │18:00   │00:00   │06:00        │
      │                                                              ││              █ on  ░ off  · unknown  ◆ override      │
      │                                                              ││              ↻ source changed                        │
      │                                                              ││              since 11:30  Enabled ◆                  │
      │                                                              ││              ana@build-7 · halyard enable            │
      │                                                              ││              08:00 to 11:30  Disabled                │
      │                                                              ││              source, by a notification               │
      │                                                              ││              03:00 to 08:00  Enabled                 │
      │                                                              ││              source, by a poll                       │
      │                                                              ││              2026-11-20 21:00 to 03:00  Disabled     │
      │                                                              ││              ana@build-7 · halyard reset             │
      │                                                              ││              and 2 earlier periods                   │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      ╰───────────────────────────────────────────────────────── 1/2 ╯╰──────────────────────────────────────────────────────╯
       space change   ← → cycle   o reset   enter details   / search   f filter   v pick   r refresh   ? help   q quit
      """
    )
  }

  @Test func `on a narrow screen the details show a timeline of a test for the last day`() {
    expectScreen(
      Self.dashboard(80, 24, keys: "j enter"),
      """
       Halyard   shop.json   file                                      ◆ 1 overridden
      ╭ Layout · MVT Test ───────────────────────────────────────────────────────────╮
      │ State        Enabled                                                         │
      │ Variation    Grid                                                            │
      │                                                                              │
      │ Variations   1███████████████████2███████████████████3███████████████████    │
      │                                            ↑ 50 %                            │
      │              1 ○ List   33.33 %                                              │
      │              2 ● Grid   33.33 %  assigned                                    │
      │              3 ○ Cards  33.33 %                                              │
      │                                                                              │
      │ Assignment   50                                                              │
      │ Section      No section                                                      │
      │ Configured   Grid                                                            │
      │                                                                              │
      │ Last day     ···1█████████████████████████2██████████████████                │
      │                                           ↻                                  │
      │                     │16:00  │20:00  │00:00  │04:00  │08:00                   │
      │              · unknown  1 List  2 Grid  ↻ source changed                     │
      │              since 03:00  Grid                                               │
      │              source, by a poll                                               │
      │              2026-11-20 14:00 to 03:00  List                                 │
      ╰──────────────────────────────────────────────────────────────────────────────╯
       ↑ ↓ scroll  space change  ← → cycle  n p next feature  v pick  ? help  esc back
      """
    )
  }

  @Test func `the key D switches the timeline to the last week and to the last hour`() {
    let week = Self.dashboard(120, 32, keys: "D")
    expectScreen(
      week,
      """
       Halyard   shop.json   file                                                                              ◆ 1 overridden
      ╭ Features 2 ──────────────────────────────────────────────────╮╭ Cart · Feature Flag ◆ ───────────────────────────────╮
      │ No section                                                   ││ State        Enabled ◆                               │
      │▌ ⚑ Cart                           Feature Flag  Enabled    ◆ ││                                                      │
      │  ◐ Layout                         MVT Test      Grid         ││ Section      No section                              │
      │                                                              ││ Configured   Disabled                                │
      │                                                              ││ Override     Enabled                                 │
      │                                                              ││              until reset · set by ana@build-7        │
      │                                                              ││                                                      │
      │                                                              ││ Last week    ·······················█░███            │
      │                                                              ││                                     ◆  ◆◆            │
      │                                                              ││                                       ↻↻             │
      │                                                              ││                   │11-16  │11-18  │11-20             │
      │                                                              ││              █ on  ░ off  · unknown  ◆ override      │
      │                                                              ││              ↻ source changed                        │
      │                                                              ││              since 11:30  Enabled ◆                  │
      │                                                              ││              ana@build-7 · halyard enable            │
      │                                                              ││              08:00 to 11:30  Disabled                │
      │                                                              ││              source, by a notification               │
      │                                                              ││              03:00 to 08:00  Enabled                 │
      │                                                              ││              source, by a poll                       │
      │                                                              ││              2026-11-20 21:00 to 03:00  Disabled     │
      │                                                              ││              ana@build-7 · halyard reset             │
      │                                                              ││              and 2 earlier periods                   │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      ╰───────────────────────────────────────────────────────── 1/2 ╯╰──────────────────────────────────────────────────────╯
       space change   ← → cycle   o reset   enter details   / search   f filter   v pick   r refresh   ? help   q quit
      """
    )
    let hour = Self.dashboard(120, 32, keys: "D D")
    expectScreen(
      hour,
      """
       Halyard   shop.json   file                                                                              ◆ 1 overridden
      ╭ Features 2 ──────────────────────────────────────────────────╮╭ Cart · Feature Flag ◆ ───────────────────────────────╮
      │ No section                                                   ││ State        Enabled ◆                               │
      │▌ ⚑ Cart                           Feature Flag  Enabled    ◆ ││                                                      │
      │  ◐ Layout                         MVT Test      Grid         ││ Section      No section                              │
      │                                                              ││ Configured   Disabled                                │
      │                                                              ││ Override     Enabled                                 │
      │                                                              ││              until reset · set by ana@build-7        │
      │                                                              ││                                                      │
      │                                                              ││ Last hour    ░░░░░░░░░░░░░░████████████████          │
      │                                                              ││                            ◆◆◆◆◆◆◆◆◆◆◆◆◆◆◆◆          │
      │                                                              ││                       │11:20    │11:40               │
      │                                                              ││              █ on  ░ off  ◆ override                 │
      │                                                              ││              since 11:30  Enabled ◆                  │
      │                                                              ││              ana@build-7 · halyard enable            │
      │                                                              ││              until 11:30  Disabled                   │
      │                                                              ││              source, by a notification               │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      ╰───────────────────────────────────────────────────────── 1/2 ╯╰──────────────────────────────────────────────────────╯
       space change   ← → cycle   o reset   enter details   / search   f filter   v pick   r refresh   ? help   q quit
      """
    )
    #expect(Self.dashboard(120, 32, keys: "D D D").screen.contains("Last day"))
  }

  @Test func `a large screen shows the timeline beside the activity log`() {
    expectScreen(
      Self.dashboard(200, 60),
      """
       Halyard   shop.json   file                                                                                                                                                              ◆ 1 overridden
      ╭ Features 2 ────────────────────────────────────────────────────────────────────────────╮╭ Cart · Feature Flag ◆ ──────────────────────────────╮╭ Activity 0 ─────────────────────────────────────────╮
      │ No section                                                                             ││ State        Enabled ◆                              ││                                                     │
      │▌ ⚑ Cart                                                     Feature Flag  Enabled    ◆ ││                                                     ││                                                     │
      │  ◐ Layout                                                   MVT Test      Grid         ││ Section      No section                             ││                                                     │
      │                                                                                        ││ Configured   Disabled                               ││                                                     │
      │                                                                                        ││ Override     Enabled                                ││                                                     │
      │                                                                                        ││              until reset · set by ana@build-7       ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││ Last day     ··░░░███████░░░░░░░░░████████░░░░░██   ││                                                     │
      │                                                                                        ││                   ◆◆◆◆◆◆◆                      ◆◆   ││                                                     │
      │                                                                                        ││                                   ↻       ↻         ││                                                     │
      │                                                                                        ││                      │18:00   │00:00   │06:00       ││                                                     │
      │                                                                                        ││              █ on  ░ off  · unknown  ◆ override     ││                                                     │
      │                                                                                        ││              ↻ source changed                       ││                                                     │
      │                                                                                        ││              since 11:30  Enabled ◆                 ││                                                     │
      │                                                                                        ││              ana@build-7 · halyard enable           ││                                                     │
      │                                                                                        ││              08:00 to 11:30  Disabled               ││                                                     │
      │                                                                                        ││              source, by a notification              ││                                                     │
      │                                                                                        ││              03:00 to 08:00  Enabled                ││                                                     │
      │                                                                                        ││              source, by a poll                      ││                                                     │
      │                                                                                        ││              2026-11-20 21:00 to 03:00  Disabled    ││                                                     │
      │                                                                                        ││              ana@build-7 · halyard reset            ││                                                     │
      │                                                                                        ││              and 2 earlier periods                  ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                  No activity yet.                   │
      │                                                                                        ││                                                     ││ Polls, checks and changes appear here; r loads now. │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      ╰─────────────────────────────────────────────────────────────────────────────────── 1/2 ╯╰─────────────────────────────────────────────────────╯╰─────────────────────────────────────────────────────╯
       space change   ← → cycle   o reset   enter details   / search   f filter   v pick   r refresh   m mark   ? help   q quit
      """
    )
  }

  @Test func `in ASCII each state in the timeline has its own character`() {
    expectScreen(
      Self.dashboard(80, 24, keys: "enter").frame(now: .zero).ascii,
      """
       Halyard   shop.json   file                                      * 1 overridden
      + Cart . Feature Flag * -------------------------------------------------------+
      | State        Enabled *                                                       (
      |                                                                              (
      | Section      No section                                                      (
      | Configured   Disabled                                                        (
      | Override     Enabled                                                         (
      |              until reset . set by ana@build-7                                (
      |                                                                              (
      | Last day     ...::::##########::::::::::::##########:::::::##                (
      |                     **********                             **                (
      |                                           @         @                        (
      |                     |16:00  |20:00  |00:00  |04:00  |08:00                   (
      |              # on  : off  . unknown  * override  @ source changed            (
      |              since 11:30  Enabled *                                          (
      |              ana@build-7 . halyard enable                                    (
      |              08:00 to 11:30  Disabled                                        (
      |              source, by a notification                                       (
      |              03:00 to 08:00  Enabled                                         (
      |              source, by a poll                                               (
      |              2026-11-20 21:00 to 03:00  Disabled                             (
      |              ana@build-7 . halyard reset                                     |
      +----------------------------------------------------------------------- 20/21 +
       ^ v scroll  space change  < > cycle  n p next feature  v pick  ? help  esc back
      """
    )
  }

  @Test func `plain mode prints the durations and periods of the timeline in sentences`() {
    var state = Self.dashboard(80, 24)
    state.startPlainMode()
    _ = state.update(.line("Details"), now: .zero)
    let text = state.removeLines().map(\.text).joined(separator: "\n")
    expectScreen(
      text,
      """
      Halyard, shop.json. Enter help for the commands, list for the features, or quit.
      Cart · Feature Flag overridden
      State, Enabled overridden
      Section, No section
      Configured, Disabled
      Override, Enabled
      until reset · set by ana@build-7
      Last day, on for 10 h 30 min, off for 11 h 30 min, unknown for 1 h 40 min, overridden for
      5 h 30 min, 2 changes of the source
      since 11:30, Enabled overridden
      ana@build-7 · halyard enable
      08:00 to 11:30, Disabled
      source, by a notification
      03:00 to 08:00, Enabled
      source, by a poll
      2026-11-20 21:00 to 03:00, Disabled
      ana@build-7 · halyard reset
      and 2 earlier periods
      """
    )
  }

  @Test
  func `a change of the source while an override applies does not divide the override's period`() {
    let force = Override(enabled: true, author: "ana@build-7")
    let (on, off) = (
      TimelineState(isOn: true, text: "Enabled"), TimelineState(isOn: false, text: "Disabled")
    )
    var state = Self.dashboard(120, 32)
    let log = TimelineLog(
      operations: [Self.operation(-3, nil, force)],
      entries: [
        Self.entry(-2, .start, ["Cart": off]), Self.entry(-1, .poll, changes: ["Cart": (off, on)]),
      ]
    )
    _ = state.update(.timeline(log), now: .zero)
    #expect(state.screen.contains("since 09:00  Enabled ◆"))
    #expect(!state.screen.contains("11:00"))
  }

  @Test func `without changes, the timeline appears only after the key D, as an empty axis`() {
    var state = Self.dashboard(120, 24)
    _ = state.update(.timeline(TimelineLog(operations: [], entries: [])), now: .zero)
    _ = state.press("j")
    #expect(!state.screen.contains("····"))
    _ = state.press("D")
    #expect(state.screen.contains("····"))
    #expect(state.screen.contains("nothing is recorded yet"))
  }

  @Test func `the key D opens the details if they are not visible`() {
    var state = Self.dashboard(80, 24)
    _ = state.press("D")
    #expect(state.focus == .details)
    #expect(state.screen.contains("Last day"))
  }

  @Test
  func `the timeline moves one column at a time, and only while the details are visible`() throws {
    var state = Self.dashboard(120, 32, keys: "D D")
    state.changeContent(.changed) { $0.changes = ChangeHighlights() }
    let hidden = Self.dashboard(80, 24)
    #expect(hidden.nextTick == nil)
    _ = state.update(.tick, now: .seconds(10))
    let tick = try #require(state.nextTick)
    #expect(tick >= .seconds(60))
    #expect(state.frame(now: .seconds(10)).text == state.frame(now: tick - .seconds(1)).text)
    #expect(state.frame(now: .seconds(10)).text != state.frame(now: tick).text)
  }
}
