import Dashboard
import FeatureFlags
import Frame
import TestSupport
import Testing

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
       Halyard   flags.examp…eatures.json    ✗ failed  cache   4:05   ●     ✗ 1 · ◆ 1
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
      │ ✓ www.apple.com/library/test/success.html                        200   88 ms ┃
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
       Halyard   flags.examp…eatures.json    ✗ failed  cache   loading ⠋ 3s of 30s   ● Ethernet  ✗ 1 problem · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────────╮╭ Connectivity ────────────────────────────────────────╮
      │ Account                                                      ││ ● Ethernet with Internet access                      │
      │▌ ▢ Beta badge                   Unlock Flag   Unlocked       ││                                                      │
      │  ▣ Gold theme                   Unlock Flag   Locked         ││ Interface    eth0, Ethernet                          │
      │    For customers of ten years                                ││ Result       2 of 2 probes passed (50 % needed)      │
      │ Catalogue                                                    ││ Took         164 ms                                  │
      │  ⊘ Old banner                   Deprecated    Deprecated     ││ Last checks  ▰                                       │
      │  ◐ Product layout               MVT Test      Cards          ││              ▰ 1 of 1 with Internet, since 12:00:00  │
      │    How products are laid out                                 ││ Durations    █                                       │
      │  ⚑ Search suggestions           Feature Flag  Enabled        ││              median 164 ms, max 164 ms               │
      │    Suggest as the customer types                             ││                                                      │
      │  ◐ Sort order                   MVT Test      Disabled       ││ ✓ www.apple.com/library/test/success.h…  200   88 ms │
      │  ⚐ おすすめ商品                 Feature Flag  Disabled       ││   ▂▃▃▃▃▅▅▅▅▅▅▅▅▆▆▆▆▆▆▆▆▆▆▆▆▆▁                        │
      │    Recommendations for Japan                                 ││   ▂ look-up 3 ms  ▃ connect 12 ms  ▅ TLS 28 ms       │
      │ Checkout                                                     ││   ▆ first byte 41 ms  ▁ rest 4 ms                    │
      │  ◐ CTA colour                   A/B Test      Group A      ◆ ││                                                      │
      │    The colour of the button that buys                        ││ ✓ captive.apple.com/hotspot-detect.html  200  164 ms │
      │  ◐ Express pay                  On/off test   Enabled        ││   ▂▂▃▃▃▃▃▃▃▃▃▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▁ │
      │    Pay with the card on file                                 ││   ▂ look-up 5 ms  ▃ connect 30 ms  ▅ TLS 62 ms       │
      │  ⚐ Gift wrap                    Feature Flag  Disabled       ││   ▆ first byte 64 ms  ▁ rest 3 ms                    │
      │  ⚑ New Cart                     Feature Flag  Enabled        ││                                                      │
      │    One page from cart to receipt                             ││ Source       https://flags.example.test:8443/api/v2/ │
      │  ◐ Voucher field                A/B Test      Top         ✗  ││              environments/staging/features.json?key= │
      │    Where vouchers are typed                                  ││              1                                       │
      │ No section                                                   ││ In use       ▲ from the cache, stale since 09:14     │
      │  ⚐ A name so lon…ow it in full  Feature Flag  Disabled       ││ Failure      ✗ flags.example.test refused the        │
      │    It is cut with an ellipsis, wherever the screen ends      ││              connection at port 443                  │
      │  ⚙ Debug menu                   Feature Flag  Enabled        ││ Polling      every 1m, loading, 3s of 30s            │
      │    Shake the phone to open it                                ││                                                      │
      ╰──────────────────────────────────────────────────────── 1/14 ╯╰──────────────────────────────────────────────────────╯
       ↑ ↓ scroll   r check now   p pause   3 activity   ? help   esc back
      """
    )
  }

  @Test func `a time on a different day is shown with the date`() {
    let state = Live.dashboard(columns: 150, rows: 32, origin: .cache, poll: Live.failed, keys: "2")
    let words = "stale since 2026-11-21 09:14"
    #expect(!state.frame(now: .zero).text.contains(words))
    #expect(!state.frame(now: .seconds(12 * 3_600 - 1)).text.contains(words))
    #expect(state.frame(now: .seconds(12 * 3_600)).text.contains(words))
  }
}
