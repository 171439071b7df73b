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
       Halyard   shop.json   file         ▲ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────────────────────╮
      │ Account                                                                      │
      │  ▢ Beta badge                                   Unlock Flag   Unlocked       │
      │  ▣ Gold theme                                   Unlock Flag   Locked         │
      │ Catalogue                                                                    │
      │  ⊘ Old banner                                   Deprecated    Deprecated     │
      │▌ ◐ Product layout                               MVT Test      Cards          │
      │  ⚑ Search suggestions                           Feature Flag  Enabled        │
      │  ◐ Sort order                                   MVT Test      Disabled       │
      │  ⚑ おすすめ商品                                 Feature Flag  Disabled       │
      │ Checkout                                                                     │
      │  ◐ CTA colour                                   A/B Test      Group A      ◆ │
      │  ◐ Express pay                                  On/Off Test   Enabled        │
      │  ⚑ Gift wrap                                    Feature Flag  Disabled       │
      │  ⚑ New Cart                                     Feature Flag  Enabled        │
      │  ◐ Voucher field                                A/B Test      Top         ✗  │
      │ Uncategorized                                                                │
      │  ⚑ A name so long that no list of features ha…  Feature Flag  Disabled       │
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
       Halyard   shop.json   file         ▲ 1 problem · 5 lists them · ◆ 1 overridden
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
      │  ⚑ おすすめ商品                                 Feature Flag  Disabled       │
      │    Recommendations for Japan                                                 │
      │ Checkout                                                                     │
      │  ◐ CTA colour                                   A/B Test      Group A      ◆ │
      │    The colour of the button that buys                                        │
      │  ◐ Express pay                                  On/Off Test   Enabled        │
      │    Pay with the card on file                                                 │
      │  ⚑ Gift wrap                                    Feature Flag  Disabled       │
      │  ⚑ New Cart                                     Feature Flag  Enabled        │
      │    One page from cart to receipt                                             │
      │  ◐ Voucher field                                A/B Test      Top         ✗  │
      │    Where vouchers are typed                                                  │
      │ Uncategorized                                                                │
      │  ⚑ A name so long that no list of features ha…  Feature Flag  Disabled       │
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
       Halyard   shop.json   file                                                 ▲ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────╮╭ Product layout ──────────────────────────────────────╮
      │ Account                                                      ││ Name         Product layout                          │
      │  ▢ Beta badge                   Unlock Flag   Unlocked       ││ Type         MVT Test                                │
      │  ▣ Gold theme                   Unlock Flag   Locked         ││ Description  How products are laid out               │
      │    For customers of ten years                                ││                                                      │
      │ Catalogue                                                    ││ State        Enabled                                 │
      │  ⊘ Old banner                   Deprecated    Deprecated     ││ Variation    Cards                                   │
      │▌ ◐ Product layout               MVT Test      Cards          ││                                                      │
      │    How products are laid out                                 ││ Variations   1███████████████2██████████3███████4███ │
      │  ⚑ Search suggestions           Feature Flag  Enabled        ││                                      83.25 % ↑       │
      │    Suggest as the customer types                             ││              1 ○ List      40 %                      │
      │  ◐ Sort order                   MVT Test      Disabled       ││              2 ○ Grid      30 %                      │
      │  ⚑ おすすめ商品                 Feature Flag  Disabled       ││              3 ● Cards     20 %  assigned            │
      │    Recommendations for Japan                                 ││              4 ○ Magazine  10 %                      │
      │ Checkout                                                     ││                                                      │
      │  ◐ CTA colour                   A/B Test      Group A      ◆ ││ Assignment   83.25                                   │
      │    The colour of the button that buys                        ││ Labels       list, grid, cards, magazine             │
      │  ◐ Express pay                  On/Off Test   Enabled        ││ Section      Catalogue                               │
      │    Pay with the card on file                                 ││ Configured   Cards                                   │
      │  ⚑ Gift wrap                    Feature Flag  Disabled       ││                                                      │
      │  ⚑ New Cart                     Feature Flag  Enabled        ││                                                      │
      │    One page from cart to receipt                             ││                                                      │
      │  ◐ Voucher field                A/B Test      Top         ✗  ││                                                      │
      │    Where vouchers are typed                                  ││                                                      │
      │ Uncategorized                                                ││                                                      │
      │  ⚑ A name so long that no lis…  Feature Flag  Disabled       ││                                                      │
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
       Halyard   shop.json   file                                                 ▲ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────╮╭ Debug menu ──────────────────────────────────────────╮
      │ Account                                                      ││ Name         Debug menu                              │
      │  ▢ Beta badge                   Unlock Flag   Unlocked       ││ Type         Feature Flag, development               │
      │  ▣ Gold theme                   Unlock Flag   Locked         ││ Description  Shake the phone to open it              │
      │ Catalogue                                                    ││                                                      │
      │  ⊘ Old banner                   Deprecated    Deprecated     ││ State        Enabled                                 │
      │  ◐ Product layout               MVT Test      Cards          ││                                                      │
      │  ⚑ Search suggestions           Feature Flag  Enabled        ││ Section      Uncategorized                           │
      │  ◐ Sort order                   MVT Test      Disabled       ││ Configured   Enabled                                 │
      │  ⚑ おすすめ商品                 Feature Flag  Disabled       ││ Development  under development: release builds keep  │
      │ Checkout                                                     ││              it off                                  │
      │  ◐ CTA colour                   A/B Test      Group A      ◆ ││                                                      │
      │  ◐ Express pay                  On/Off Test   Enabled        ││                                                      │
      │  ⚑ Gift wrap                    Feature Flag  Disabled       ││                                                      │
      │  ⚑ New Cart                     Feature Flag  Enabled        ││                                                      │
      │  ◐ Voucher field                A/B Test      Top         ✗  ││                                                      │
      │ Uncategorized                                                ││                                                      │
      │  ⚑ A name so long that no lis…  Feature Flag  Disabled       ││                                                      │
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
       Halyard   shop.json   file         ▲ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────────────────────╮
      │ Checkout                                                                     │
      │  ◐ Express pay                                  On/Off Test   Enabled        │
      │  ⚑ Gift wrap                                    Feature Flag  Disabled       │
      │  ⚑ New Cart                                     Feature Flag  Enabled        │
      │  ◐ Voucher field                                A/B Test      Top         ✗  │
      │ Uncategorized                                                                ┃
      │▌ ⚑ A name so long that no list of features ha…  Feature Flag  Disabled       ┃
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
       Halyard   shop.json   file         ▲ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14  ✓ 2 marked ─────────────────────────────────────────────────────╮
      │ Account                                                                      │
      │ ✓▢ Beta badge                                   Unlock Flag   Unlocked       │
      │ ✓▣ Gold theme                                   Unlock Flag   Locked         │
      │ Catalogue                                                                    │
      │▌ ⊘ Old banner                                   Deprecated    Deprecated     │
      │  ◐ Product layout                               MVT Test      Cards          │
      │  ⚑ Search suggestions                           Feature Flag  Enabled        │
      │  ◐ Sort order                                   MVT Test      Disabled       │
      │  ⚑ おすすめ商品                                 Feature Flag  Disabled       │
      │ Checkout                                                                     │
      │  ◐ CTA colour                                   A/B Test      Group A      ◆ │
      │  ◐ Express pay                                  On/Off Test   Enabled        │
      │  ⚑ Gift wrap                                    Feature Flag  Disabled       │
      │  ⚑ New Cart                                     Feature Flag  Enabled        │
      │  ◐ Voucher field                                A/B Test      Top         ✗  │
      │ Uncategorized                                                                │
      │  ⚑ A name so long that no list of features ha…  Feature Flag  Disabled       │
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
       Halyard   shop.json   file   ▲ 1 · ◆ 1
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
