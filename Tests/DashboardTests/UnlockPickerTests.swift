import Dashboard
import FeatureFlags
import ScreenTestSupport
import TestSupport
import Testing

/// Tests the picker of an unlock flag, which has a lock and a state.
struct UnlockPickerTests {
  private static var overridden: LoadedSource {
    var snapshot = Shop.snapshot
    snapshot.features = snapshot.features.map { feature in
      feature.name == "Gold theme" ? feature.overridden(Override(unlocked: true)) : feature
    }
    return snapshot
  }

  @Test func `on a wide screen the picker of an overridden unlock flag has two groups and a reset`()
  {
    expectScreen(
      Shop.dashboard(columns: 120, rows: 32, snapshot: Self.overridden, keys: "j v"),
      """
       Halyard   shop.json   file                                                 ✗ 1 problem · 5 lists them · ◆ 2 overridden
      ╭ Features 14 ─────────────────────────────────────────────────╮╭ Gold theme · Unlock Flag ◆ ──────────────────────────╮
      │ Account                                                      ││ Description  For customers of ten years              │
      │  ▢ Beta badge                                 Unlocked       ││                                                      │
      │▌ ▢ Gold theme                                 Unlocked     ◆ ││ State        Enabled                                 │
      │    For customers of ten years                                ││ Lock         Unlocked ◆                              │
      │ Catalogue                                                    ││                                                      │
      │  ⊘ Old banner                                 Deprecated     ││ Section      Account                                 │
      │  ◐ Product layout                             Cards          ││ Configured   Enabled, locked                         │
      │    How products are laid out                                 ││ Override     Unlocked                                │
      │  ⚑ Search suggestions                         Enabled        ││              until reset                             │
      │    Suggest as the customer types        ╭ Pick for Gold theme ────────────╮                                          │
      │  ◐ Sort order                           │ Lock                            │                                          │
      │  ⚐ おすすめ商品                         │▌● Unlocked                      │                                          │
      │    Recommendations for Japan            │ ○ Locked               assigned │                                          │
      │ Checkout                                │ State                           │                                          │
      │  ◐ CTA colour                           │ ● Enabled              assigned │                                          │
      │    The colour of the button that buys   │ ○ Disabled                      │                                          │
      │  ◐ Express pay                          │                                 │                                          │
      │    Pay with the card on file            │ ○ Reset to the source           │                                          │
      │  ⚐ Gift wrap                            ╰─────────────────────────────────╯                                          │
      │  ⚑ New Cart                                   Enabled        ││                                                      │
      │    One page from cart to receipt                             ││                                                      │
      │  ◐ Voucher field                              Top         ✗  ││                                                      │
      │    Where vouchers are typed                                  ││                                                      │
      │ No section                                                   ││                                                      │
      │  ⚐ A name so long that …m to show it in full  Disabled       ││                                                      │
      │    It is cut with an ellipsis, wherever the screen ends      ││                                                      │
      │  ⚙ Debug menu                                 Enabled        ││                                                      │
      │    Shake the phone to open it                                ││                                                      │
      ╰──────────────────────────────────────────────────────── 2/14 ╯╰──────────────────────────────────────────────────────╯
       ↑ ↓ move   / find   enter choose   esc cancel
      """
    )
  }

  @Test func `on a small screen the picker scrolls its headings with the choices`() {
    expectScreen(
      Shop.dashboard(columns: 40, rows: 8, snapshot: Self.overridden, keys: "j v end"),
      """
       Halyard   shop.json   file   ✗ 1 · ◆ 2
      ╭ Pick for Gold theme ─────────────────╮
      │ ● Enabled              assigned      │
      │ ○ Disabled                           │
      │                                      ┃
      │▌○ Reset to the source                ┃
      ╰──────────────────────────────────────╯
       / find  enter choose  esc cancel
      """
    )
  }

  @Test func `moving the cursor to the first choice scrolls the first heading into view`() {
    let keys = "j v end ↑ ↑ ↑ ↑ ↑"
    let state = Shop.dashboard(columns: 40, rows: 8, snapshot: Self.overridden, keys: keys)
    #expect(state.screen.contains("│ Lock  "))
    #expect(state.screen.contains("│▌● Unlocked"))
  }

  @Test(arguments: [
    ("enter", OverrideChoice.unlocked(false)), ("down enter", .enabled(true)),
    ("down down enter", .enabled(false)), ("down down down enter", .enabled(false)),
    ("down up enter", .unlocked(false)), ("up enter", .unlocked(true)),
    ("up up enter", .unlocked(true)), ("home enter", .unlocked(true)),
    ("end enter", .enabled(false)),
  ])
  func `moving the cursor in the picker skips the headings`(keys: String, choice: OverrideChoice) {
    var state = Shop.dashboard(columns: 80, rows: 24, keys: "j v")
    let arrows = keys.replacing("down", with: "↓").replacing("up", with: "↑")
    #expect(state.press(arrows) == [.overrides(.set([choice], for: ["Gold theme"]))])
  }

  @Test func `after a reload of the feature the cursor of the picker is on a choice`() {
    var state = Shop.dashboard(columns: 80, rows: 24, snapshot: Self.overridden, keys: "j v end")
    _ = state.update(.loaded(Shop.snapshot), now: .zero)
    #expect(state.press("enter") == [.overrides(.set([.enabled(false)], for: ["Gold theme"]))])
  }
}
