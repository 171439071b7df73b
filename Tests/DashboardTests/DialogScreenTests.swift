import Dashboard
import Locking
import ScreenTestSupport
import TestSupport
import Testing

/// Tests the dialogs: pickers, confirmations and the list of themes.
struct DialogScreenTests {
  @Test func `the picker of an MVT test shows the bias of each variation`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: "j j j space")
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
      │  ⚑ Search suggestion ╭ Pick for Product layout ───────╮       Enabled        │
      │  ◐ Sort order        │ ○ List      40 %               │       Disabled       │
      │  ⚐ おすすめ商品      │ ○ Grid      30 %               │       Disabled       │
      │ Checkout             │▌● Cards     20 %  assigned     │                      │
      │  ◐ CTA colour        │ ○ Magazine  10 %               │       Group A      ◆ │
      │  ◐ Express pay       │ ○ Disabled                     │       Enabled        │
      │  ⚐ Gift wrap         ╰────────────────────────────────╯       Disabled       │
      │  ⚑ New Cart                                                   Enabled        │
      │  ◐ Voucher field                                              Top         ✗  │
      │ No section                                                                   │
      │  ⚐ A name so long that no list … the room to show it in full  Disabled       │
      │  ⚙ Debug menu                                                 Enabled        │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────── 4/14 ╯
       ↑ ↓ move  / find  enter choose  esc cancel
      """
    )
  }

  @Test func `the picker of an overridden A/B test offers a reset`() {
    let state = Shop.dashboard(columns: 120, rows: 24, keys: "j j j j j j j v")
    expectScreen(
      state,
      """
       Halyard   shop.json   file                                                 ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────╮╭ CTA colour · A/B Test ◆ ─────────────────────────────╮
      │ Account                                                      ││ Description  The colour of the button that buys      │
      │  ▢ Beta badge                                 Unlocked       ││                                                      │
      │  ▣ Gold theme                                 Locked         ││ State        Enabled                                 │
      │ Catalogue                                                    ││ Variation    Group A ◆                               │
      │  ⊘ Old banner                                 Deprecated     ││                                                      │
      │  ◐ Product layout                             Cards          ││ Variations   1███████████████████2██████████████████ │
      │  ⚑ Search suggestions                         Enabled        ││                                      ↑ 62.5 %        │
      │  ◐ Sort order                        ╭ Pick for CTA colour ──────────────────╮ ● Group A  50 %                       │
      │  ⚐ おすすめ商品                      │▌● Group A              50 %           │ ○ Group B  50 %  assigned             │
      │ Checkout                             │ ○ Group B              50 %  assigned │                                       │
      │▌ ◐ CTA colour                        │ ○ Disabled                            │ .5                                    │
      │  ◐ Express pay                       │ ○ Reset to the source                 │ bel1, label2                          │
      │  ⚐ Gift wrap                         ╰───────────────────────────────────────╯ eckout                                │
      │  ⚑ New Cart                                   Enabled        ││ Configured   Group B                                 │
      │  ◐ Voucher field                              Top         ✗  ││ Override     Group A                                 │
      │ No section                                                   ││              until reset                             │
      │  ⚐ A name so long that …m to show it in full  Disabled       ││                                                      │
      │  ⚙ Debug menu                                 Enabled        ││                                                      │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      ╰──────────────────────────────────────────────────────── 8/14 ╯╰──────────────────────────────────────────────────────╯
       ↑ ↓ move   / find   enter choose   esc cancel
      """
    )
  }

  @Test func `the picker of an unlock flag has a group for the lock and a group for the state`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: "j v")
    expectScreen(
      state,
      """
       Halyard   shop.json   file         ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────────────────────╮
      │ Account                                                                      │
      │  ▢ Beta badge                                                 Unlocked       │
      │▌ ▣ Gold theme                                                 Locked         │
      │ Catalogue                                                                    │
      │  ⊘ Old banner                                                 Deprecated     │
      │  ◐ Product layout                                             Cards          │
      │  ⚑ Search suggestion ╭ Pick for Gold theme ───────────╮       Enabled        │
      │  ◐ Sort order        │ Lock                           │       Disabled       │
      │  ⚐ おすすめ商品      │ ○ Unlocked                     │       Disabled       │
      │ Checkout             │▌● Locked    assigned           │                      │
      │  ◐ CTA colour        │ State                          │       Group A      ◆ │
      │  ◐ Express pay       │ ● Enabled   assigned           │       Enabled        │
      │  ⚐ Gift wrap         │ ○ Disabled                     │       Disabled       │
      │  ⚑ New Cart          ╰────────────────────────────────╯       Enabled        │
      │  ◐ Voucher field                                              Top         ✗  │
      │ No section                                                                   │
      │  ⚐ A name so long that no list … the room to show it in full  Disabled       │
      │  ⚙ Debug menu                                                 Enabled        │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────── 2/14 ╯
       ↑ ↓ move  / find  enter choose  esc cancel
      """
    )
  }

  @Test func `on a small screen the picker scrolls its choices`() {
    let state = Shop.dashboard(columns: 40, rows: 10, keys: "j j j v")
    expectScreen(
      state,
      """
       Halyard   shop.json   file   ✗ 1 · ◆ 1
      ╭ Pick for Product layout ─────────────╮
      │ ○ List      40 %                     │
      │ ○ Grid      30 %                     │
      │▌● Cards     20 %  assigned           │
      │ ○ Magazine  10 %                     │
      │ ○ Disabled                           │
      ╰──────────────────────────────────────╯
      ╰──────────────────────────────── 4/14 ╯
       / find  enter choose  esc cancel
      """
    )
  }

  @Test func `resetting all overrides opens a confirmation in which Cancel is selected`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: "O")
    expectScreen(
      state,
      """
       Halyard   shop.json   file         ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────────────────────╮
      │ Account                                                                      │
      │▌ ▢ Beta badge                                                 Unlocked       │
      │  ▣ Gold theme                                                 Locked         │
      │ Catalogue                                                                    │
      │  ⊘ Old banner                                                 Deprecated     │
      │  ◐ Product layout                                             Cards          │
      │  ⚑ Search suggestions                                         Enabled        │
      │  ◐ Sort o ╭ Reset all? ──────────────────────────────────────────╮ led       │
      │  ⚐ おすす │                                                      │ led       │
      │ Checkout  │ This resets 1 override. The source applies again.    │           │
      │  ◐ CTA co │                                                      │  A      ◆ │
      │  ◐ Expres │                              Cancel      Reset all   │ ed        │
      │  ⚐ Gift w ╰──────────────────────────────────────────────────────╯ led       │
      │  ⚑ New Cart                                                   Enabled        │
      │  ◐ Voucher field                                              Top         ✗  │
      │ No section                                                                   │
      │  ⚐ A name so long that no list … the room to show it in full  Disabled       │
      │  ⚙ Debug menu                                                 Enabled        │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────── 1/14 ╯
       y reset all  n esc cancel  ← → choose
      """
    )
  }

  @Test func `deleting a feature opens a confirmation`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: "x")
    expectScreen(
      state,
      """
       Halyard   shop.json   file         ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────────────────────╮
      │ Account                                                                      │
      │▌ ▢ Beta badge                                                 Unlocked       │
      │  ▣ Gold theme                                                 Locked         │
      │ Catalogue                                                                    │
      │  ⊘ Old banner                                                 Deprecated     │
      │  ◐ Product layout                                             Cards          │
      │  ⚑ Search ╭ Delete Beta badge? ──────────────────────────────────╮ ed        │
      │  ◐ Sort o │                                                      │ led       │
      │  ⚐ おすす │ Its override is deleted too. If the source still has │ led       │
      │ Checkout  │ the feature, it returns at the next refresh.         │           │
      │  ◐ CTA co │                                                      │  A      ◆ │
      │  ◐ Expres │                                 Cancel      Delete   │ ed        │
      │  ⚐ Gift w ╰──────────────────────────────────────────────────────╯ led       │
      │  ⚑ New Cart                                                   Enabled        │
      │  ◐ Voucher field                                              Top         ✗  │
      │ No section                                                                   │
      │  ⚐ A name so long that no list … the room to show it in full  Disabled       │
      │  ⚙ Debug menu                                                 Enabled        │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────── 1/14 ╯
       y delete  n esc cancel  ← → choose
      """
    )
  }

  @Test func `clearing the cache opens a confirmation`() {
    let state = Shop.dashboard(columns: 40, rows: 10, keys: "c tab")
    expectScreen(
      state,
      """
      ╭ Clear the cache? ────────────────────╮
      │                                      │
      │ The last known good configuration is │
      │ deleted. It is needed while the      │
      │ source cannot be reached. Overrides  │
      │ stay.                                │
      │                                      │
      │                  Cancel      Clear   │
      ╰──────────────────────────────────────╯
       y clear  n esc cancel  ← → choose
      """
    )
  }

  @Test func `moving the cursor in the list of themes previews the theme`() {
    let state = Shop.dashboard(columns: 80, rows: 24, themes: Shop.themes, keys: "t")
    expectScreen(
      state,
      """
       Halyard   shop.json   file         ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────────────────────╮
      │ Account                                                                      │
      │▌ ▢ Beta badge                                                 Unlocked       │
      │  ▣ Gold theme                                                 Locked         │
      │ Catalogue                                                                    │
      │  ⊘ Old banner                                                 Deprecated     │
      │  ◐ Product layout                                             Cards          │
      │  ⚑ Search suggestions                                         Enabled        │
      │  ◐ Sort order       ╭ Theme ───────────────────────────╮      Disabled       │
      │  ⚐ おすすめ商品     │▌● terminal        own colours    │      Disabled       │
      │ Checkout            │ ○ harbour-night          dark    │                     │
      │  ◐ CTA colour       │ ○ sailcloth              dark    │      Group A      ◆ │
      │  ◐ Express pay      ╰──────────────────────────────────╯      Enabled        │
      │  ⚐ Gift wrap                                                  Disabled       │
      │  ⚑ New Cart                                                   Enabled        │
      │  ◐ Voucher field                                              Top         ✗  │
      │ No section                                                                   │
      │  ⚐ A name so long that no list … the room to show it in full  Disabled       │
      │  ⚙ Debug menu                                                 Enabled        │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────── 1/14 ╯
       ↑ ↓ preview  / find  enter save  esc cancel
      """
    )
  }
}
