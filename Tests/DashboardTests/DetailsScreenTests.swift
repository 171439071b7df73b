import FeatureFlags
import Locking
import ScreenTestSupport
import TestSupport
import Testing

@testable import Dashboard

/// Tests the details of a feature.
struct DetailsScreenTests {
  @Test func `pressing Enter on a narrow screen opens the details over the list`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: "j j j enter")
    expectScreen(
      state,
      """
       Halyard   shop.json   file         ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Product layout · MVT Test ───────────────────────────────────────────────────╮
      │ Description  How products are laid out                                       │
      │                                                                              │
      │ State        Enabled                                                         │
      │ Variation    Cards                                                           │
      │                                                                              │
      │ Variations   1███████████████████████2█████████████████3███████████4█████    │
      │                                                               ↑ 83.25 %      │
      │              1 ○ List      40 %                                              │
      │              2 ○ Grid      30 %                                              │
      │              3 ● Cards     20 %  assigned                                    │
      │              4 ○ Magazine  10 %                                              │
      │                                                                              │
      │ Assignment   83.25                                                           │
      │ Labels       list, grid, cards, magazine                                     │
      │ Section      Catalogue                                                       │
      │ Configured   Cards                                                           │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
       ↑ ↓ scroll  space change  ← → cycle  n p next feature  v pick  ? help  esc back
      """
    )
  }

  @Test(arguments: [(80, ["n", "n", "p"]), (120, ["n", "n", "N"])])
  func `the keys n and p show the next and the previous feature without closing the details`(
    columns: Int,
    keys: [String]
  ) {
    var state = Shop.dashboard(columns: columns, rows: 24, keys: "enter")
    let titles = keys.map { key in
      _ = state.press(key)
      return state.selectedName?.rawValue ?? ""
    }
    #expect(titles == ["Gold theme", "Old banner", "Gold theme"])
    #expect(state.focus == .details)
  }

  @Test func `the key q closes details that cover the list, and otherwise quits the program`() {
    var narrow = Shop.dashboard(columns: 80, rows: 24, keys: "enter")
    #expect(narrow.press("q") == [])
    #expect(narrow.focus == .list)
    #expect(narrow.press("q") == [.terminal(.quit)])
    var wide = Shop.dashboard(columns: 120, rows: 24, keys: "enter")
    #expect(wide.press("q") == [.terminal(.quit)])
  }

  @Test func `the details show the override and the configured state`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: "j j j j j j j enter")
    expectScreen(
      state,
      """
       Halyard   shop.json   file         ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ CTA colour · A/B Test ◆ ─────────────────────────────────────────────────────╮
      │ Description  The colour of the button that buys                              │
      │                                                                              │
      │ State        Enabled                                                         │
      │ Variation    Group A ◆                                                       │
      │                                                                              │
      │ Variations   1█████████████████████████████2█████████████████████████████    │
      │                                                   ↑ 62.5 %                   │
      │              1 ● Group A  50 %                                               │
      │              2 ○ Group B  50 %  assigned                                     │
      │                                                                              │
      │ Assignment   62.5                                                            │
      │ Labels       label1, label2                                                  │
      │ Section      Checkout                                                        │
      │ Configured   Group B                                                         │
      │ Override     Group A                                                         │
      │              until reset                                                     │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
       ↑ ↓ scroll  space change  ← → cycle  n p next feature  v pick  ? help  esc back
      """
    )
  }

  @Test func `the details of an unlock flag show its lock`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: "j enter")
    expectScreen(
      state,
      """
       Halyard   shop.json   file         ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Gold theme · Unlock Flag ────────────────────────────────────────────────────╮
      │ Description  For customers of ten years                                      │
      │                                                                              │
      │ State        Enabled                                                         │
      │ Lock         Locked                                                          │
      │                                                                              │
      │ Section      Account                                                         │
      │ Configured   Enabled, locked                                                 │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
       ↑ ↓ scroll  space change  ← → cycle  n p next feature  v pick  ? help  esc back
      """
    )
  }

  @Test func `the details report invalid biases and show equal biases instead`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: "G k k enter")
    expectScreen(
      state,
      """
       Halyard   shop.json   file         ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Voucher field · A/B Test ────────────────────────────────────────────────────╮
      │ Description  Where vouchers are typed                                        │
      │                                                                              │
      │ State        Enabled                                                         │
      │ Variation    Top                                                             │
      │                                                                              │
      │ Variations   1█████████████████████████████2█████████████████████████████    │
      │                                ↑ 30 %                                        │
      │              1 ● Top     50 %  assigned                                      │
      │              2 ○ Bottom  50 %                                                │
      │                                                                              │
      │ Assignment   30                                                              │
      │ Section      Checkout                                                        │
      │ Configured   Top                                                             │
      │                                                                              │
      │ ✗ line 31: biases add up to 120, expected 100; equal biases are used         │
      │   5 lists the problems of the source                                         │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
       ↑ ↓ scroll  space change  ← → cycle  n p next feature  v pick  ? help  esc back
      """
    )
  }

  @Test func `the details of a deprecated feature explain that it cannot be changed`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: "j j enter")
    expectScreen(
      state,
      """
       Halyard   shop.json   file         ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Old banner · Deprecated ─────────────────────────────────────────────────────╮
      │ State        Disabled                                                        │
      │                                                                              │
      │ Section      Catalogue                                                       │
      │ Configured   Deprecated                                                      │
      │ Deprecated   the feature is only listed, and cannot be changed               │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
       ↑ ↓ scroll  space change  ← → cycle  n p next feature  v pick  ? help  esc back
      """
    )
  }

  @Test func `the details of a disabled test show no variation`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: "j j j j j enter")
    expectScreen(
      state,
      """
       Halyard   shop.json   file         ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Sort order · MVT Test ───────────────────────────────────────────────────────╮
      │ State        Disabled                                                        │
      │ Variation    none while it is disabled                                       │
      │                                                                              │
      │ Variations   1███████████████████2███████████████████3███████████████████    │
      │                                            ↑ 50 %                            │
      │              1 ○ Price   33.33 %                                             │
      │              2 ○ Name    33.33 %  assigned                                   │
      │              3 ○ Rating  33.33 %                                             │
      │                                                                              │
      │ Assignment   50                                                              │
      │ Section      Catalogue                                                       │
      │ Configured   Disabled                                                        │
      │                                                                              │
      │ Stale        no user gets a variation                                        │
      │              may be removed: the test, and its code                          │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
       ↑ ↓ scroll  space change  ← → cycle  n p next feature  v pick  ? help  esc back
      """
    )
  }

  @Test func `on a small screen the details scroll`() {
    let state = Shop.dashboard(columns: 40, rows: 10, keys: "j j j enter j j j j j")
    expectScreen(
      state,
      """
       Halyard   shop.json   file   ✗ 1 · ◆ 1
      ╭ Product layout · MVT Test ───────────╮
      │                                      │
      │ Variations                           ┃
      │   1█████████████2█████████3██████4██ │
      │                       83.25 % ↑      │
      │   1 ○ List      40 %                 │
      │   2 ○ Grid      30 %                 │
      ╰─────────────────────────────── 11/19 ╯
       ↑ ↓ scroll  ← → cycle  ? help  esc back
      """
    )
  }

  @Test func `on a wide screen the details of a test show the position of the user in the biases`()
  {
    let state = Shop.dashboard(columns: 120, rows: 24, keys: "j j j j j j j j enter")
    expectScreen(
      state,
      """
       Halyard   shop.json   file                                                 ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────╮╭ Express pay · On/off test ───────────────────────────╮
      │ Account                                                      ││ Description  Pay with the card on file               │
      │  ▢ Beta badge                                 Unlocked       ││                                                      │
      │  ▣ Gold theme                                 Locked         ││ State        Enabled                                 │
      │ Catalogue                                                    ││ Variation    Enabled                                 │
      │  ⊘ Old banner                                 Deprecated     ││                                                      │
      │  ◐ Product layout                             Cards          ││ Variations   1███████2██████████████████████████████ │
      │  ⚑ Search suggestions                         Enabled        ││                  ↑ 12 %                              │
      │  ◐ Sort order                                 Disabled       ││              1 ● Enabled   20 %  assigned            │
      │  ⚐ おすすめ商品                               Disabled       ││              2 ○ Disabled  80 %                      │
      │ Checkout                                                     ││                                                      │
      │  ◐ CTA colour                                 Group A      ◆ ││ Assignment   12                                      │
      │▌ ◐ Express pay                                Enabled        ││ Section      Checkout                                │
      │  ⚐ Gift wrap                                  Disabled       ││ Configured   Enabled                                 │
      │  ⚑ New Cart                                   Enabled        ││                                                      │
      │  ◐ Voucher field                              Top         ✗  ││                                                      │
      │ No section                                                   ││                                                      │
      │  ⚐ A name so long that …m to show it in full  Disabled       ││                                                      │
      │  ⚙ Debug menu                                 Enabled        ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      ╰──────────────────────────────────────────────────────── 9/14 ╯╰──────────────────────────────────────────────────────╯
       ↑ ↓ scroll   space change   ← → cycle   n p next feature   v pick   o reset   ? help   esc back
      """
    )
  }

  @Test func `biases are rounded to numbers of columns that add up to the length of the bar`() {
    #expect(Gauge(biases: [50, 50], columns: 40).lengths == [20, 20])
    #expect(Gauge(biases: [0, 100], columns: 40).lengths == [0, 40])
    #expect(Gauge(biases: [33.4, 33.3, 33.3], columns: 10).lengths == [3, 4, 3])
    #expect(Gauge(biases: [60, 60], columns: 10).lengths == [6, 4])
    #expect(Gauge(biases: [50, 50], columns: 40).column(of: 100) == 39)
  }
}
