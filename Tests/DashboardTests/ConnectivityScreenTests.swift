import Connectivity
import Dashboard
import FeatureFlags
import Frame
import ScreenTestSupport
import TestSupport
import Testing

/// Tests the connectivity pane.
struct ConnectivityScreenTests {
  @Test func `on a wide screen a successful connectivity check is shown beside the feature list`() {
    expectScreen(
      Live.dashboard(poll: Live.counting, reports: history + [Live.online], keys: "2"),
      """
       Halyard   flags.json   up to date · 41 ms   next 0:23 ▰▰▰▱▱   ● Ethernet   ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────╮╭ Connectivity ────────────────────────────────────────────╮
      │ Account                                                  ││ ● Ethernet with Internet access                          │
      │▌ ▢ Beta badge                             Unlocked       ││                                                          │
      │  ▣ Gold theme                             Locked         ││ Interface    eth0, Ethernet                              │
      │    For customers of ten years                            ││ Result       2 of 2 probes passed (50 % needed)          │
      │ Catalogue                                                ││ Took         164 ms                                      │
      │  ⊘ Old banner                             Deprecated     ││ Last checks  ▰▰▰▰▰✗▰▰▰                                   │
      │  ◐ Product layout                         Cards          ││              ▰ 8 of 9 with Internet, since 12:00:00      │
      │    How products are laid out                             ││ Durations    ▃▄▃▅█✗▃▄▄                                   │
      │  ⚑ Search suggestions                     Enabled        ││              median 125 ms, max 400 ms                   │
      │    Suggest as the customer types                         ││                                                          │
      │  ◐ Sort order                             Disabled       ││ ✓ www.apple.com/library/test/success.html     200  88 ms │
      │  ⚐ おすすめ商品                           Disabled       ││   ▂▃▃▃▃▅▅▅▅▅▅▅▅▅▆▆▆▆▆▆▆▆▆▆▆▆▆▆▁                          │
      │    Recommendations for Japan                             ││   ▂ look-up 3 ms  ▃ connect 12 ms  ▅ TLS 28 ms           │
      │ Checkout                                                 ││   ▆ first byte 41 ms  ▁ rest 4 ms                        │
      │  ◐ CTA colour                             Group A      ◆ ││   ·····✗··█  median 88 ms, max 88 ms                     │
      │    The colour of the button that buys                    ││                                                          │
      │  ◐ Express pay                            Enabled        ││ ✓ captive.apple.com/hotspot-detect.html      200  164 ms │
      │    Pay with the card on file                             ││   ▂▂▃▃▃▃▃▃▃▃▃▃▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▁ │
      │  ⚐ Gift wrap                              Disabled       ││   ▂ look-up 5 ms  ▃ connect 30 ms  ▅ TLS 62 ms           │
      │  ⚑ New Cart                               Enabled        ││   ▆ first byte 64 ms  ▁ rest 3 ms                        │
      │    One page from cart to receipt                         ││   ·····✗··█  median 164 ms, max 164 ms                   │
      │  ◐ Voucher field                          Top         ✗  ││                                                          │
      │    Where vouchers are typed                              ││ Source       flags.json                                  │
      │ No section                                               ││ In use       remote                                      │
      │  ⚐ A name so long tha…to show it in full  Disabled       ││ Response     304 not modified, 41 ms, at 10:05:12        │
      │    It is cut with an ellipsis, wherever the screen ends  ││ Polling      every 1m, next in 0:23                      │
      │  ⚙ Debug menu                             Enabled        ││                                                          │
      │    Shake the phone to open it                            ││                                                          │
      ╰──────────────────────────────────────────────────── 1/14 ╯╰──────────────────────────────────────────────────────────╯
       ↑ ↓ scroll   r check now   p pause   3 activity   ? help   esc back
      """
    )
  }

