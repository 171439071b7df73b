import Dashboard
import Frame
import ScreenTestSupport
import TestSupport
import Testing
import Text

/// Tests the notices in the last lines of the screen, such as errors.
struct NoticeTests {
  private func state(_ kind: Notice.Kind, at time: Duration) -> DashboardState {
    var state = Shop.dashboard(columns: 80, rows: 24)
    _ = state.update(.notice(Notice("It was done.", kind: kind)), now: time)
    return state
  }

  @Test(arguments: [
    (Notice.Kind.success, "✓", 3), (.information, "•", 3), (.warning, "▲", 5), (.failure, "✗", 8),
  ])
  func `the symbol and the duration of a notice depend on its kind`(
    kind: Notice.Kind,
    symbol: String,
    seconds: Int
  ) {
    var state = state(kind, at: .seconds(10))
    let end = Duration.seconds(10 + seconds)
    #expect(state.nextTick == end)
    #expect(state.frame(now: end - .milliseconds(1)).text.contains(" \(symbol) It was done."))
    #expect(!state.frame(now: end).text.contains("It was done."))
    #expect(state.update(.tick, now: end).isEmpty)
    #expect(state.nextTick == nil)
  }

  @Test func `without a notice no tick is scheduled`() {
    #expect(Shop.dashboard(columns: 80, rows: 24).nextTick == nil)
  }

  @Test func `control characters in a notice are replaced`() {
    var state = Shop.dashboard(columns: 80, rows: 24)
    _ = state.update(.notice(Notice("a\u{1B}[2Jb\nc", kind: .failure)), now: .zero)
    #expect(state.screen.contains("✗ a␛[2Jb c"))
  }

  private static let long =
    "overrides.json: found a list at line 1, column 1, expected an object; the overrides of this "
    + "workspace are not saved. Repair the file, or move it away: then they are saved at once."

  private func dashboard(_ columns: Int, _ rows: Int, _ text: String = long, keys: String = "")
    -> DashboardState
  {
    var state = Shop.dashboard(columns: columns, rows: rows, keys: keys)
    _ = state.update(.notice(Notice(text, kind: .failure)), now: .zero)
    return state
  }

  @Test func `on a narrow screen a long notice covers the last lines`() {
    expectScreen(
      dashboard(80, 24),
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
       ✗ overrides.json: found a list at line 1, column 1, expected an object; the
         overrides of this workspace are not saved. Repair the file, or move it away:
         then they are saved at once.
       space change  ← → cycle  enter details  / search  f filter  ? help  q quit
      """
    )
  }

  @Test func `on a wide screen a long notice covers the last lines`() {
    expectScreen(
      dashboard(120, 32),
      """
       Halyard   shop.json   file                                                 ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────╮╭ Beta badge · Unlock Flag ────────────────────────────╮
      │ Account                                                      ││ State        Enabled                                 │
      │▌ ▢ Beta badge                                 Unlocked       ││ Lock         Unlocked                                │
      │  ▣ Gold theme                                 Locked         ││                                                      │
      │    For customers of ten years                                ││ Section      Account                                 │
      │ Catalogue                                                    ││ Configured   Enabled, unlocked                       │
      │  ⊘ Old banner                                 Deprecated     ││                                                      │
      │  ◐ Product layout                             Cards          ││                                                      │
      │    How products are laid out                                 ││                                                      │
      │  ⚑ Search suggestions                         Enabled        ││                                                      │
      │    Suggest as the customer types                             ││                                                      │
      │  ◐ Sort order                                 Disabled       ││                                                      │
      │  ⚐ おすすめ商品                               Disabled       ││                                                      │
      │    Recommendations for Japan                                 ││                                                      │
      │ Checkout                                                     ││                                                      │
      │  ◐ CTA colour                                 Group A      ◆ ││                                                      │
      │    The colour of the button that buys                        ││                                                      │
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
       ✗ overrides.json: found a list at line 1, column 1, expected an object; the overrides of this workspace are not saved.
         Repair the file, or move it away: then they are saved at once.
       space change   ← → cycle   enter details   / search   f filter   v pick   o reset   r refresh   ? help   q quit
      """
    )
  }

  @Test func `a notice of more than four lines refers to the activity log`() {
    expectScreen(
      dashboard(40, 24),
      """
       Halyard   shop.json   file   ✗ 1 · ◆ 1
      ╭ Features 14 ─────────────────────────╮
      │ Account                              │
      │▌ ▢ Beta badge         Unlocked       │
      │  ▣ Gold theme         Locked         │
      │ Catalogue                            │
      │  ⊘ Old banner         Deprecated     │
      │  ◐ Product layout     Cards          │
      │  ⚑ Search s…gestions  Enabled        │
      │  ◐ Sort order         Disabled       │
      │  ⚐ おすすめ商品       Disabled       │
      │ Checkout                             │
      │  ◐ CTA colour         Group A      ◆ │
      │  ◐ Express pay        Enabled        │
      │  ⚐ Gift wrap          Disabled       │
      │  ⚑ New Cart           Enabled        │
      │  ◐ Voucher field      Top         ✗  │
      │ No section                           │
      │  ⚐ A name s… in full  Disabled       │
       ✗ overrides.json: found a list at line
         1, column 1, expected an object; the
         overrides of this workspace are not
         saved. Repair the file, … 3 shows all
       space change  ← → cycle  ? help  q quit
      """
    )
  }

  @Test func `on the smallest screen a long notice covers at most half of the screen`() {
    expectScreen(
      dashboard(40, 8),
      """
       Halyard   shop.json   file   ✗ 1 · ◆ 1
      ╭ Features 14 ─────────────────────────╮
      │▌ ▢ Beta badge         Unlocked       ┃
       ✗ overrides.json: found a list at line
         1, column 1, expected an object; the
         overrides of this workspace are not
         saved. Repair the file, … 3 shows all
       space change  ← → cycle  ? help  q quit
      """
    )
  }

  @Test func `while a dialog is open only notices of failures are shown`() {
    var state = dashboard(80, 10, keys: "?")
    #expect(state.screen.contains(" ✗ overrides.json: found a list at line 1"))
    _ = state.update(.notice(Notice(Self.long, kind: .warning)), now: .zero)
    #expect(!state.screen.contains("overrides.json"))
  }

  @Test(arguments: ["j", "/", "z", "enter"])
  func `a key press clears the notice about the previous action`(key: String) {
    var state = dashboard(80, 24)
    #expect(state.screen.contains("overrides.json"))
    _ = state.press(key)
    #expect(!state.screen.contains("overrides.json"))
  }

  @Test func `a notice covers neither the key hints nor the search line`() {
    let state = dashboard(80, 24)
    #expect(state.screen.contains("space change"))
    var searching = Shop.dashboard(columns: 80, rows: 24)
    _ = searching.press("/")
    _ = searching.update(.notice(Notice("Saved.", kind: .success)), now: .zero)
    #expect(searching.screen.contains("✓ Saved."))
    #expect(searching.screen.contains("enter keep"))
  }

  @Test func `a long notice is shown for more seconds than a short notice`() {
    let state = dashboard(80, 24)
    #expect(state.frame(now: .seconds(11)).text.contains("overrides.json"))
    #expect(!state.frame(now: .seconds(12)).text.contains("overrides.json"))
  }
}
