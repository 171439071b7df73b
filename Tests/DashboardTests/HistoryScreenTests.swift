import ScreenTestSupport
import TestSupport
import Testing
import Text

@testable import Dashboard
@testable import FeatureFlags

/// Tests the history in the details of a feature, and the keys for undo and redo.
struct HistoryScreenTests {
  private static func dashboard(
    columns: Int,
    origin: OperationOrigin? = nil,
    keys: String = ""
  ) -> DashboardState {
    var context = Shop.context
    context.origin = origin
    context.hasHistory = true
    let features = [
      Feature(name: "Cart").overridden(Override(enabled: true)), Feature(name: "Pay"),
    ]
    let snapshot = LoadedSource(features: features, origin: .file)
    return Shop.dashboard(
      columns: columns,
      rows: 20,
      context: context,
      snapshot: snapshot,
      keys: keys
    )
  }

  private static func entry(
    _ seconds: Int,
    _ kind: OverrideOperation.Kind = .change,
    from: Override? = nil,
    to: Override? = nil
  ) -> HistoryEntry {
    HistoryEntry(
      date: WallClock.zone().date(at: .seconds(seconds)),
      author: "ana@build-7",
      program: "halyard enable",
      kind: kind,
      from: from,
      to: to
    )
  }

  @Test func `the details show the last changes of a feature with time, author and program`() {
    var state = Self.dashboard(columns: 120)
    let (on, off) = (Override(enabled: true), Override(enabled: false))
    let timed = Override(enabled: true, lifetime: .session)
    let entries = [
      Self.entry(-60, from: on, to: timed), Self.entry(-240, .undo("1"), from: off, to: on),
      Self.entry(-90_000, .edit, from: on, to: off), Self.entry(-90_060, to: on),
    ]
    _ = state.update(.history(["Cart": entries]), now: .zero)
    expectScreen(
      state,
      """
       Halyard   shop.json   file                                                                              ◆ 1 overridden
      ╭ Features 2 ──────────────────────────────────────────────────╮╭ Cart · Feature Flag ◆ ───────────────────────────────╮
      │ No section                                                   ││ State        Enabled ◆                               │
      │▌ ⚑ Cart                           Feature Flag  Enabled    ◆ ││                                                      │
      │  ⚐ Pay                            Feature Flag  Disabled     ││ Section      No section                              │
      │                                                              ││ Configured   Disabled                                │
      │                                                              ││ Override     Enabled                                 │
      │                                                              ││              until reset                             │
      │                                                              ││                                                      │
      │                                                              ││ History      11:59  Enabled → Enabled for a session  │
      │                                                              ││              ana@build-7 · halyard enable            │
      │                                                              ││              11:56  Disabled → Enabled               │
      │                                                              ││              undo · ana@build-7 · halyard enable     │
      │                                                              ││              2026-11-20 11:00  Enabled → Disabled    │
      │                                                              ││              edited by hand · ana@build-7 · halyard  │
      │                                                              ││              enable                                  │
      │                                                              ││              2026-11-20 10:59  source → Enabled      │
      │                                                              ││              ana@build-7 · halyard enable            │
      ╰───────────────────────────────────────────────────────── 1/2 ╯╰──────────────────────────────────────────────────────╯
       space change   ← → cycle   o reset   enter details   / search   f filter   v pick   r refresh   ? help   q quit
      """
    )
    _ = state.press("j")
    #expect(!state.screen.contains("History"))
  }

  @Test(arguments: [
    ("ana@build-7", "halyard enable", ""), ("ana@build-7", "halyard dashboard", "halyard enable"),
    ("ben@build-7", "halyard enable", "ana@build-7 · halyard enable"),
  ])
  func `the history omits the author of the user's changes, and the program if it is the same`(
    author: String,
    program: String,
    origin: String
  ) {
    let own = OperationOrigin(author: author, program: program)
    var state = Self.dashboard(columns: 120, origin: own)
    let entry = Self.entry(-60, to: Override(enabled: true))
    #expect(entry.originText(for: own) == origin)
    _ = state.update(.history(["Cart": [entry]]), now: .zero)
    #expect(state.screen.contains("ana@build-7") == origin.contains("ana@build-7"))
    #expect(state.screen.contains("halyard enable") == origin.contains("halyard enable"))
  }

  @Test
  func `the history is requested when the details open, and after changes while they are visible`()
  {
    var state = Self.dashboard(columns: 80)
    #expect(state.press("j k").isEmpty)
    #expect(state.press("enter") == [.session(.readHistory)])
    #expect(state.press("esc enter").isEmpty)
    let changed = Feature(name: "Pay").overridden(Override(enabled: true))
    #expect(state.update(.changed([changed]), now: .zero) == [.session(.readHistory)])
    #expect(state.update(.history([:]), now: .zero).isEmpty)
    #expect(
      state.update(.orphaned(["Old": Override(enabled: true)]), now: .zero)
        == [.session(.readHistory)]
    )
    _ = state.press("esc")
    #expect(state.update(.changed([changed]), now: .zero).isEmpty)
  }

  @Test func `the keys z and Z request undo and redo, also while another pane has the focus`() {
    var state = Self.dashboard(columns: 80)
    #expect(state.press("z Z") == [.undo, .redo])
    #expect(state.press("3 z") == [.session(.readHistory), .undo])
  }
}