  @Test func `on a narrow screen a successful connectivity check covers the feature list`() {
    expectScreen(
      Live.dashboard(
        columns: 80,
        rows: 24,
        poll: Live.counting,
        reports: history + [Live.online],
        keys: "2"
      ),
      """
       Halyard   flags.json   up to date   next 0:23   ● Ethernet       ✗ 1 (5) · ◆ 1
      ╭ Connectivity ────────────────────────────────────────────────────────────────╮
      │ ● Ethernet with Internet access                                              ┃
      │                                                                              ┃
      │ Interface    eth0, Ethernet                                                  ┃
      │ Result       2 of 2 probes passed (50 % needed)                              ┃
      │ Took         164 ms                                                          ┃
      │ Last checks  ▰▰▰▰▰✗▰▰▰                                                       ┃
      │              ▰ 8 of 9 with Internet, since 12:00:00                          ┃
      │ Durations    ▃▄▃▅█✗▃▄▄                                                       ┃
      │              median 125 ms, max 400 ms                                       ┃
      │                                                                              ┃
      │ ✓ www.apple.com/library/test/success.html                         200  88 ms ┃
      │   ▂▃▃▃▃▃▃▅▅▅▅▅▅▅▅▅▅▅▅▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▁▁                                   ┃
      │   ▂ look-up 3 ms  ▃ connect 12 ms  ▅ TLS 28 ms  ▆ first byte 41 ms           ┃
      │   ▁ rest 4 ms                                                                ┃
      │   ·····✗··█  median 88 ms, max 88 ms                                         ┃
      │                                                                              │
      │ ✓ captive.apple.com/hotspot-detect.html                          200  164 ms │
      │   ▂▂▃▃▃▃▃▃▃▃▃▃▃▃▃▃▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▁ │
      │   ▂ look-up 5 ms  ▃ connect 30 ms  ▅ TLS 62 ms  ▆ first byte 64 ms           │
      │   ▁ rest 3 ms                                                                │
      ╰─────────────────────────────────────────────────────────────────────── 20/26 ╯
       ↑ ↓ scroll  r check now  p pause  3 activity  ? help  esc back
      """
    )
  }

  @Test func `on a narrow screen the connectivity pane shows host and title of a captive portal`() {
    expectScreen(
      Live.dashboard(
        columns: 80,
        rows: 24,
        poll: Live.counting,
        reports: [Live.online, Live.portal],
        keys: "2"
      ),
      """
       Halyard   flags.json   up to date   next 0:23 ▰▰▰▱▱   ▲ portal   ✗ 1 (5) · ◆ 1
      ╭ Connectivity ────────────────────────────────────────────────────────────────╮
      │ ▲ Captive portal at login.hotel.example                                      ┃
      │   Wi-Fi without Internet access                                              ┃
      │                                                                              ┃
      │ Portal       "Welcome, guest"                                                ┃
      │              redirected to another page                                      ┃
      │ Interface    wlp3s0, Wi-Fi                                                   ┃
      │ Result       0 of 2 probes passed (50 % needed)                              ┃
      │ Took         15 ms                                                           ┃
      │ Last checks  ▰▲                                                              ┃
      │              ▰ 1 of 2 with Internet, since 12:00:00                          ┃
      │              ▲ captive portal at 12:00:00                                    ┃
      │ Durations    █▲                                                              ┃
      │              median 164 ms, max 164 ms                                       ┃
      │                                                                              ┃
      │ ▲ www.apple.com/library/test/success.html                         302  15 ms │
      │   captive portal at login.hotel.example ("Welcome, guest")                   │
      │   ▂▂▂▂▂▂▂▂▂▂▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆ │
      │   ▂ look-up 2 ms  ▃ connect 4 ms  ▆ first byte 9 ms                          │
      │   █▲  median 88 ms, max 88 ms                                                │
      │                                                                              │
      ╰─────────────────────────────────────────────────────────────────────── 20/28 ╯
       ↑ ↓ scroll  r check now  p pause  3 activity  ? help  esc back
      """
    )
  }

