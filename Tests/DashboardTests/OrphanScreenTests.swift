import FeatureFlags
import Frame
import ScreenTestSupport
import TestSupport
import Testing

@testable import Dashboard

/// Tests overrides of features that the source does not have, and unsaved overrides.
struct OrphanScreenTests {
  private static func dashboard(
    orphans: [OverrideKey: Override],
    columns: Int = 80,
    rows: Int = 10
  ) -> DashboardState {
    var state = DashboardState(
      size: Size(columns: columns, rows: rows),
      theme: .terminal,
      context: DashboardContext(
        source: "flags.json",
        workspace: "w",
        version: "1.0",
        wallClock: .zone()
      )
    )
    let features = [Feature(name: "New Cart", enabled: true), Feature(name: "Sale")]
    let snapshot = LoadedSource(features: features, orphans: orphans, origin: .file)
    _ = state.update(.loaded(snapshot), now: .zero)
    return state
  }

  @Test func `overrides of removed features are listed in a section at the end`() {
    expectScreen(
      Self.dashboard(orphans: ["Old pay": Override(enabled: true), "A": Override(variation: "B")]),
      """
       Halyard   flags.json   file       ▲ 2 problems · 5 lists them · ◆ 2 overridden
      ╭ Features 2 ──────────────────────────────────────────────────────────────────╮
      │ No section                                                                   │
      │▌ ⚑ New Cart                                       Feature Flag  Enabled      │
      │  ⚐ Sale                                           Feature Flag  Disabled     │
      │ Not in the source                                                            │
      │  ⊘ A                                              Removed       B          ◆ │
      │  ⊘ Old pay                                        Removed       Enabled    ◆ │
       ▲ 2 overrides have no feature in the source: see the end of the list.
       space change  ← → cycle  enter details  / search  f filter  ? help  q quit
      """
    )
  }

  @Test func `an override of a removed feature is a problem that names the command to reset it`() {
    var state = Self.dashboard(orphans: ["Old pay": Override(enabled: true)], rows: 24)
    #expect(state.screen.contains("▲ 1 problem · 5 lists them"))
    _ = state.press("5")
    #expect(state.screen.contains("1 warning"))
    #expect(state.screen.contains("halyard reset 'Old pay'"))
    _ = state.press("enter")
    #expect(state.selected?.name == "Old pay")
    _ = state.update(.orphaned([:]), now: .zero)
    #expect(!state.screen.contains("1 problem"))
  }

  @Test func `resetting the override of a removed feature removes it from the list`() {
    var state = Self.dashboard(orphans: ["Old pay": Override(enabled: true)])
    for key in [Key.character("G"), .character(" "), .right] {
      let effects = state.update(.key(key), now: .zero)
      #expect(effects.isEmpty)
    }
    let effects = state.update(.key(.character("o")), now: .zero)
    #expect(effects == [.overrides(.reset(["Old pay"]))])
    _ = state.update(.orphaned([:]), now: .zero)
    #expect(!state.frame(now: .zero).text.contains("Not in the source"))
    #expect(state.selected?.name == "Sale")
  }

  @Test func `an unsaved override has a symbol until it is saved`() {
    var state = Self.dashboard(orphans: [:])
    _ = state.update(.unsaved(["Sale"]), now: .zero)
    expectScreen(
      state,
      """
       Halyard   flags.json   file                                      ✗ 1 not saved
      ╭ Features 2 ──────────────────────────────────────────────────────────────────╮
      │ No section                                                                   │
      │▌ ⚑ New Cart                                       Feature Flag  Enabled      │
      │  ⚐ Sale                                           Feature Flag  Disabled   ✗ │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰───────────────────────────────────────────────────────────────────────── 1/2 ╯
       space change  ← → cycle  enter details  / search  f filter  ? help  q quit
      """
    )
    _ = state.update(.unsaved([]), now: .zero)
    #expect(!state.frame(now: .zero).text.contains("✗"))
  }

  @Test func `the details of a removed feature explain that the source no longer has it`() {
    var state = Self.dashboard(
      orphans: ["Old pay": Override(enabled: true)],
      columns: 120,
      rows: 15
    )
    _ = state.update(.key(.character("G")), now: .zero)
    _ = state.update(.unsaved(["Old pay"]), now: .zero)
    expectScreen(
      state,
      """
       Halyard   flags.json   file                                ▲ 1 problem · 5 lists them · ◆ 1 overridden · ✗ 1 not saved
      ╭ Features 2 ──────────────────────────────────────────────────╮╭ Old pay · Removed from the source ◆ ─────────────────╮
      │ No section                                                   ││ Section      Not in the source                       │
      │  ⚑ New Cart                       Feature Flag  Enabled      ││ Override     Enabled                                 │
      │  ⚐ Sale                           Feature Flag  Disabled     ││              until reset                             │
      │                                                              ││ Not saved    ✗ the change applies in this dashboard  │
      │ Not in the source                                            ││              only                                    │
      │▌ ⊘ Old pay                        Removed       Enabled    ✗ ││ Removed      the source no longer has the feature;   │
      │                                                              ││              its override applies if it returns      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      ╰───────────────────────────────────────────────────────── 3/3 ╯╰──────────────────────────────────────────────────────╯
       space change   ← → cycle   o reset   enter details   / search   f filter   v pick   r refresh   ? help   q quit
      """
    )
  }
}
