import ScreenTestSupport
import TestSupport
import Testing

@testable import Dashboard
@testable import FeatureFlags

/// Tests the text field for the note of an override, and the note in the details.
struct NoteScreenTests {
  private func dashboard(keys: String = "") -> DashboardState {
    let features = [
      Feature(name: "A").overridden(Override(enabled: true, note: "QA-7")),
      Feature(name: "B").overridden(Override(enabled: true)),
      Feature(name: "C"),
    ]
    let snapshot = LoadedSource(features: features, origin: .file)
    return Shop.dashboard(columns: 60, rows: 14, snapshot: snapshot, keys: keys)
  }

  @Test func `the key i opens a text field with the note of the override`() {
    expectScreen(
      dashboard(keys: "i"),
      """
       Halyard   shop.json   file                  ◆ 2 overridden
      ╭ Features 3 ──────────────────────────────────────────────╮
      │ No section                                               │
      │▌ ⚑ A                          Feature Flag  Enabled    ◆ │
      │  ⚑ B                          Feature Flag  Enabled    ◆ │
      ╭ Note of A ───────────────────────────────────────────────╮
      │ QA-7                                                     │
      ╰──────────────────────────────────────────────────────────╯
      │                                                          │
      │                                                          │
      │                                                          │
      │                                                          │
      ╰───────────────────────────────────────────────────── 1/3 ╯
       type a note  enter save  esc cancel
      """
    )
  }

  @Test func `Enter saves the typed note, and an empty text removes the note`() {
    var state = dashboard(keys: "i ctrl-u")
    #expect(
      state.press("space Q A - 1 2 3 space enter") == [.overrides(.setNote("QA-123", for: ["A"]))]
    )
    #expect(state.screen.contains("✓ The note of A is saved."))
    #expect(state.press("i ctrl-u enter") == [.overrides(.setNote("", for: ["A"]))])
    #expect(state.screen.contains("✓ The note of A is removed."))
  }

  @Test func `for marked overrides with different notes, the text field is empty at first`() {
    var state = dashboard(keys: "A i")
    #expect(state.screen.contains("Note of 2 overrides"))
    #expect(state.press("x enter") == [.overrides(.setNote("x", for: ["A", "B"]))])
  }

  @Test func `Escape leaves the note unchanged`() {
    var state = dashboard(keys: "i x")
    #expect(state.press("esc").isEmpty)
  }

  @Test func `for a feature without an override, the key i shows a notice and no text field`() {
    #expect(dashboard(keys: "G i").screen.contains("C has no override that could have a note."))
  }

  @Test func `the details show the note below the override`() {
    #expect(dashboard(keys: "enter").screen.contains("Note         QA-7"))
  }
}