  @Test func `on a wide screen the connectivity pane shows a captive portal beside the list`() {
    expectScreen(
      Live.dashboard(
        origin: .cache,
        poll: Live.failed,
        reports: [Live.online, Live.portal],
        keys: "2"
      ),
      """
       Halyard   flags.json    ✗ failed  from the cache   retry 4:05 ▰▱▱▱▱   ▲ portal       ✗ 2 problems (5) · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────╮╭ Connectivity ────────────────────────────────────────────╮
      │ Account                                                  ││ ▲ Captive portal at login.hotel.example                  ┃
      │▌ ▢ Beta badge                             Unlocked       ││   Wi-Fi without Internet access                          ┃
      │  ▣ Gold theme                             Locked         ││                                                          ┃
      │    For customers of ten years                            ││ Portal       "Welcome, guest"                            ┃
      │ Catalogue                                                ││              redirected to another page                  ┃
      │  ⊘ Old banner                             Deprecated     ││ Interface    wlp3s0, Wi-Fi                               ┃
      │  ◐ Product layout                         Cards          ││ Result       0 of 2 probes passed (50 % needed)          ┃
      │    How products are laid out                             ││ Took         15 ms                                       ┃
      │  ⚑ Search suggestions                     Enabled        ││ Last checks  ▰▲                                          ┃
      │    Suggest as the customer types                         ││              ▰ 1 of 2 with Internet, since 12:00:00      ┃
      │  ◐ Sort order                             Disabled       ││              ▲ captive portal at 12:00:00                ┃
      │  ⚐ おすすめ商品                           Disabled       ││ Durations    █▲                                          ┃
      │    Recommendations for Japan                             ││              median 164 ms, max 164 ms                   ┃
      │ Checkout                                                 ││                                                          ┃
      │  ◐ CTA colour                             Group A      ◆ ││ ▲ www.apple.com/library/test/success.html     302  15 ms ┃
      │    The colour of the button that buys                    ││   captive portal at login.hotel.example ("Welcome,       ┃
      │  ◐ Express pay                            Enabled        ││   guest")                                                ┃
      │    Pay with the card on file                             ││   ▂▂▂▂▂▂▂▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆ ┃
      │  ⚐ Gift wrap                              Disabled       ││   ▂ look-up 2 ms  ▃ connect 4 ms  ▆ first byte 9 ms      ┃
      │  ⚑ New Cart                               Enabled        ││   █▲  median 88 ms, max 88 ms                            ┃
      │    One page from cart to receipt                         ││                                                          ┃
      │  ◐ Voucher field                          Top         ✗  ││ ✗ captive.apple.com/hotspot-detect.html             6 ms ┃
      │    Where vouchers are typed                              ││   captive.apple.com refused the connection at port 443   ┃
      │ No section                                               ││   █✗  median 164 ms, max 164 ms                          ┃
      │  ⚐ A name so long tha…to show it in full  Disabled       ││                                                          ┃
      │    It is cut with an ellipsis, wherever the screen ends  ││ Source       flags.json                                  ┃
      │  ⚙ Debug menu                             Enabled        ││ In use       ▲ from the cache, stale since 09:14         │
      │    Shake the phone to open it                            ││ Failure      ✗ flags.example.test refused the connection │
      ╰──────────────────────────────────────────────────── 1/14 ╯╰─────────────────────────────────────────────────── 28/30 ╯
       ↑ ↓ scroll   r check now   p pause   3 activity   ? help   esc back
      """
    )
  }

  @Test func `on a small screen the connectivity pane shows that there is no network`() {
    expectScreen(
      Live.dashboard(
        columns: 40,
        rows: 10,
        poll: Live.failed,
        reports: [Live.offline],
        keys: "2"
      ),
      """
       Halyard   flags.json   ✗  remote  4:05
      ╭ Connectivity ────────────────────────╮
      │ ✗ No Connection                      ┃
      │                                      │
      │ Interface    none                    │
      │ Result                               │
      │   0 of 2 probes passed (50 % needed) │
      │ Took         5.0 s                   │
      ╰──────────────────────────────── 6/27 ╯
       ↑ ↓ scroll  p pause  ? help  esc back
      """
    )
  }

  @Test func `on a small screen the connectivity pane scrolls to its end`() {
    expectScreen(
      Live.dashboard(
        columns: 40,
        rows: 10,
        poll: Live.failed,
        reports: [Live.offline],
        keys: "2 G"
      ),
      """
       Halyard   flags.json   ✗  remote  4:05
      ╭ Connectivity ────────────────────────╮
      │ Failure                              │
      │   ✗ flags.example.test refused the   │
      │   connection at port 443             │
      │ Polling                              │
      │   every 1m, retrying in 4:05         │
      │   (back-off)                         ┃
      ╰─────────────────────────────── 27/27 ╯
       ↑ ↓ scroll  p pause  ? help  esc back
      """
    )
  }

  @Test
  func `on a narrow screen the connectivity pane lists the URLs to probe before the first check`() {
    expectScreen(
      Live.dashboard(columns: 80, rows: 12, origin: .file, poll: nil, reports: [], keys: "2"),
      """
       Halyard   flags.json   file        ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Connectivity ────────────────────────────────────────────────────────────────╮
      │ No checks yet.                                                               │
      │                                                                              │
      │ Last checks  ······························                                  │
      │              r checks now: results and durations appear here                 │
      │                                                                              │
      │ r requests:                                                                  │
      │   https://www.apple.com/library/test/success.html                            │
      │   https://captive.apple.com/hotspot-detect.html                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
       ↑ ↓ scroll  r check now  3 activity  ? help  esc back
      """
    )
  }

