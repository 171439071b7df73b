import Dashboard
import FeatureFlags
import Frame
import ScreenTestSupport
import TestSupport
import Testing
import Text

/// Tests the screens of a server that fails and is retried.
struct FailingServerScreenTests {
  @Test
  func `on a narrow screen a failing server is shown in the header over the connectivity pane`() {
    expectScreen(
      Live.dashboard(
        columns: 80,
        rows: 24,
        origin: .cache,
        source: Live.longAddress,
        poll: Live.failed,
        keys: "2"
      ),
      """
       Halyard   flags.examp…eatures.json   ✗ failed  cache  4:05  ●    ✗ 2 (5) · ◆ 1
      ╭ Connectivity ────────────────────────────────────────────────────────────────╮
      │ ● Ethernet with Internet access                                              ┃
      │                                                                              ┃
      │ Interface    eth0, Ethernet                                                  ┃
      │ Result       2 of 2 probes passed (50 % needed)                              ┃
      │ Took         164 ms                                                          ┃
      │ Last checks  ▰                                                               ┃
      │              ▰ 1 of 1 with Internet, since 12:00:00                          ┃
      │ Durations    █                                                               ┃
      │              median 164 ms, max 164 ms                                       ┃
      │                                                                              ┃
      │ ✓ www.apple.com/library/test/success.html                         200  88 ms ┃
      │   ▂▃▃▃▃▃▃▅▅▅▅▅▅▅▅▅▅▅▅▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▁▁                                   ┃
      │   ▂ look-up 3 ms  ▃ connect 12 ms  ▅ TLS 28 ms  ▆ first byte 41 ms           ┃
      │   ▁ rest 4 ms                                                                ┃
      │                                                                              ┃
      │ ✓ captive.apple.com/hotspot-detect.html                          200  164 ms ┃
      │   ▂▂▃▃▃▃▃▃▃▃▃▃▃▃▃▃▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▁ │
      │   ▂ look-up 5 ms  ▃ connect 30 ms  ▅ TLS 62 ms  ▆ first byte 64 ms           │
      │   ▁ rest 3 ms                                                                │
      │                                                                              │
      ╰─────────────────────────────────────────────────────────────────────── 20/25 ╯
       ↑ ↓ scroll  r check now  p pause  3 activity  ? help  esc back
      """
    )
  }

  @Test func `on a wide screen the header shows that a server is retried`() {
    expectScreen(
      Live.dashboard(
        columns: 120,
        rows: 32,
        origin: .cache,
        source: Live.longAddress,
        poll: Live.retrying,
        keys: "2"
      ),
      """
       Halyard   flags.example.test:8443/…/features.json    ✗ failed  cache   loading ⠋ 3s of 30s   ● Ethernet  ✗ 2 (5) · ◆ 1
      ╭ Features 14 ─────────────────────────────────────────────╮╭ Connectivity ────────────────────────────────────────────╮
      │ Account                                                  ││ ● Ethernet with Internet access                          │
      │▌ ▢ Beta badge                             Unlocked       ││                                                          │
      │  ▣ Gold theme                             Locked         ││ Interface    eth0, Ethernet                              │
      │    For customers of ten years                            ││ Result       2 of 2 probes passed (50 % needed)          │
      │ Catalogue                                                ││ Took         164 ms                                      │
      │  ⊘ Old banner                             Deprecated     ││ Last checks  ▰                                           │
      │  ◐ Product layout                         Cards          ││              ▰ 1 of 1 with Internet, since 12:00:00      │
      │    How products are laid out                             ││ Durations    █                                           │
      │  ⚑ Search suggestions                     Enabled        ││              median 164 ms, max 164 ms                   │
      │    Suggest as the customer types                         ││                                                          │
      │  ◐ Sort order                             Disabled       ││ ✓ www.apple.com/library/test/success.html     200  88 ms │
      │  ⚐ おすすめ商品                           Disabled       ││   ▂▃▃▃▃▅▅▅▅▅▅▅▅▅▆▆▆▆▆▆▆▆▆▆▆▆▆▆▁                          │
      │    Recommendations for Japan                             ││   ▂ look-up 3 ms  ▃ connect 12 ms  ▅ TLS 28 ms           │
      │ Checkout                                                 ││   ▆ first byte 41 ms  ▁ rest 4 ms                        │
      │  ◐ CTA colour                             Group A      ◆ ││                                                          │
      │    The colour of the button that buys                    ││ ✓ captive.apple.com/hotspot-detect.html      200  164 ms │
      │  ◐ Express pay                            Enabled        ││   ▂▂▃▃▃▃▃▃▃▃▃▃▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▁ │
      │    Pay with the card on file                             ││   ▂ look-up 5 ms  ▃ connect 30 ms  ▅ TLS 62 ms           │
      │  ⚐ Gift wrap                              Disabled       ││   ▆ first byte 64 ms  ▁ rest 3 ms                        │
      │  ⚑ New Cart                               Enabled        ││                                                          │
      │    One page from cart to receipt                         ││ Source       https://flags.example.test:8443/api/v2/envi │
      │  ◐ Voucher field                          Top         ✗  ││              ronments/staging/features.json?key=1        │
      │    Where vouchers are typed                              ││ In use       ▲ from the cache, stale since 09:14         │
      │ No section                                               ││ Failure      ✗ flags.example.test refused the connection │
      │  ⚐ A name so long tha…to show it in full  Disabled       ││              at port 443                                 │
      │    It is cut with an ellipsis, wherever the screen ends  ││ Polling      every 1m, loading, 3s of 30s                │
      │  ⚙ Debug menu                             Enabled        ││                                                          │
      │    Shake the phone to open it                            ││                                                          │
      ╰──────────────────────────────────────────────────── 1/14 ╯╰──────────────────────────────────────────────────────────╯
       ↑ ↓ scroll   r check now   p pause   3 activity   ? help   esc back
      """
    )
  }

  @Test func `the start of the stale period is shown with the date if it was on another day`() {
    let state = Live.dashboard(columns: 150, rows: 32, origin: .cache, poll: Live.failed, keys: "2")
    let words = "stale since 2026-11-21 09:14"
    #expect(!state.frame(now: .zero).text.contains(words))
    #expect(!state.frame(now: .seconds(12 * 3_600 - 1)).text.contains(words))
    #expect(state.frame(now: .seconds(12 * 3_600)).text.contains(words))
  }
}
