import ScreenTestSupport
import TestSupport
import Testing

import struct FoundationEssentials.Date

@testable import Dashboard
@testable import FeatureFlags

/// Tests the list of the active overrides by their notes.
struct OverridesScreenTests {
  private static func override(_ minutes: Double, by author: String, note: String?) -> Override {
    let date = Shop.context.wallClock.start.addingTimeInterval(-60 * minutes)
    return Override(enabled: true, date: date, author: author, note: note)
  }

  private static func features(isScoped: Bool = false) -> [Feature] {
    var cart = Feature(name: "New Cart").overridden(override(5, by: "ana@build-7", note: "QA-7"))
    if isScoped {
      let user = OverrideScope.key("u42", kind: nil)
      cart.setOverrides(
        FeatureOverrides(
          [
            .everyone: override(5, by: "ana@build-7", note: "QA-7"),
            user: override(400, by: "ben@x", note: "QA-7"),
          ],
          hasKinds: false
        ),
        for: EvaluationContext()
      )
    }
    return [
      cart, Feature(name: "Gift wrap").overridden(override(120, by: "ana@build-7", note: "QA-7")),
      Feature(name: "Express pay").overridden(override(30, by: "ben@x", note: "QA-12")),
      Feature(name: "Old banner").overridden(override(3_000, by: "ana@build-7", note: nil)),
      Feature(name: "Sort order"),
    ]
  }

  private static func dashboard(
    isScoped: Bool = false,
    context: DashboardContext = Shop.context,
    keys: String = "#"
  ) -> DashboardState {
    Shop.dashboard(
      columns: 80,
      rows: 24,
      context: context,
      snapshot: LoadedSource(features: features(isScoped: isScoped), origin: .file),
      keys: keys
    )
  }

  @Test func `the key # lists the overrides by note with state, author and age`() {
    expectScreen(
      Self.dashboard(keys: "# j"),
      """
       Halyard   shop.json   file                                      ◆ 4 overridden
      ╭ Features 5 ──────────────────────────────────────────────────────────────────╮
      │ No section                                                                   │
      │▌ ⚑ Express pay                                    Feature Flag  Enabled    ◆ │
      │  ⚑ Gift wrap                                      Feature Flag  Enabled    ◆ │
      │  ⚑ New Cart                                       Feature Flag  Enabled    ◆ │
      │  ⚑ Old banner                                     Feature Flag  Enabled    ◆ │
      │  ⚐ Sort orde ╭ Overrides by note · 4 overrides ───────────────╮ Disabled     │
      │              │ QA-12 · 1                                      │              │
      │              │   Express pay  Enabled  ben@x        30m       │              │
      │              │ QA-7 · 2                                       │              │
      │              │▌  Gift wrap    Enabled  ana@build-7  2h        │              │
      │              │   New Cart     Enabled  ana@build-7  5m        │              │
      │              │ No note · 1                                    │              │
      │              │   Old banner   Enabled  ana@build-7  2d 2h     │              │
      │              ╰────────────────────────────────────────────────╯              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰───────────────────────────────────────────────────────────────────────── 1/5 ╯
       o reset  O reset all of the note  / find  enter go to the feature  esc close
      """
    )
  }

  @Test func `an override for one user has a row of its own with the user`() {
    expectScreen(
      Self.dashboard(isScoped: true),
      """
       Halyard   shop.json   file                         ◆ everyone · ◆ 4 overridden
      ╭ Features 5 ──────────────────────────────────────────────────────────────────╮
      │ No section                                                                   │
      │▌ ⚑ Express pay                                    Feature Flag  Enabled    ◆ │
      │  ⚑ Gift wrap                                      Feature Flag  Enabled    ◆ │
      │  ⚑ New Cart                                       Feature Flag  Enabled    ◆ │
      │  ⚑ Old banner                                     Feature Flag  Enabled    ◆ │
      │  ⚐ Sort  ╭ Overrides by note · 5 overrides of 4 features ────────╮ abled     │
      │          │ QA-12 · 1                                             │           │
      │          │▌  Express pay  Enabled  everyone  ben@x        30m    │           │
      │          │ QA-7 · 3                                              │           │
      │          │   Gift wrap    Enabled  everyone  ana@build-7  2h     │           │
      │          │   New Cart     Enabled  everyone  ana@build-7  5m     │           │
      │          │   New Cart     Enabled  u42       ben@x        6h 40m │           │
      │          │ No note · 1                                           │           │
      │          │   Old banner   Enabled  everyone  ana@build-7  2d 2h  │           │
      │          ╰───────────────────────────────────────────────────────╯           │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰───────────────────────────────────────────────────────────────────────── 1/5 ╯
       o reset  O reset all of the note  / find  enter go to the feature  esc close
      """
    )
  }

