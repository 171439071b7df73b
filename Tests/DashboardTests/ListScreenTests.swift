import Dashboard
import Locking
import ScreenTestSupport
import TestSupport
import Testing

/// Tests the list of features.
struct ListScreenTests {
  @Test func `the list has sections, names, types and states`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: "j j j")
    expectScreen(
      state,
      """
       Halyard   shop.json   file         ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────────────────────╮
      │ Account                                                                      │
      │  ▢ Beta badge                                                 Unlocked       │
      │  ▣ Gold theme                                                 Locked         │
      │ Catalogue                                                                    │
      │  ⊘ Old banner                                                 Deprecated     │
      │▌ ◐ Product layout                                             Cards          │
      │  ⚑ Search suggestions                                         Enabled        │
      │  ◐ Sort order                                                 Disabled       │
      │  ⚐ おすすめ商品                                               Disabled       │
      │ Checkout                                                                     │
      │  ◐ CTA colour                                                 Group A      ◆ │
      │  ◐ Express pay                                                Enabled        │
      │  ⚐ Gift wrap                                                  Disabled       │
      │  ⚑ New Cart                                                   Enabled        │
      │  ◐ Voucher field                                              Top         ✗  │
      │ No section                                                                   │
      │  ⚐ A name so long that no list … the room to show it in full  Disabled       │
      │  ⚙ Debug menu                                                 Enabled        │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────── 4/14 ╯
       space change  ← → cycle  enter details  / search  f filter  ? help  q quit
      """
    )
  }

  @Test func `descriptions are shown below the names if there is room for all`() {
    let state = Shop.dashboard(columns: 80, rows: 32)
    expectScreen(
      state,
      """
       Halyard   shop.json   file         ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────────────────────╮
      │ Account                                                                      │
      │▌ ▢ Beta badge                                                 Unlocked       │
      │  ▣ Gold theme                                                 Locked         │
      │    For customers of ten years                                                │
      │ Catalogue                                                                    │
      │  ⊘ Old banner                                                 Deprecated     │
      │  ◐ Product layout                                             Cards          │
      │    How products are laid out                                                 │
      │  ⚑ Search suggestions                                         Enabled        │
      │    Suggest as the customer types                                             │
      │  ◐ Sort order                                                 Disabled       │
      │  ⚐ おすすめ商品                                               Disabled       │
      │    Recommendations for Japan                                                 │
      │ Checkout                                                                     │
      │  ◐ CTA colour                                                 Group A      ◆ │
      │    The colour of the button that buys                                        │
      │  ◐ Express pay                                                Enabled        │
      │    Pay with the card on file                                                 │
      │  ⚐ Gift wrap                                                  Disabled       │
      │  ⚑ New Cart                                                   Enabled        │
      │    One page from cart to receipt                                             │
      │  ◐ Voucher field                                              Top         ✗  │
      │    Where vouchers are typed                                                  │
      │ No section                                                                   │
      │  ⚐ A name so long that no list … the room to show it in full  Disabled       │
      │    It is cut with an ellipsis, wherever the screen ends                      │
      │  ⚙ Debug menu                                                 Enabled        │
      │    Shake the phone to open it                                                │
      ╰──────────────────────────────────────────────────────────────────────── 1/14 ╯
       space change  ← → cycle  enter details  / search  f filter  ? help  q quit
      """
    )
  }

  @Test func `a wide screen shows the details beside the list`() {
    let state = Shop.dashboard(columns: 120, rows: 32, keys: "j j j")
    expectScreen(
      state,
      """
       Halyard   shop.json   file                                                 ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────╮╭ Product layout · MVT Test ───────────────────────────╮
      │ Account                                                      ││ Description  How products are laid out               │
      │  ▢ Beta badge                                 Unlocked       ││                                                      │
      │  ▣ Gold theme                                 Locked         ││ State        Enabled                                 │
      │    For customers of ten years                                ││ Variation    Cards                                   │
      │ Catalogue                                                    ││                                                      │
      │  ⊘ Old banner                                 Deprecated     ││ Variations   1███████████████2██████████3███████4███ │
      │▌ ◐ Product layout                             Cards          ││                                      83.25 % ↑       │
      │    How products are laid out                                 ││              1 ○ List      40 %                      │
      │  ⚑ Search suggestions                         Enabled        ││              2 ○ Grid      30 %                      │
      │    Suggest as the customer types                             ││              3 ● Cards     20 %  assigned            │
      │  ◐ Sort order                                 Disabled       ││              4 ○ Magazine  10 %                      │
      │  ⚐ おすすめ商品                               Disabled       ││                                                      │
      │    Recommendations for Japan                                 ││ Assignment   83.25                                   │
      │ Checkout                                                     ││ Labels       list, grid, cards, magazine             │
      │  ◐ CTA colour                                 Group A      ◆ ││ Section      Catalogue                               │
      │    The colour of the button that buys                        ││ Configured   Cards                                   │
      │  ◐ Express pay                                Enabled        ││                                                      │
      │    Pay with the card on file                                 ││                                                      │
      │  ⚐ Gift wrap                                  Disabled       ││                                                      │
      │  ⚑ New Cart                                   Enabled        ││                                                      │
      │    One page from cart to receipt                             ││                                                      │
      │  ◐ Voucher field                              Top         ✗  ││                                                      │
      │    Where vouchers are typed                                  ││                                                      │
      │ No section                                                   ││                                                      │
      │  ⚐ A name so long that …m to show it in full  Disabled       ││                                                      │
      │    It is cut with an ellipsis, wherever the screen ends      ││                                                      │
      │  ⚙ Debug menu                                 Enabled        ││                                                      │
      │    Shake the phone to open it                                ││                                                      │
      ╰──────────────────────────────────────────────────────── 4/14 ╯╰──────────────────────────────────────────────────────╯
       space change   ← → cycle   enter details   / search   f filter   v pick   o reset   r refresh   ? help   q quit
      """
    )
  }

  @Test func `the details of a feature under development say that release builds disable it`() {
    let state = Shop.dashboard(columns: 120, rows: 24, keys: "G")
    expectScreen(
      state,
      """
       Halyard   shop.json   file                                                 ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────╮╭ Debug menu · Feature Flag, development ──────────────╮
      │ Account                                                      ││ Description  Shake the phone to open it              │
      │  ▢ Beta badge                                 Unlocked       ││                                                      │
      │  ▣ Gold theme                                 Locked         ││ State        Enabled                                 │
      │ Catalogue                                                    ││                                                      │
      │  ⊘ Old banner                                 Deprecated     ││ Section      No section                              │
      │  ◐ Product layout                             Cards          ││ Configured   Enabled                                 │
      │  ⚑ Search suggestions                         Enabled        ││ Development  under development: release builds keep  │
      │  ◐ Sort order                                 Disabled       ││              it off                                  │
      │  ⚐ おすすめ商品                               Disabled       ││                                                      │
      │ Checkout                                                     ││                                                      │
      │  ◐ CTA colour                                 Group A      ◆ ││                                                      │
      │  ◐ Express pay                                Enabled        ││                                                      │
      │  ⚐ Gift wrap                                  Disabled       ││                                                      │
      │  ⚑ New Cart                                   Enabled        ││                                                      │
      │  ◐ Voucher field                              Top         ✗  ││                                                      │
      │ No section                                                   ││                                                      │
      │  ⚐ A name so long that …m to show it in full  Disabled       ││                                                      │
      │▌ ⚙ Debug menu                                 Enabled        ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      ╰─────────────────────────────────────────────────────── 14/14 ╯╰──────────────────────────────────────────────────────╯
       space change   ← → cycle   enter details   / search   f filter   v pick   o reset   r refresh   ? help   q quit
      """
    )
  }

  @Test func `on a low screen the list scrolls`() {
    let state = Shop.dashboard(columns: 80, rows: 12, keys: "G k")
    expectScreen(
      state,
      """
       Halyard   shop.json   file         ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────────────────────╮
      │ Checkout                                                                     │
      │  ◐ Express pay                                                Enabled        │
      │  ⚐ Gift wrap                                                  Disabled       │
      │  ⚑ New Cart                                                   Enabled        │
      │  ◐ Voucher field                                              Top         ✗  │
      │ No section                                                                   ┃
      │▌ ⚐ A name so long that no list … the room to show it in full  Disabled       ┃
      │  ⚙ Debug menu                                                 Enabled        ┃
      ╰─────────────────────────────────────────────────────────────────────── 13/14 ╯
       space change  ← → cycle  enter details  / search  f filter  ? help  q quit
      """
    )
  }

  @Test func `marked features have a symbol, and the title shows their number`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: "m m")
    expectScreen(
      state,
      """
       Halyard   shop.json   file         ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14  ✓ 2 marked ─────────────────────────────────────────────────────╮
      │ Account                                                                      │
      │ ✓▢ Beta badge                                                 Unlocked       │
      │ ✓▣ Gold theme                                                 Locked         │
      │ Catalogue                                                                    │
      │▌ ⊘ Old banner                                                 Deprecated     │
      │  ◐ Product layout                                             Cards          │
      │  ⚑ Search suggestions                                         Enabled        │
      │  ◐ Sort order                                                 Disabled       │
      │  ⚐ おすすめ商品                                               Disabled       │
      │ Checkout                                                                     │
      │  ◐ CTA colour                                                 Group A      ◆ │
      │  ◐ Express pay                                                Enabled        │
      │  ⚐ Gift wrap                                                  Disabled       │
      │  ⚑ New Cart                                                   Enabled        │
      │  ◐ Voucher field                                              Top         ✗  │
      │ No section                                                                   │
      │  ⚐ A name so long that no list … the room to show it in full  Disabled       │
      │  ⚙ Debug menu                                                 Enabled        │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────── 3/14 ╯
       space set all  ← → cycle  o reset  M clear marks  V range  ? help  q quit
      """
    )
  }

  @Test func `a small screen shows names and states only`() {
    let state = Shop.dashboard(columns: 40, rows: 10, keys: "j j j")
    expectScreen(
      state,
      """
       Halyard   shop.json   file   ✗ 1 · ◆ 1
      ╭ Features 14 ─────────────────────────╮
      │ Account                              ┃
      │  ▢ Beta badge         Unlocked       ┃
      │  ▣ Gold theme         Locked         │
      │ Catalogue                            │
      │  ⊘ Old banner         Deprecated     │
      │▌ ◐ Product layout     Cards          │
      ╰──────────────────────────────── 4/14 ╯
       space change  ← → cycle  ? help  q quit
      """
    )
  }
}
