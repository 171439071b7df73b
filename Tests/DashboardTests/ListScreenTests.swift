import Dashboard
import Locking
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
      │  ▢ Beta badge                                   Unlock Flag   Unlocked       │
      │  ▣ Gold theme                                   Unlock Flag   Locked         │
      │ Catalogue                                                                    │
      │  ⊘ Old banner                                   Deprecated    Deprecated     │
      │▌ ◐ Product layout                               MVT Test      Cards          │
      │  ⚑ Search suggestions                           Feature Flag  Enabled        │
      │  ◐ Sort order                                   MVT Test      Disabled       │
      │  ⚐ おすすめ商品                                 Feature Flag  Disabled       │
      │ Checkout                                                                     │
      │  ◐ CTA colour                                   A/B Test      Group A      ◆ │
      │  ◐ Express pay                                  On/off test   Enabled        │
      │  ⚐ Gift wrap                                    Feature Flag  Disabled       │
      │  ⚑ New Cart                                     Feature Flag  Enabled        │
      │  ◐ Voucher field                                A/B Test      Top         ✗  │
      │ No section                                                                   │
      │  ⚐ A name so long that n…om to show it in full  Feature Flag  Disabled       │
      │  ⚙ Debug menu                                   Feature Flag  Enabled        │
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
      │▌ ▢ Beta badge                                   Unlock Flag   Unlocked       │
      │  ▣ Gold theme                                   Unlock Flag   Locked         │
      │    For customers of ten years                                                │
      │ Catalogue                                                                    │
      │  ⊘ Old banner                                   Deprecated    Deprecated     │
      │  ◐ Product layout                               MVT Test      Cards          │
      │    How products are laid out                                                 │
      │  ⚑ Search suggestions                           Feature Flag  Enabled        │
      │    Suggest as the customer types                                             │
      │  ◐ Sort order                                   MVT Test      Disabled       │
      │  ⚐ おすすめ商品                                 Feature Flag  Disabled       │
      │    Recommendations for Japan                                                 │
      │ Checkout                                                                     │
      │  ◐ CTA colour                                   A/B Test      Group A      ◆ │
      │    The colour of the button that buys                                        │
      │  ◐ Express pay                                  On/off test   Enabled        │
      │    Pay with the card on file                                                 │
      │  ⚐ Gift wrap                                    Feature Flag  Disabled       │
      │  ⚑ New Cart                                     Feature Flag  Enabled        │
      │    One page from cart to receipt                                             │
      │  ◐ Voucher field                                A/B Test      Top         ✗  │
      │    Where vouchers are typed                                                  │
      │ No section                                                                   │
      │  ⚐ A name so long that n…om to show it in full  Feature Flag  Disabled       │
      │    It is cut with an ellipsis, wherever the screen ends                      │
      │  ⚙ Debug menu                                   Feature Flag  Enabled        │
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
      │  ▢ Beta badge                   Unlock Flag   Unlocked       ││                                                      │
      │  ▣ Gold theme                   Unlock Flag   Locked         ││ State        Enabled                                 │
      │    For customers of ten years                                ││ Variation    Cards                                   │
      │ Catalogue                                                    ││                                                      │
      │  ⊘ Old banner                   Deprecated    Deprecated     ││ Variations   1███████████████2██████████3███████4███ │
      │▌ ◐ Product layout               MVT Test      Cards          ││                                      83.25 % ↑       │
      │    How products are laid out                                 ││              1 ○ List      40 %                      │
      │  ⚑ Search suggestions           Feature Flag  Enabled        ││              2 ○ Grid      30 %                      │
      │    Suggest as the customer types                             ││              3 ● Cards     20 %  assigned            │
      │  ◐ Sort order                   MVT Test      Disabled       ││              4 ○ Magazine  10 %                      │
      │  ⚐ おすすめ商品                 Feature Flag  Disabled       ││                                                      │
      │    Recommendations for Japan                                 ││ Assignment   83.25                                   │
      │ Checkout                                                     ││ Labels       list, grid, cards, magazine             │
      │  ◐ CTA colour                   A/B Test      Group A      ◆ ││ Section      Catalogue                               │
      │    The colour of the button that buys                        ││ Configured   Cards                                   │
      │  ◐ Express pay                  On/off test   Enabled        ││                                                      │
      │    Pay with the card on file                                 ││                                                      │
      │  ⚐ Gift wrap                    Feature Flag  Disabled       ││                                                      │
      │  ⚑ New Cart                     Feature Flag  Enabled        ││                                                      │
      │    One page from cart to receipt                             ││                                                      │
      │  ◐ Voucher field                A/B Test      Top         ✗  ││                                                      │
      │    Where vouchers are typed                                  ││                                                      │
      │ No section                                                   ││                                                      │
      │  ⚐ A name so lon…ow it in full  Feature Flag  Disabled       ││                                                      │
      │    It is cut with an ellipsis, wherever the screen ends      ││                                                      │
      │  ⚙ Debug menu                   Feature Flag  Enabled        ││                                                      │
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
      │  ▢ Beta badge                   Unlock Flag   Unlocked       ││                                                      │
      │  ▣ Gold theme                   Unlock Flag   Locked         ││ State        Enabled                                 │
      │ Catalogue                                                    ││                                                      │
      │  ⊘ Old banner                   Deprecated    Deprecated     ││ Section      No section                              │
      │  ◐ Product layout               MVT Test      Cards          ││ Configured   Enabled                                 │
      │  ⚑ Search suggestions           Feature Flag  Enabled        ││ Development  under development: release builds keep  │
      │  ◐ Sort order                   MVT Test      Disabled       ││              it off                                  │
      │  ⚐ おすすめ商品                 Feature Flag  Disabled       ││                                                      │
      │ Checkout                                                     ││                                                      │
      │  ◐ CTA colour                   A/B Test      Group A      ◆ ││                                                      │
      │  ◐ Express pay                  On/off test   Enabled        ││                                                      │
      │  ⚐ Gift wrap                    Feature Flag  Disabled       ││                                                      │
      │  ⚑ New Cart                     Feature Flag  Enabled        ││                                                      │
      │  ◐ Voucher field                A/B Test      Top         ✗  ││                                                      │
      │ No section                                                   ││                                                      │
      │  ⚐ A name so lon…ow it in full  Feature Flag  Disabled       ││                                                      │
      │▌ ⚙ Debug menu                   Feature Flag  Enabled        ││                                                      │
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
      │  ◐ Express pay                                  On/off test   Enabled        │
      │  ⚐ Gift wrap                                    Feature Flag  Disabled       │
      │  ⚑ New Cart                                     Feature Flag  Enabled        │
      │  ◐ Voucher field                                A/B Test      Top         ✗  │
      │ No section                                                                   ┃
      │▌ ⚐ A name so long that n…om to show it in full  Feature Flag  Disabled       ┃
      │  ⚙ Debug menu                                   Feature Flag  Enabled        ┃
      ╰─────────────────────────────────────────────────────────────────────── 13/14 ╯
       space change  ← → cycle  enter details  / search  f filter  ? help  q quit
      """
    )
  }

  @Test func `marked features have a sign, and the title shows their number`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: "m m")
    expectScreen(
      state,
      """
       Halyard   shop.json   file         ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14  ✓ 2 marked ─────────────────────────────────────────────────────╮
      │ Account                                                                      │
      │ ✓▢ Beta badge                                   Unlock Flag   Unlocked       │
      │ ✓▣ Gold theme                                   Unlock Flag   Locked         │
      │ Catalogue                                                                    │
      │▌ ⊘ Old banner                                   Deprecated    Deprecated     │
      │  ◐ Product layout                               MVT Test      Cards          │
      │  ⚑ Search suggestions                           Feature Flag  Enabled        │
      │  ◐ Sort order                                   MVT Test      Disabled       │
      │  ⚐ おすすめ商品                                 Feature Flag  Disabled       │
      │ Checkout                                                                     │
      │  ◐ CTA colour                                   A/B Test      Group A      ◆ │
      │  ◐ Express pay                                  On/off test   Enabled        │
      │  ⚐ Gift wrap                                    Feature Flag  Disabled       │
      │  ⚑ New Cart                                     Feature Flag  Enabled        │
      │  ◐ Voucher field                                A/B Test      Top         ✗  │
      │ No section                                                                   │
      │  ⚐ A name so long that n…om to show it in full  Feature Flag  Disabled       │
      │  ⚙ Debug menu                                   Feature Flag  Enabled        │
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