  @Test func `the end of an override stays whole at 80 columns, and other texts are shortened`() {
    let name = "The new cart with the gift wrap of the summer sale"
    let end = Shop.context.wallClock.start.addingTimeInterval(3 * 86_400)
    var override = Self.override(5, by: "anastasia.konstantinova@build-machine-7", note: "QA-7")
    override.lifetime = .until(end)
    let state = Shop.dashboard(
      columns: 80,
      rows: 24,
      snapshot: LoadedSource(
        features: [Feature(name: Feature.Name(rawValue: name)).overridden(override)],
        origin: .file
      ),
      keys: "#"
    )
    let text = "until " + Shop.context.wallClock.text(of: end, now: Shop.context.wallClock.start)
    let rows = state.screen.split(separator: "\n").filter { $0.contains("Enabled") }
    #expect(rows.contains { $0.contains(text + " ") }, "\(state.screen)")
  }

  @Test func `the key o resets the override under the cursor, and the list stays open`() {
    var state = Self.dashboard(isScoped: true)
    #expect(state.press("o") == [.overrides(.reset(["Express pay"], only: .everyone))])
    let user = OverrideScope.key("u42", kind: nil)
    #expect(state.press("j j j o") == [.overrides(.reset(["New Cart"], only: user))])
    let reset = Self.features()[0].overridden(nil)
    _ = state.update(.changed([reset]), now: .zero)
    #expect(!state.screen.split(separator: "\n").contains { $0.contains("u42") })
    #expect(state.dialog is Menu<OverridesMenu>)
  }

  @Test func `the key O resets the overrides with the note after a confirmation`() {
    var state = Self.dashboard(keys: "# j O")
    #expect(state.screen.contains("Reset 2 overrides?"))
    #expect(state.screen.contains("with the note QA-7"))
    #expect(state.press("y") == [.overrides(.reset(["Gift wrap", "New Cart"], only: .everyone))])
    #expect(state.dialog == nil)
  }

  @Test func `without confirmations, O resets at once with one effect for each user`() {
    var context = Shop.context
    context.confirmations = []
    var state = Self.dashboard(isScoped: true, context: context, keys: "# j")
    #expect(
      state.press("O") == [
        .overrides(.reset(["Gift wrap", "New Cart"], only: .everyone)),
        .overrides(.reset(["New Cart"], only: .key("u42", kind: nil))),
      ]
    )
  }

  @Test func `Enter goes to the feature of the override, and the list finds notes`() {
    let state = Self.dashboard(keys: "# / q a - 1 2 enter")
    #expect(state.dialog == nil)
    #expect(state.selected?.name == "Express pay")
  }

  @Test func `without an override the key # shows a notice`() {
    let source = LoadedSource(features: [Feature(name: "Cart")], origin: .file)
    let state = Shop.dashboard(columns: 80, rows: 24, snapshot: source, keys: "#")
    #expect(state.dialog == nil)
    #expect(state.screen.contains("Nothing is overridden."))
  }

  @Test func `a read-only dashboard lists the overrides, and resets none`() {
    var state = Self.dashboard(context: Shop.readOnly)
    #expect(!state.screen.contains("o reset"))
    #expect(state.press("o O").isEmpty)
    #expect(state.dialog is Menu<OverridesMenu>)
  }
}