  @Test
  func `on a wide screen the connectivity pane lists the URLs to probe before the first check`() {
    expectScreen(
      Live.dashboard(rows: 12, poll: Live.counting, reports: [], keys: "2"),
      """
       Halyard   flags.json   up to date · 41 ms   next 0:23 ▰▰▰▱▱                ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────╮╭ Connectivity ────────────────────────────────────────────╮
      │ Account                                                  ┃│ No checks yet.                                           ┃
      │▌ ▢ Beta badge                             Unlocked       ┃│                                                          ┃
      │  ▣ Gold theme                             Locked         ┃│ Last checks  ······························              ┃
      │ Catalogue                                                ││              r checks now: results and durations appear  ┃
      │  ⊘ Old banner                             Deprecated     ││              here                                        │
      │  ◐ Product layout                         Cards          ││                                                          │
      │  ⚑ Search suggestions                     Enabled        ││ r requests:                                              │
      │  ◐ Sort order                             Disabled       ││   https://www.apple.com/library/test/success.html        │
      ╰──────────────────────────────────────────────────── 1/14 ╯╰──────────────────────────────────────────────────── 8/14 ╯
       ↑ ↓ scroll   r check now   p pause   3 activity   ? help   esc back
      """
    )
  }

  @Test func `the URLs to probe stay listed while the first connectivity check is running`() {
    expectScreen(
      Live.dashboard(columns: 80, rows: 12, origin: .file, poll: nil, reports: [], keys: "2 r"),
      """
       Halyard   flags.json   file        ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Connectivity  checking … ────────────────────────────────────────────────────╮
      │ No checks yet.                                                               │
      │                                                                              │
      │ Last checks  ······························                                  │
      │              r checks now: results and durations appear here                 │
      │                                                                              │
      │ r requests:                                                                  │
      │   https://www.apple.com/library/test/success.html                            │
      │   https://captive.apple.com/hotspot-detect.html                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
       ↑ ↓ scroll  r check now  3 activity  ? help  esc back
      """
    )
  }

  @Test func `on a narrow screen the pane shows that probes failed although the source responds`() {
    expectScreen(
      Live.dashboard(
        columns: 80,
        rows: 24,
        poll: Live.counting,
        reports: [Live.unreachable],
        keys: "2"
      ),
      """
       Halyard   flags.json   up to date   next 0:23   ▲ probes failed  ✗ 1 (5) · ◆ 1
      ╭ Connectivity ────────────────────────────────────────────────────────────────╮
      │ ▲ 2 of 2 probes failed, but the source responds                              │
      │                                                                              │
      │ Interface    eth0, Ethernet                                                  │
      │ Result       0 of 2 probes passed (50 % needed)                              │
      │ Took         5.0 s                                                           │
      │ Last checks  ✗                                                               │
      │              ▰ 0 of 1 with Internet, since 12:00:00                          │
      │ Durations    ✗                                                               │
      │                                                                              │
      │ ✗ www.apple.com/library/test/success.html                               3 ms │
      │   www.apple.com refused the connection at port 443                           │
      │                                                                              │
      │ ✗ captive.apple.com/hotspot-detect.html                                5.0 s │
      │   timed out while connecting: deadline exceeded                              │
      │                                                                              │
      │ Source       flags.json                                                      │
      │ In use       remote                                                          │
      │ Response     304 not modified, 41 ms, at 10:05:12                            │
      │ Polling      every 1m, next in 0:23                                          │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
       ↑ ↓ scroll  r check now  p pause  3 activity  ? help  esc back
      """
    )
  }

  @Test func `on a wide screen the pane shows that probes failed although the source responds`() {
    expectScreen(
      Live.dashboard(rows: 24, poll: Live.counting, reports: [Live.unreachable], keys: "2"),
      """
       Halyard   flags.json   up to date · 41 ms   next 0:23 ▰▰▰▱▱   ▲ 2 of 2 probes failed  ✗ 1 problem (5) · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────╮╭ Connectivity ────────────────────────────────────────────╮
      │ Account                                                  ││ ▲ 2 of 2 probes failed, but the source responds          │
      │▌ ▢ Beta badge                             Unlocked       ││                                                          │
      │  ▣ Gold theme                             Locked         ││ Interface    eth0, Ethernet                              │
      │ Catalogue                                                ││ Result       0 of 2 probes passed (50 % needed)          │
      │  ⊘ Old banner                             Deprecated     ││ Took         5.0 s                                       │
      │  ◐ Product layout                         Cards          ││ Last checks  ✗                                           │
      │  ⚑ Search suggestions                     Enabled        ││              ▰ 0 of 1 with Internet, since 12:00:00      │
      │  ◐ Sort order                             Disabled       ││ Durations    ✗                                           │
      │  ⚐ おすすめ商品                           Disabled       ││                                                          │
      │ Checkout                                                 ││ ✗ www.apple.com/library/test/success.html           3 ms │
      │  ◐ CTA colour                             Group A      ◆ ││   www.apple.com refused the connection at port 443       │
      │  ◐ Express pay                            Enabled        ││                                                          │
      │  ⚐ Gift wrap                              Disabled       ││ ✗ captive.apple.com/hotspot-detect.html            5.0 s │
      │  ⚑ New Cart                               Enabled        ││   timed out while connecting: deadline exceeded          │
      │  ◐ Voucher field                          Top         ✗  ││                                                          │
      │ No section                                               ││ Source       flags.json                                  │
      │  ⚐ A name so long tha…to show it in full  Disabled       ││ In use       remote                                      │
      │  ⚙ Debug menu                             Enabled        ││ Response     304 not modified, 41 ms, at 10:05:12        │
      │                                                          ││ Polling      every 1m, next in 0:23                      │
      │                                                          ││                                                          │
      ╰──────────────────────────────────────────────────── 1/14 ╯╰──────────────────────────────────────────────────────────╯
       ↑ ↓ scroll   r check now   p pause   3 activity   ? help   esc back
      """
    )
  }

