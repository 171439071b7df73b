import Dashboard
import FeatureFlags
import ScreenTestSupport
import TestSupport
import Testing

/// Tests the screens of a remote source.
struct LiveScreenTests {
  @Test func `after the first load the features of a remote source are listed`() {
    expectScreen(
      Live.dashboard(),
      """
       Halyard   flags.json   remote · 200 · 87 ms · 12 kB   next 1:00 ▱▱▱▱▱   ● Ethernet    ✗ 1 problem (5) · ◆ 1 overridden
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
      │    Shake the phone to open it                                ││                                                      │
      ╰──────────────────────────────────────────────────────── 1/14 ╯╰──────────────────────────────────────────────────────╯
       space change   ← → cycle   enter details   / search   f filter   r refresh   2 connectivity   v pick   ? help   q quit
      """
    )
  }

  @Test func `on a narrow screen the header shows the countdown and its gauge`() {
    expectScreen(
      Live.dashboard(columns: 80, rows: 24, poll: Live.counting),
      """
       Halyard   flags.json   up to date   next 0:23   ● Ethernet       ✗ 1 (5) · ◆ 1
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
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────── 1/14 ╯
       space change  ← → cycle  enter details  / search  f filter  ? help  q quit
      """
    )
  }

  @Test func `on a small screen a paused source is shown in the header`() {
    expectScreen(
      Live.dashboard(columns: 40, rows: 10, poll: Live.paused),
      """
       Halyard   flags.json  remote  ‖ paused
      ╭ Features 14 ─────────────────────────╮
      │ Account                              ┃
      │▌ ▢ Beta badge         Unlocked       ┃
      │  ▣ Gold theme         Locked         │
      │ Catalogue                            │
      │  ⊘ Old banner         Deprecated     │
      │  ◐ Product layout     Cards          │
      ╰──────────────────────────────── 1/14 ╯
       space change  ← → cycle  ? help  q quit
      """
    )
  }

  @Test func `the features of a failed source are listed from the cache`() {
    expectScreen(
      Live.dashboard(columns: 80, rows: 24, origin: .cache, poll: Live.failed, reports: []),
      """
       Halyard   flags.json    ✗ failed  cache   retry 4:05 ▰▱▱▱▱       ✗ 2 (5) · ◆ 1
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
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────── 1/14 ╯
       space change  ← → cycle  enter details  / search  f filter  ? help  q quit
      """
    )
  }

  @Test func `the first load of a known size shows a progress bar`() {
    expectScreen(
      Live.dashboard(
        columns: 80,
        rows: 24,
        isLoaded: false,
        poll: Live.loading(LoadProgress(bytes: 1_250_000, totalBytes: 4_000_000)),
        reports: []
      ),
      """
       Halyard   flags.json   loading ▰▰▰▱▱▱▱▱
      ╭ Features ────────────────────────────────────────────────────────────────────╮
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                             Loading flags.json …                             │
      │                      ▰▰▰▰▰▱▱▱▱▱▱▱▱▱▱▱ 1.3 MB of 4.0 MB                       │
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
       r refresh  ? help  q quit
      """
    )
  }

  @Test func `the first load of an unknown size shows a spinner`() {
    expectScreen(
      Live.dashboard(columns: 40, rows: 10, isLoaded: false, poll: Live.loading(nil), reports: []),
      """
       Halyard   flags.json   loading ⠋
      ╭ Features ────────────────────────────╮
      │                                      │
      │                                      │
      │         Loading flags.json …         │
      │                  ⠋                   │
      │                                      │
      │                                      │
      ╰──────────────────────────────────────╯
       r refresh  ? help  q quit
      """
    )
  }
  /// The status of a server whose response was not a configuration.
  private static var refused: PollStatus {
    var response = Live.response
    response.text = ""
    return PollStatus(
      interval: .seconds(60),
      nextDue: .seconds(120),
      waitStart: .zero,
      isBackingOff: true,
      lastResponse: response,
      failure: "flags.json: found a web page, expected a configuration"
    )
  }

  @Test func `a failed first load shows the reason`() {
    expectScreen(
      Live.dashboard(columns: 60, rows: 11, isLoaded: false, poll: Self.refused, reports: []),
      """
       Halyard   flags.json    ✗ failed     retry 2:00    ✗ 1 (5)
      ╭ Features ────────────────────────────────────────────────╮
      │                                                          │
      │                                                          │
      │                     No features yet.                     │
      │  flags.json: found a web page, expected a configuration  │
      │                        r retries.                        │
      │                                                          │
      │                                                          │
      ╰──────────────────────────────────────────────────────────╯
       r refresh  ? help  q quit
      """
    )
  }

  @Test func `an HTTP status without a reason phrase is shown as a number`() {
    let state = Live.dashboard(isLoaded: false, poll: Self.refused, reports: [], keys: "2")
    #expect(state.screen.contains("│ Response     200, 87 ms, 12 kB, at 10:04:12"))
  }

  @Test func `while the first load is retried the last failure stays on the screen`() {
    var status = Self.refused
    status.isLoading = true
    status.loadStart = .seconds(-12)
    status.deadline = .seconds(30)
    expectScreen(
      Live.dashboard(columns: 60, rows: 11, isLoaded: false, poll: status, reports: []),
      """
       Halyard   flags.json    ✗ failed     ⠋ 12s of 30s  ✗ 1 (5)
      ╭ Features ────────────────────────────────────────────────╮
      │                                                          │
      │                   Loading flags.json …                   │
      │                       ⠋ 12s of 30s                       │
      │                 The last attempt failed:                 │
      │  flags.json: found a web page, expected a configuration  │
      │                                                          │
      │                                                          │
      ╰──────────────────────────────────────────────────────────╯
       r refresh  ? help  q quit
      """
    )
  }
}
