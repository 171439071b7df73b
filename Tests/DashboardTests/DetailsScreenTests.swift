import Locking
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
       Halyard   shop.json   file         ▲ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Product layout ──────────────────────────────────────────────────────────────╮
      │ Name         Product layout                                                  │
      │ Type         MVT Test                                                        │
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
      ╰──────────────────────────────────────────────────────────────────────────────╯
       ↑ ↓ scroll  space change  ← → cycle  v pick  o reset  ? help  esc back
      """
    )
  }

  @Test func `the details show the override and the configured state`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: "j j j j j j j enter")
    expectScreen(
      state,
      """
       Halyard   shop.json   file         ▲ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ CTA colour ◆ ────────────────────────────────────────────────────────────────╮
      │ Name         CTA colour                                                      │
      │ Type         A/B Test                                                        │
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
      ╰──────────────────────────────────────────────────────────────────────────────╯
       ↑ ↓ scroll  space change  ← → cycle  o reset  v pick  ? help  esc back
      """
    )
  }

  @Test func `the details of an unlock flag show its lock`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: "j enter")
    expectScreen(
      state,
      """
       Halyard   shop.json   file         ▲ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Gold theme ──────────────────────────────────────────────────────────────────╮
      │ Name         Gold theme                                                      │
      │ Type         Unlock Flag                                                     │
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
      ╰──────────────────────────────────────────────────────────────────────────────╯
       ↑ ↓ scroll  space change  ← → cycle  v pick  o reset  ? help  esc back
      """
    )
  }

  @Test func `the details report invalid biases and show equal biases`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: "G k k enter")
    expectScreen(
      state,
      """
       Halyard   shop.json   file         ▲ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Voucher field ───────────────────────────────────────────────────────────────╮
      │ Name         Voucher field                                                   │
      │ Type         A/B Test                                                        │
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
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
       ↑ ↓ scroll  space change  ← → cycle  v pick  o reset  ? help  esc back
      """
    )
  }

  @Test func `the details of a deprecated feature explain that it cannot be changed`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: "j j enter")
    expectScreen(
      state,
      """
       Halyard   shop.json   file         ▲ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Old banner ──────────────────────────────────────────────────────────────────╮
      │ Name         Old banner                                                      │
      │ Type         Deprecated                                                      │
      │                                                                              │
      │ State        Disabled                                                        │
      │                                                                              │
      │ Section      Catalogue                                                       │
      │ Configured   Disabled                                                        │
      │ Deprecated   listed only as removed: nothing can be changed                  │
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
       ↑ ↓ scroll  space change  ← → cycle  v pick  o reset  ? help  esc back
      """
    )
  }

  @Test func `the details of a disabled test show no variation`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: "j j j j j enter")
    expectScreen(
      state,
      """
       Halyard   shop.json   file         ▲ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Sort order ──────────────────────────────────────────────────────────────────╮
      │ Name         Sort order                                                      │
      │ Type         MVT Test                                                        │
      │                                                                              │
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
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
       ↑ ↓ scroll  space change  ← → cycle  v pick  o reset  ? help  esc back
      """
    )
  }

  @Test func `on a small screen the details scroll`() {
    let state = Shop.dashboard(columns: 40, rows: 10, keys: "j j j enter j j j j j")
    expectScreen(
      state,
      """
       Halyard   shop.json   file   ▲ 1 · ◆ 1
      ╭ Product layout ──────────────────────╮
      │ State        Enabled                 │
      │ Variation    Cards                   ┃
      │                                      │
      │ Variations                           │
      │   1█████████████2█████████3██████4██ │
      │                       83.25 % ↑      │
      ╰─────────────────────────────── 11/21 ╯
       ↑ ↓ scroll  ? help  esc back
      """
    )
  }

  @Test func `on a wide screen the details of a test show the position of the user in the biases`()
  {
    let state = Shop.dashboard(columns: 120, rows: 24, keys: "j j j j j j j j enter")
    expectScreen(
      state,
      """
       Halyard   shop.json   file                                                 ▲ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────╮╭ Express pay ─────────────────────────────────────────╮
      │ Account                                                      ││ Name         Express pay                             │
      │  ▢ Beta badge                   Unlock Flag   Unlocked       ││ Type         Feature On/Off (A/B) Test               │
      │  ▣ Gold theme                   Unlock Flag   Locked         ││ Description  Pay with the card on file               │
      │ Catalogue                                                    ││                                                      │
      │  ⊘ Old banner                   Deprecated    Deprecated     ││ State        Enabled                                 │
      │  ◐ Product layout               MVT Test      Cards          ││ Variation    Enabled                                 │
      │  ⚑ Search suggestions           Feature Flag  Enabled        ││                                                      │
      │  ◐ Sort order                   MVT Test      Disabled       ││ Variations   1███████2██████████████████████████████ │
      │  ⚑ おすすめ商品                 Feature Flag  Disabled       ││                  ↑ 12 %                              │
      │ Checkout                                                     ││              1 ● Enabled   20 %  assigned            │
      │  ◐ CTA colour                   A/B Test      Group A      ◆ ││              2 ○ Disabled  80 %                      │
      │▌ ◐ Express pay                  On/Off Test   Enabled        ││                                                      │
      │  ⚑ Gift wrap                    Feature Flag  Disabled       ││ Assignment   12                                      │
      │  ⚑ New Cart                     Feature Flag  Enabled        ││ Section      Checkout                                │
      │  ◐ Voucher field                A/B Test      Top         ✗  ││ Configured   Enabled                                 │
      │ Uncategorized                                                ││                                                      │
      │  ⚑ A name so long that no lis…  Feature Flag  Disabled       ││                                                      │
      │  ⚙ Debug menu                   Feature Flag  Enabled        ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      ╰──────────────────────────────────────────────────────── 9/14 ╯╰──────────────────────────────────────────────────────╯
       ↑ ↓ scroll   space change   ← → cycle   v pick   o reset   ? help   esc back
      """
    )
  }

  @Test func `biases are rounded to lengths in cells that fill the bar`() {
    #expect(Gauge(biases: [50, 50], columns: 40).lengths == [20, 20])
    #expect(Gauge(biases: [0, 100], columns: 40).lengths == [0, 40])
    #expect(Gauge(biases: [33.4, 33.3, 33.3], columns: 10).lengths == [3, 4, 3])
    #expect(Gauge(biases: [60, 60], columns: 10).lengths == [6, 4])
    #expect(Gauge(biases: [50, 50], columns: 40).column(of: 100) == 39)
  }
}
