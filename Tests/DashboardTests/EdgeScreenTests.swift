import Dashboard
import Locking
import ScreenTestSupport
import TestSupport
import Testing

/// Tests the screens of edge cases.
struct EdgeScreenTests {
  @Test func `a dashboard without loaded features shows that they are loading`() {
    let state = Shop.dashboard(columns: 80, rows: 12, snapshot: nil)
    expectScreen(
      state,
      """
       Halyard   shop.json
      ╭ Features ────────────────────────────────────────────────────────────────────╮
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                             Loading shop.json …                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
       r refresh  ? help  q quit
      """
    )
  }

  @Test func `an empty configuration shows that there are no features`() {
    let state = Shop.dashboard(
      columns: 80,
      rows: 12,
      snapshot: Hard.empty,
      keys: "j space v o enter n"
    )
    expectScreen(
      state,
      """
       Halyard   shop.json   file
      ╭ Features 0 ──────────────────────────────────────────────────────────────────╮
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                          No features in shop.json.                           │
      │                          r loads the source again.                           │
      │                                                                              │
      │                                                                              │
      │                                                                              │
       • There is no search yet: / searches.
       r refresh  ? help  q quit
      """
    )
  }

  @Test func `a list with one feature shows the feature under the cursor`() {
    let state = Shop.dashboard(columns: 100, rows: 12, snapshot: Hard.one, keys: "j k")
    expectScreen(
      state,
      """
       Halyard   shop.json   press ? for the keys
      ╭ Features 1 ──────────────────────────────────────────────╮╭ Only one · Feature Flag ─────────────╮
      │ No section                                               ││ Description  There is no other       │
      │▌ ⚑ Only one                   Feature Flag  Enabled      ││                                      │
      │    There is no other                                     ││ State        Enabled                 │
      │                                                          ││                                      │
      │                                                          ││ Section      No section              │
      │                                                          ││ Configured   Enabled                 │
      │                                                          ││                                      │
      │                                                          ││                                      │
      ╰───────────────────────────────────────────────────── 1/1 ╯╰──────────────────────────────────────╯
       space change   ← → cycle   enter details   / search   f filter   v pick   o reset   ? help   q quit
      """
    )
  }

  @Test func `texts that are longer than the screen are truncated`() {
    let state = Shop.dashboard(columns: 120, rows: 24, snapshot: Hard.long)
    expectScreen(
      state,
      """
       Halyard   shop.json   file
      ╭ Features 3 ──────────────────────────────────────────────────╮╭ endless endless endless …endless endless endless e ──╮
      │ section section section secti…ction section section section␣ ││ endless endless endless endless endless endless      ┃
      │▌ ◐ endless endless end…s endless endless e  variation v…     ││ endless endless endless endless endless endless      │
      │    word after word word after word word after word word af…  ││ endless endless endless endless endless endless      │
      │                                                              ││ endless endless endless endless endless endless      │
      │ No section                                                   ││ endless endless endless endless endless endless      │
      │  ⚐ Short                                    Disabled         ││ endless endless endless endless endless endless      │
      │  ⚑ 漢字漢字漢字漢字漢…字漢字漢字漢字漢字漢  Enabled          ││ endless endless endless endless endless endless      │
      │                                                              ││ endless endless endless endless endless endless      │
      │                                                              ││ endless endless endless endless endless endless      │
      │                                                              ││ endless endless endless endless endless endless      │
      │                                                              ││ endless endless endless endless endless endless      │
      │                                                              ││ endless endless endless endless endless endless      │
      │                                                              ││ endless endless endless endless endless endless      │
      │                                                              ││ endless endless endless endless endless endless      │
      │                                                              ││ endless endless endless endless endless endless      │
      │                                                              ││ endless endless endless endless endless endless      │
      │                                                              ││ endless endless endless endless endless endless      │
      │                                                              ││ endless endless endless endless endless endless      │
      │                                                              ││ endless endless endless endless endless endless      │
      │                                                              ││ endless endless endless endless endless endless      │
      ╰───────────────────────────────────────────────────────── 1/3 ╯╰────────────────────────────────────────────── 20/226 ╯
       space change   ← → cycle   enter details   / search   f filter   v pick   o reset   r refresh   ? help   q quit
      """
    )
  }