  @Test func `an unexpected response of a custom URL is a failed probe and no captive portal`() {
    expectScreen(
      Live.dashboard(
        columns: 80,
        rows: 16,
        origin: .file,
        poll: nil,
        reports: [Live.unexpected],
        keys: "2"
      ),
      """
       Halyard   flags.json   file   ✗ probe failed  ✗ 1 problem (5) · ◆ 1 overridden
      ╭ Connectivity ────────────────────────────────────────────────────────────────╮
      │ ✗ 1 of 1 probes failed                                                       ┃
      │                                                                              ┃
      │ Interface    eth0, Ethernet                                                  ┃
      │ Result       0 of 1 probes passed (50 % needed)                              ┃
      │ Took         24 ms                                                           ┃
      │ Last checks  ✗                                                               ┃
      │              ▰ 0 of 1 with Internet, since 12:00:00                          ┃
      │ Durations    ✗                                                               ┃
      │                                                                              ┃
      │ ✗ flags.example.test/ping                                         200  24 ms ┃
      │   unexpected response: expected text "pong" not found, page title "It        │
      │   works!"                                                                    │
      ╰─────────────────────────────────────────────────────────────────────── 12/14 ╯
       ↑ ↓ scroll  r check now  3 activity  ? help  esc back
      """
    )
  }

  @Test func `a cancelled connectivity check is shown as pending if the source responds`() {
    let probes = [Live.probe(Live.apple, .failed(.unexpectedStatus(503)), milliseconds: 1)]
    let cancelled = Live.report(.determining, nil, probes: probes)
    let state = Live.dashboard(poll: Live.counting, reports: [cancelled])
    #expect(state.screen.split(separator: "\n")[0].contains("◌ pending"))
  }

  /// Checks with different durations, one of which failed.
  private var history: [ConnectivityReport] {
    let times = [90, 120, 80, 210, 400, 95, 130]
    let reports = times.map { Live.report(.connectedViaEthernet, milliseconds: $0) }
    return reports[..<5] + [Live.offline] + reports[5...]
  }

  @Test(
    arguments: ConnectivityStatus.allCases,
    [Size(columns: 120, rows: 32), Size(columns: 80, rows: 24), Size(columns: 40, rows: 10)]
  )
  func `the connectivity pane shows the description of every status`(
    status: ConnectivityStatus,
    size: Size
  ) {
    let report = Live.report(of: status)
    let state = Live.dashboard(
      columns: size.columns,
      rows: size.rows,
      poll: nil,
      reports: [report],
      keys: "2"
    )
    let symbol = status.isConnected ? "●" : status == .determining ? "◌" : "✗"
    #expect(state.screen.contains("│ \(symbol) \(status)"))
    #expect(state.screen.split(separator: "\n")[0].contains(symbol))
  }

  @Test func `pressing r starts a check in the connectivity pane, and a refresh in other panes`() {
    var state = Live.dashboard(keys: "2")
    #expect(state.press("r") == [.session(.checkConnectivity)])
    #expect(state.screen.contains("checking …"))
    _ = state.update(.connectivity(Live.online), now: .zero)
    #expect(!state.screen.contains("checking …"))
    #expect(state.press("1 r") == [.session(.refresh)])
    #expect(state.press("3 F5") == [.session(.refresh)])
  }

  @Test func `a cancelled check is not added to the history of connectivity checks`() {
    let cancelled = Live.report(.determining, nil)
    let reports = [Live.online, cancelled, Live.online]
    #expect(Live.dashboard(reports: reports, keys: "2").screen.contains("Durations    ██ "))
  }
}
