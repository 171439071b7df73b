import Dashboard
import Locking
import TestSupport
import Testing

/// What lies over the panes.
struct DialogScreenTests {
  @Test func `the picker of an MVT test has its shares`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: "j j j space")
    expectScreen(
      state,
      """
       Halyard   shop.json   file                    ▲ 1 problem (4) · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────────────────────╮
      │ Account                                                                      │
      │  ▢ Beta badge                               Unlock Flag   Unlocked           │
      │  ▣ Gold theme                               Unlock Flag   Locked             │
      │ Catalogue                                                                    │
      │  ⊘ Old banner                               Deprecated    Deprecated         │
      │▌ ◐ Product layout                           MVT Test      Cards              │
      │  ⚑ Search suggestion ╭ Pick for Product layout ───────╮   Enabled            │
      │  ◐ Sort order        │ ○ List      40 %               │   Disabled           │
      │  ⚑ おすすめ商品      │ ○ Grid      30 %               │   Disabled           │
      │ Checkout             │▌● Cards     20 %  source       │                      │
      │  ◐ CTA colour        │ ○ Magazine  10 %               │   Group A          ◆ │
      │  ◐ Express pay       │ ○ Disabled                     │   Enabled            │
      │  ⚑ Gift wrap         ╰────────────────────────────────╯   Disabled           │
      │  ⚑ New Cart                                 Feature Flag  Enabled            │
      │  ◐ Voucher field                            A/B Test      Top             ▲  │
      │ Uncategorized                                                                │
      │  ⚑ A name so long that no list of feature…  Feature Flag  Disabled           │
      │  ⚙ Debug menu                               Feature Flag  Enabled            │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────── 4/14 ╯
       ↑ ↓ move  enter choose  esc cancel
      """
    )
  }

  @Test func `the picker of an overridden test leads back to the source`() {
    let state = Shop.dashboard(columns: 120, rows: 24, keys: "j j j j j j j v")
    expectScreen(
      state,
      """
       Halyard   shop.json   file                                                            ▲ 1 problem (4) · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────╮╭ CTA colour ◆ ────────────────────────────────────────╮
      │ Account                                                      ││ Name         CTA colour                              │
      │  ▢ Beta badge                  Unlock Flag   Unlocked        ││ Type         A/B Test                                │
      │  ▣ Gold theme                  Unlock Flag   Locked          ││ Description  The colour of the button that buys      │
      │ Catalogue                                                    ││                                                      │
      │  ⊘ Old banner                  Deprecated    Deprecated      ││ State        Enabled                                 │
      │  ◐ Product layout              MVT Test      Cards           ││ Variation    Group A ◆                               │
      │  ⚑ Search suggestions          Feature Flag  Enabled         ││                                                      │
      │  ◐ Sort order                  MVT Tes ╭ Pick for CTA colour ──────────────╮ 1███████████████████2██████████████████ │
      │  ⚑ おすすめ商品                Feature │▌● Group A            50 %         │                         ▲ 62.5 %        │
      │ Checkout                               │ ○ Group B            50 %  source │ 1 ● Group A  50 %                       │
      │▌ ◐ CTA colour                  A/B Tes │ ○ Disabled                        │ 2 ○ Group B  50 %  assigned             │
      │  ◐ Express pay                 On/Off  │ ○ Follow the source               │                                         │
      │  ⚑ Gift wrap                   Feature ╰───────────────────────────────────╯ 62.5                                    │
      │  ⚑ New Cart                    Feature Flag  Enabled         ││ Labels       label1, label2                          │
      │  ◐ Voucher field               A/B Test      Top          ▲  ││ Section      Checkout                                │
      │ Uncategorized                                                ││ Configured   Group B                                 │
      │  ⚑ A name so long that no li…  Feature Flag  Disabled        ││ Override     Group A                                 │
      │  ⚙ Debug menu                  Feature Flag  Enabled         ││              until reset                             │
      │                                                              ││                                                      │
      │                                                              ││                                                      │
      ╰──────────────────────────────────────────────────────── 8/14 ╯╰──────────────────────────────────────────────────────╯
       ↑ ↓ move   enter choose   esc cancel
      """
    )
  }

  @Test func `the picker of an unlock flag has its lock and its state`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: "j v")
    expectScreen(
      state,
      """
       Halyard   shop.json   file                    ▲ 1 problem (4) · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────────────────────╮
      │ Account                                                                      │
      │  ▢ Beta badge                               Unlock Flag   Unlocked           │
      │▌ ▣ Gold theme                               Unlock Flag   Locked             │
      │ Catalogue                                                                    │
      │  ⊘ Old banner                               Deprecated    Deprecated         │
      │  ◐ Product layout                           MVT Test      Cards              │
      │  ⚑ Search suggestion ╭ Pick for Gold theme ───────────╮   Enabled            │
      │  ◐ Sort order        │ Lock                           │   Disabled           │
      │  ⚑ おすすめ商品      │ ○ Unlocked                     │   Disabled           │
      │ Checkout             │▌● Locked    source             │                      │
      │  ◐ CTA colour        │ State                          │   Group A          ◆ │
      │  ◐ Express pay       │ ● Enabled   source             │   Enabled            │
      │  ⚑ Gift wrap         │ ○ Disabled                     │   Disabled           │
      │  ⚑ New Cart          ╰────────────────────────────────╯   Enabled            │
      │  ◐ Voucher field                            A/B Test      Top             ▲  │
      │ Uncategorized                                                                │
      │  ⚑ A name so long that no list of feature…  Feature Flag  Disabled           │
      │  ⚙ Debug menu                               Feature Flag  Enabled            │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────── 2/14 ╯
       ↑ ↓ move  enter choose  esc cancel
      """
    )
  }

  @Test func `the picker of a small screen`() {
    let state = Shop.dashboard(columns: 40, rows: 10, keys: "j j j v")
    expectScreen(
      state,
      """
       Halyard   shop.json   file
      ╭  ╭ Pick for Product layout ───────╮ ─╮
      │  │ ○ List      40 %               │  ┃
      │  │ ○ Grid      30 %               │  ┃
      │  │▌● Cards     20 %  source       │  │
      │  │ ○ Magazine  10 %               │  │
      │  │ ○ Disabled                     │  │
      │▌ ╰────────────────────────────────╯  │
      ╰──────────────────────────────── 4/14 ╯
       ↑ ↓ move  enter choose  esc cancel
      """
    )
  }

  @Test func `resetting all asks, with Cancel first`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: "O")
    expectScreen(
      state,
      """
       Halyard   shop.json   file                    ▲ 1 problem (4) · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────────────────────╮
      │ Account                                                                      │
      │▌ ▢ Beta badge                               Unlock Flag   Unlocked           │
      │  ▣ Gold theme                               Unlock Flag   Locked             │
      │ Catalogue                                                                    │
      │  ⊘ Old banner                               Deprecated    Deprecated         │
      │  ◐ Product layout                           MVT Test      Cards              │
      │  ⚑ Search ╭ Reset all? ──────────────────────────────────────────╮           │
      │  ◐ Sort o │                                                      │           │
      │  ⚑ おすす │ What was decided about the one overridden feature is │           │
      │ Checkout  │ lost. The source decides again.                      │           │
      │  ◐ CTA co │                                                      │         ◆ │
      │  ◐ Expres │                              Cancel      Reset all   │           │
      │  ⚑ Gift w ╰──────────────────────────────────────────────────────╯           │
      │  ⚑ New Cart                                 Feature Flag  Enabled            │
      │  ◐ Voucher field                            A/B Test      Top             ▲  │
      │ Uncategorized                                                                │
      │  ⚑ A name so long that no list of feature…  Feature Flag  Disabled           │
      │  ⚙ Debug menu                               Feature Flag  Enabled            │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────── 1/14 ╯
       y reset all  n esc cancel  ← → choose
      """
    )
  }

  @Test func `deleting asks`() {
    let state = Shop.dashboard(columns: 80, rows: 24, keys: "x")
    expectScreen(
      state,
      """
       Halyard   shop.json   file                    ▲ 1 problem (4) · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────────────────────╮
      │ Account                                                                      │
      │▌ ▢ Beta badge                               Unlock Flag   Unlocked           │
      │  ▣ Gold theme                               Unlock Flag   Locked             │
      │ Catalogue                                                                    │
      │  ⊘ Old banner                               Deprecated    Deprecated         │
      │  ◐ Product layout                           MVT Test      Cards              │
      │  ⚑ Search ╭ Delete Beta badge? ──────────────────────────────────╮           │
      │  ◐ Sort o │                                                      │           │
      │  ⚑ おすす │ The workspace forgets the override too. A feature    │           │
      │ Checkout  │ that the source still has comes back with the next   │           │
      │  ◐ CTA co │ refresh.                                             │         ◆ │
      │  ◐ Expres │                                                      │           │
      │  ⚑ Gift w │                                 Cancel      Delete   │           │
      │  ⚑ New Ca ╰──────────────────────────────────────────────────────╯           │
      │  ◐ Voucher field                            A/B Test      Top             ▲  │
      │ Uncategorized                                                                │
      │  ⚑ A name so long that no list of feature…  Feature Flag  Disabled           │
      │  ⚙ Debug menu                               Feature Flag  Enabled            │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────── 1/14 ╯
       y delete  n esc cancel  ← → choose
      """
    )
  }

  @Test func `clearing the cache asks`() {
    let state = Shop.dashboard(columns: 40, rows: 10, keys: "c tab")
    expectScreen(
      state,
      """
        ╭ Clear the cache? ────────────────╮
      ╭ │                                  │ ╮
      │ │ The last good configuration is   │ ┃
      │ │ forgotten. It is needed while    │ ┃
      │ │ the source cannot be reached.    │ │
      │ │ Overrides stay.                  │ │
      │ │                                  │ │
      │ │              Cancel      Clear   │ │
      ╰ ╰──────────────────────────────────╯ ╯
       y clear  n esc cancel  ← → choose
      """
    )
  }

  @Test func `the themes can be looked at`() {
    let state = Shop.dashboard(columns: 80, rows: 24, themes: Shop.themes, keys: "t")
    expectScreen(
      state,
      """
       Halyard   shop.json   file                    ▲ 1 problem (4) · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────────────────────╮
      │ Account                                                                      │
      │▌ ▢ Beta badge                               Unlock Flag   Unlocked           │
      │  ▣ Gold theme                               Unlock Flag   Locked             │
      │ Catalogue                                                                    │
      │  ⊘ Old banner                               Deprecated    Deprecated         │
      │  ◐ Product layout                           MVT Test      Cards              │
      │  ⚑ Search suggestions                       Feature Flag  Enabled            │
      │  ◐ Sort order       ╭ Theme ───────────────────────────╮  Disabled           │
      │  ⚑ おすすめ商品     │▌● terminal           as it is    │  Disabled           │
      │ Checkout            │ ○ harbour-night          dark    │                     │
      │  ◐ CTA colour       │ ○ sailcloth              dark    │  Group A          ◆ │
      │  ◐ Express pay      ╰──────────────────────────────────╯  Enabled            │
      │  ⚑ Gift wrap                                Feature Flag  Disabled           │
      │  ⚑ New Cart                                 Feature Flag  Enabled            │
      │  ◐ Voucher field                            A/B Test      Top             ▲  │
      │ Uncategorized                                                                │
      │  ⚑ A name so long that no list of feature…  Feature Flag  Disabled           │
      │  ⚙ Debug menu                               Feature Flag  Enabled            │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────── 1/14 ╯
       ↑ ↓ preview  enter save  esc cancel
      """
    )
  }
}