  @Test func `the details wrap long texts`() {
    let state = Shop.dashboard(columns: 80, rows: 24, snapshot: Hard.long, keys: "enter")
    expectScreen(
      state,
      """
       Halyard   shop.json   file
      ╭ endless endless endless endless endl…ess endless endless endless endless e ──╮
      │ endless endless endless endless endless endless endless endless endless      ┃
      │ endless endless endless endless endless endless endless endless endless      ┃
      │ endless endless endless endless endless endless endless endless endless      │
      │ endless endless endless endless endless endless endless endless endless      │
      │ endless endless endless endless endless endless endless endless endless      │
      │ endless endless endless endless endless endless endless endless endless      │
      │ endless endless endless endless endless endless endless endless endless      │
      │ endless endless endless endless endless endless endless endless endless      │
      │ endless endless endless endless endless endless endless endless endless      │
      │ endless endless endless endless endless endless endless endless endless      │
      │ endless endless endless endless endless endless endless endless endless      │
      │ endless endless endless endless endless endless endless endless endless      │
      │ endless endless endless endless endless endless endless endless endless      │
      │ endless endless endless endless endless endless endless endless endless      │
      │ endless endless endless endless endless endless endless endless endless      │
      │ endless endless endless endless endless endless endless endless endless      │
      │ endless endless endless endless endless endless endless endless endless      │
      │ endless endless endless endless endless endless endless endless endless      │
      │ endless endless endless endless endless endless endless endless endless      │
      │ endless endless endless endless endless endless endless endless endless      │
      ╰────────────────────────────────────────────────────────────────────── 20/139 ╯
       ↑ ↓ scroll  space change  ← → cycle  n p next feature  v pick  ? help  esc back
      """
    )
  }

  @Test func `the footer of a read-only dashboard lists no action that makes a change`() {
    let state = Shop.dashboard(columns: 80, rows: 12, context: Shop.readOnly)
    expectScreen(
      state,
      """
       Halyard   shop.json   file        ✗ 1 problem (5) · ◆ 1 overridden · read-only
      ╭ Features 14 ─────────────────────────────────────────────────────────────────╮
      │ Account                                                                      ┃
      │▌ ▢ Beta badge                                                 Unlocked       ┃
      │  ▣ Gold theme                                                 Locked         ┃
      │ Catalogue                                                                    │
      │  ⊘ Old banner                                                 Deprecated     │
      │  ◐ Product layout                                             Cards          │
      │  ⚑ Search suggestions                                         Enabled        │
      │  ◐ Sort order                                                 Disabled       │
      ╰──────────────────────────────────────────────────────────────────────── 1/14 ╯
       enter details  / search  f filter  r refresh  ? help  q quit
      """
    )
  }

  @Test func `pressing a key that makes a change in a read-only dashboard shows a notice`() {
    let state = Shop.dashboard(columns: 80, rows: 12, context: Shop.readOnly, keys: "space")
    expectScreen(
      state,
      """
       Halyard   shop.json   file        ✗ 1 problem (5) · ◆ 1 overridden · read-only
      ╭ Features 14 ─────────────────────────────────────────────────────────────────╮
      │ Account                                                                      ┃
      │▌ ▢ Beta badge                                                 Unlocked       ┃
      │  ▣ Gold theme                                                 Locked         ┃
      │ Catalogue                                                                    │
      │  ⊘ Old banner                                                 Deprecated     │
      │  ◐ Product layout                                             Cards          │
      │  ⚑ Search suggestions                                         Enabled        │
      │  ◐ Sort order                                                 Disabled       │
       ▲ The dashboard is read-only: nothing can be changed.
       enter details  / search  f filter  r refresh  ? help  q quit
      """
    )
  }

  @Test
  func `if the source cannot be reached, the header shows the reason, and the cache as origin`() {
    let state = Shop.dashboard(columns: 120, rows: 10, context: Shop.user, snapshot: Shop.cached)
    expectScreen(
      state,
      """
       Halyard   shop.json   from the cache · shop.example.test cannot be reached      user ana@example.test · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────╮╭ Beta badge · Unlock Flag ────────────────────────────╮
      │ Account                                                      ┃│ State        Enabled                                 │
      │▌ ▢ Beta badge                                 Unlocked       ┃│ Lock         Unlocked                                │
      │  ▣ Gold theme                                 Locked         ││                                                      │
      │ Catalogue                                                    ││ Section      Account                                 │
      │  ⊘ Old banner                                 Deprecated     ││ Configured   Enabled, unlocked                       │
      │  ◐ Product layout                             Cards          ││                                                      │
      ╰──────────────────────────────────────────────────────── 1/14 ╯╰──────────────────────────────────────────────────────╯
       space change   ← → cycle   enter details   / search   f filter   v pick   o reset   r refresh   ? help   q quit
      """
    )
  }

  @Test func `a terminal that is too narrow shows its size and the required size`() {
    let state = Shop.dashboard(columns: 39, rows: 8, keys: "space")
    expectScreen(
      state,
      """



         The terminal is too small: 39x8,
                    needs 40x8.



      """
    )
  }

  @Test func `a tiny terminal shows its size and the required size on separate lines`() {
    let state = Shop.dashboard(columns: 12, rows: 5)
    expectScreen(
      state,
      """

       Too small:
         12x5,
       needs 40x8

      """
    )
  }
}
