import Dashboard
import Locking
import ScreenTestSupport
import TestSupport
import Testing

/// Tests searching and filtering.
struct FindScreenTests {
  @Test func `matches are highlighted while a search is typed`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: "/ c a r")
    expectScreen(
      state,
      """
       Halyard   shop.json   file         ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 3 of 14 ────────────────────────────────────────────────────────────╮
      │ Catalogue                                                                    │
      │  ◐ Product layout                                             Cards          │
      │ Checkout                                                                     │
      │  ◐ Express pay                                                Enabled        │
      │▌ ⚑ New Cart                                                   Enabled        │
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
      ╰───────────────────────────────────────────────────────────────────────── 3/3 ╯
       / car                                           3 of 3   enter keep   esc back
      """
    )
  }

  @Test func `pressing Enter in a search shows the number of matches`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: "/ c a r enter n")
    expectScreen(
      state,
      """
       Halyard   shop.json   file         ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 3 of 14 ────────────────────────────────────────────────────────────╮
      │ Catalogue                                                                    │
      │▌ ◐ Product layout                                             Cards          │
      │ Checkout                                                                     │
      │  ◐ Express pay                                                Enabled        │
      │  ⚑ New Cart                                                   Enabled        │
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
      ╰ /car  1 of 3 ─────────────────────────────────────────────────────────── 1/3 ╯
       n N matches  space change  ← → cycle  enter details  esc back  ? help
      """
    )
  }

  @Test func `a search without a match shows "no match"`() {
    let state = Shop.dashboard(columns: 40, rows: 10, keys: "/ x y z")
    expectScreen(
      state,
      """
       Halyard   shop.json   file   ✗ 1 · ◆ 1
      ╭ Features 0 of 14 ────────────────────╮
      │                                      │
      │                                      │
      │      No feature matches "xyz".       │
      │         esc ends the search.         │
      │                                      │
      │                                      │
      ╰──────────────────────────────────────╯
       / xyz                       no match
      """
    )
  }

  @Test func `the filter dialog lists types, sections and overrides`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: "f")
    expectScreen(
      state,
      """
       Halyard   shop.json   file         ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────────────────────╮
      │ Account                                                                      │
      │▌ ▢ Beta badge                                                 Unlocked       │
      │  ▣ Gold theme                                                 Locked         │
      │ Catalogue     ╭ Show only ───────────────────────────────────╮               │
      │  ⊘ Old banner │▌[ ] Feature Flag               type        6 │ eprecated     │
      │  ◐ Product la │ [ ] A/B Test                   type        2 │ ards          │
      │  ⚑ Search sug │ [ ] On/off test                type        1 │ nabled        │
      │  ◐ Sort order │ [ ] MVT Test                   type        2 │ isabled       │
      │  ⚐ おすすめ商 │ [ ] Unlock Flag                type        2 │ isabled       │
      │ Checkout      │ [ ] Deprecated                 type        1 │               │
      │  ◐ CTA colour │ [ ] Account                    section     2 │ roup A      ◆ │
      │  ◐ Express pa │ [ ] Catalogue                  section     5 │ nabled        │
      │  ⚐ Gift wrap  │ [ ] Checkout                   section     5 │ isabled       │
      │  ⚑ New Cart   │ [ ] No section                 section     2 │ nabled        │
      │  ◐ Voucher fi │ [ ] Overridden                 state       1 │ op         ✗  │
      │ No section    ╰──────────────────────────────────────────────╯               │
      │  ⚐ A name so long that no list … the room to show it in full  Disabled       │
      │  ⚙ Debug menu                                                 Enabled        │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────── 1/14 ╯
       space switch  c clear  / find  enter done  esc close
      """
    )
  }

  @Test func `an active filter is shown in the title of the list`() {
    let state = Shop.dashboard(columns: 120, rows: 24, keys: "f j j j space j j j j space enter")
    expectScreen(
      state,
      """
       Halyard   shop.json   file                                                 ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 2 of 14  [MVT Test]  [Catalogue] ───────────────────╮╭ Product layout · MVT Test ───────────────────────────╮
      │ Catalogue                                                    ││ Description  How products are laid out               │
      │▌ ◐ Product layout                             Cards          ││                                                      │
      │  ◐ Sort order                                 Disabled       ││ State        Enabled                                 │
      │                                                              ││ Variation    Cards                                   │
      │                                                              ││                                                      │
      │                                                              ││ Variations   1███████████████2██████████3███████4███ │
      │                                                              ││                                      83.25 % ↑       │
      │                                                              ││              1 ○ List      40 %                      │
      │                                                              ││              2 ○ Grid      30 %                      │
      │                                                              ││              3 ● Cards     20 %  assigned            │
      │                                                              ││              4 ○ Magazine  10 %                      │
      │                                                              ││                                                      │
      │                                                              ││ Assignment   83.25                                   │
      │                                                              ││ Labels       list, grid, cards, magazine             │
      │                                                              ││ Section      Catalogue                               │
      │                                                              ││ Configured   Cards                                   │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      ╰───────────────────────────────────────────────────────── 1/2 ╯╰──────────────────────────────────────────────────────╯
       space change   ← → cycle   enter details   / search   f filter   v pick   o reset   r refresh   ? help   q quit
      """
    )
  }

  @Test func `a filter without a match explains how to clear the filter`() {
    let state = Shop.dashboard(columns: 80, rows: 12, keys: "f G space k k k k k k space enter")
    expectScreen(
      state,
      """
       Halyard   shop.json   file         ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 0 of 14  [Unlock Flag]  [Overridden] ───────────────────────────────╮
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                        No feature matches the filter.                        │
      │                            esc clears the filter.                            │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
       f filter  esc back  r refresh  ? help  q quit
      """
    )
  }
}
