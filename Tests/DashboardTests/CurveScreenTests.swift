import Connectivity
import Frame
import Networking
import ScreenTestSupport
import TestSupport
import Testing

@testable import Dashboard
@testable import FeatureFlags

/// Tests the sparklines of the connectivity checks and of the polls.
struct CurveScreenTests {
  /// Checks at intervals of half a minute: two found a captive portal, and two found no network.
  private static var reports: [ConnectivityReport] {
    let times = [88, 92, 410, 120, 90]
    return times.map { Live.report($0) } + [Live.portal, Live.portal] + [Live.report(130)]
      + [Live.offline, Live.offline, Live.report(75), Live.online]
  }

  private static func dashboard(
    columns: Int,
    rows: Int,
    reports: [ConnectivityReport] = reports,
    polls: [Poll] = [],
    keys: String
  ) -> DashboardState {
    var state = Live.dashboard(columns: columns, rows: rows, poll: Live.counting, reports: [])
    for (index, report) in reports.enumerated() {
      _ = state.update(.connectivity(report), now: .seconds(index * 30 - 330))
    }
    state.setPolls(polls)
    for entry in Live.entries(polls.count) { _ = state.update(.activity(entry), now: .zero) }
    _ = state.press(keys)
    return state
  }

  private typealias Poll = (milliseconds: Int, bytes: Int?, hasFailed: Bool)

  private static let polls: [Poll] = [
    (87, 12_345, false), (41, 0, false), (39, 0, false), (44, 0, false), (5_000, nil, true),
    (320, 12_345, false), (43, 0, false), (120, 310, true), (40, 0, false), (95, 14_002, false),
  ]

  @Test
  func `on a narrow screen connectivity checks are a band, and their durations are sparklines`() {
    expectScreen(
      Self.dashboard(columns: 80, rows: 24, keys: "2"),
      """
       Halyard   flags.json   up to date   next 0:23   ● Ethernet       ✗ 1 (5) · ◆ 1
      ╭ Connectivity ────────────────────────────────────────────────────────────────╮
      │ ● Ethernet with Internet access                                              ┃
      │                                                                              ┃
      │ Interface    eth0, Ethernet                                                  ┃
      │ Result       2 of 2 probes passed (50 % needed)                              ┃
      │ Took         164 ms                                                          ┃
      │ Last checks  ▰▰▰▰▰▲▲▰✗✗▰▰                                                    ┃
      │              ▰ 8 of 12 with Internet, since 11:54:30                         ┃
      │              ▲ captive portal 11:57:00 to 11:57:30                           ┃
      │ Durations    ▃▃█▄▃▲▲▄✗✗▃▄                                                    ┃
      │              median 106 ms, max 410 ms                                       ┃
      │                                                                              ┃
      │ ✓ www.apple.com/library/test/success.html                         200  88 ms ┃
      │   ▂▃▃▃▃▃▃▅▅▅▅▅▅▅▅▅▅▅▅▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▁▁                                   ┃
      │   ▂ look-up 3 ms  ▃ connect 12 ms  ▅ TLS 28 ms  ▆ first byte 41 ms           ┃
      │   ▁ rest 4 ms                                                                │
      │   ▃▃█▄▃▲▲▄✗✗▃▅  median 53 ms, max 205 ms                                     │
      │                                                                              │
      │ ✓ captive.apple.com/hotspot-detect.html                          200  164 ms │
      │   ▂▂▃▃▃▃▃▃▃▃▃▃▃▃▃▃▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▁ │
      │   ▂ look-up 5 ms  ▃ connect 30 ms  ▅ TLS 62 ms  ▆ first byte 64 ms           │
      ╰─────────────────────────────────────────────────────────────────────── 20/27 ╯
       ↑ ↓ scroll  r check now  p pause  3 activity  ? help  esc back
      """
    )
  }

  @Test
  func `on a wide screen connectivity checks are a band, and their durations are sparklines`() {
    expectScreen(
      Self.dashboard(columns: 120, rows: 32, keys: "2"),
      """
       Halyard   flags.json   up to date · 41 ms   next 0:23 ▰▰▰▱▱   ● Ethernet   ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────╮╭ Connectivity ────────────────────────────────────────────╮
      │ Account                                                  ││ ● Ethernet with Internet access                          │
      │▌ ▢ Beta badge                             Unlocked       ││                                                          │
      │  ▣ Gold theme                             Locked         ││ Interface    eth0, Ethernet                              │
      │    For customers of ten years                            ││ Result       2 of 2 probes passed (50 % needed)          │
      │ Catalogue                                                ││ Took         164 ms                                      │
      │  ⊘ Old banner                             Deprecated     ││ Last checks  ▰▰▰▰▰▲▲▰✗✗▰▰                                │
      │  ◐ Product layout                         Cards          ││              ▰ 8 of 12 with Internet, since 11:54:30     │
      │    How products are laid out                             ││              ▲ captive portal 11:57:00 to 11:57:30       │
      │  ⚑ Search suggestions                     Enabled        ││ Durations    ▃▃█▄▃▲▲▄✗✗▃▄                                │
      │    Suggest as the customer types                         ││              median 106 ms, max 410 ms                   │
      │  ◐ Sort order                             Disabled       ││                                                          │
      │  ⚐ おすすめ商品                           Disabled       ││ ✓ www.apple.com/library/test/success.html     200  88 ms │
      │    Recommendations for Japan                             ││   ▂▃▃▃▃▅▅▅▅▅▅▅▅▅▆▆▆▆▆▆▆▆▆▆▆▆▆▆▁                          │
      │ Checkout                                                 ││   ▂ look-up 3 ms  ▃ connect 12 ms  ▅ TLS 28 ms           │
      │  ◐ CTA colour                             Group A      ◆ ││   ▆ first byte 41 ms  ▁ rest 4 ms                        │
      │    The colour of the button that buys                    ││   ▃▃█▄▃▲▲▄✗✗▃▅  median 53 ms, max 205 ms                 │
      │  ◐ Express pay                            Enabled        ││                                                          │
      │    Pay with the card on file                             ││ ✓ captive.apple.com/hotspot-detect.html      200  164 ms │
      │  ⚐ Gift wrap                              Disabled       ││   ▂▂▃▃▃▃▃▃▃▃▃▃▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▁ │
      │  ⚑ New Cart                               Enabled        ││   ▂ look-up 5 ms  ▃ connect 30 ms  ▅ TLS 62 ms           │
      │    One page from cart to receipt                         ││   ▆ first byte 64 ms  ▁ rest 3 ms                        │
      │  ◐ Voucher field                          Top         ✗  ││   ▃▃█▄▃✗✗▄✗✗▃▄  median 106 ms, max 410 ms                │
      │    Where vouchers are typed                              ││                                                          │
      │ No section                                               ││ Source       flags.json                                  │
      │  ⚐ A name so long tha…to show it in full  Disabled       ││ In use       remote                                      │
      │    It is cut with an ellipsis, wherever the screen ends  ││ Response     304 not modified, 41 ms, at 10:05:12        │
      │  ⚙ Debug menu                             Enabled        ││ Polling      every 1m, next in 0:23                      │
      │    Shake the phone to open it                            ││                                                          │
      ╰──────────────────────────────────────────────────── 1/14 ╯╰──────────────────────────────────────────────────────────╯
       ↑ ↓ scroll   r check now   p pause   3 activity   ? help   esc back
      """
    )
  }

  @Test func `in ASCII each result of a connectivity check has its own character`() {
    let frame = Self.dashboard(columns: 60, rows: 18, keys: "2").frame(now: .zero)
    expectScreen(
      frame.ascii,
      """
       Halyard   flags.json   remote   0:23   O     X 1 (5) . * 1
      + Connectivity --------------------------------------------+
      | O Ethernet with Internet access                          (
      |                                                          (
      | Interface    eth0, Ethernet                              (
      | Result       2 of 2 probes passed (50 % needed)          (
      | Took         164 ms                                      (
      | Last checks  ;;;;;!!;XX;;                                (
      |              ; 8 of 12 with Internet, since 11:54:30     (
      |              ! captive portal 11:57:00 to 11:57:30       |
      | Durations    33#43!!4XX34                                |
      |              median 106 ms, max 410 ms                   |
      |                                                          |
      | y www.apple.com/library/test/success.html     200  88 ms |
      |   23333555555555666666666666661                          |
      |   2 look-up 3 ms  3 connect 12 ms  5 TLS 28 ms           |
      +--------------------------------------------------- 14/27 +
       ^ v scroll  r check now  p pause  ? help  esc back
      """
    )
  }

  @Test
  func `before the first connectivity check, an empty axis is shown with the key for a check`() {
    let state = Self.dashboard(columns: 80, rows: 12, reports: [], keys: "2")
    let screen = state.screen
    #expect(screen.contains("│ Last checks  ······························  "))
    #expect(screen.contains("r checks now: results and durations appear here"))
  }

  @Test func `an unfinished check is left out of a sparkline, and an unneeded probe is a gap`() {
    let unneeded = Live.report(
      .connectedViaEthernet,
      probes: [
        Live.probe(Live.apple, milliseconds: 40),
        Live.probe(Live.captive, .notNeeded, milliseconds: 0),
      ]
    )
    let reports = [Live.report(80), Live.report(.determining), unneeded, Live.report(160)]
    let screen = Self.dashboard(columns: 80, rows: 40, reports: reports, keys: "2").screen
    #expect(screen.contains("3 of 3 with Internet, since "))
    #expect(screen.contains("  ▅·█  median 120 ms, max 160 ms"), "\(screen)")
  }

  @Test func `the numbers of checks and polls that are stored for sparklines are limited`() {
    let reports = (1...200).map { Live.report($0) }
    let state = Self.dashboard(columns: 80, rows: 24, reports: reports, keys: "2")
    #expect(state.content.history.rounds.count == ConnectivityHistory.limit)
    #expect(state.screen.contains("30 of 30 with Internet"))
    let polls = (1...200).map { Poll($0, $0, false) }
    let polled = Self.dashboard(columns: 80, rows: 24, polls: polls, keys: "3")
    #expect(polled.content.polls.polls.count == PollHistory.limit)
    #expect(polled.screen.contains("max 200 B · newest on the right"))
  }

  @Test func `on a narrow screen the sparklines of the polls are above the activity log`() {
    expectScreen(
      Self.dashboard(columns: 80, rows: 24, polls: Self.polls, keys: "3"),
      """
       Halyard   flags.json   up to date   next 0:23   ● Ethernet       ✗ 1 (5) · ◆ 1
      ╭ Activity 10 ─────────────────────────────────────────────────────────────────╮
      │ Response  ▃▂▂▂✗█▂✗▂▄  median 43 ms, max 320 ms                               │
      │ Size      █▁▁▁✗█▁✗▁█  max 14 kB · newest on the right                        │
      │                                                                              │
      │▌10:10:09 ≈ Ethernet with Internet access                                     │
      │▌           164 ms, 2 of 2                                                    │
      │ 10:10:08 ↻ 200 OK, 87 ms, 12 kB: 2 features changed                          │
      │            CTA colour: Group B · Gift wrap: Enabled                          │
      │ 10:10:07 ◆ Gift wrap: enabled                                                │
      │ 10:10:06 ↻ 304 not modified, 41 ms, 0.3 ms late                              │
      │ 10:10:05 ✗ flags.example.test refused the connection at port 443             │
      │            next in 2 min                                                     │
      │ 10:10:04 ◇ Express pay: reset                                                │
      │            by another program on this workspace                              │
      │ 10:10:03 ≈ Ethernet with Internet access                                     │
      │            164 ms, 2 of 2                                                    │
      │ 10:10:02 ↻ 200 OK, 87 ms, 12 kB: 2 features changed                          │
      │            CTA colour: Group B · Gift wrap: Enabled                          │
      │ 10:10:01 ◆ Gift wrap: enabled                                                │
      │ 10:10:00 ↻ 304 not modified, 41 ms, 0.3 ms late                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
       ↑ ↓ move  / search  f filter  x undo this  o reset  m mark  ? help  esc back
      """
    )
  }

  @Test func `on a wide screen the sparklines of the polls are above the activity log`() {
    expectScreen(
      Self.dashboard(columns: 120, rows: 32, polls: Self.polls, keys: "3"),
      """
       Halyard   flags.json   up to date · 41 ms   next 0:23 ▰▰▰▱▱   ● Ethernet   ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────╮╭ Activity 10 ─────────────────────────────────────────────╮
      │ Account                                                  ││ Response  ▃▂▂▂✗█▂✗▂▄  median 43 ms, max 320 ms           │
      │▌ ▢ Beta badge                             Unlocked       ││ Size      █▁▁▁✗█▁✗▁█  max 14 kB · newest on the right    │
      │  ▣ Gold theme                             Locked         ││                                                          │
      │    For customers of ten years                            ││▌10:10:09 ≈ Ethernet with Internet access                 │
      │ Catalogue                                                ││▌           164 ms, 2 of 2                                │
      │  ⊘ Old banner                             Deprecated     ││ 10:10:08 ↻ 200 OK, 87 ms, 12 kB: 2 features changed      │
      │  ◐ Product layout                         Cards          ││            CTA colour: Group B · Gift wrap: Enabled      │
      │    How products are laid out                             ││ 10:10:07 ◆ Gift wrap: enabled                            │
      │  ⚑ Search suggestions                     Enabled        ││ 10:10:06 ↻ 304 not modified, 41 ms, 0.3 ms late          │
      │    Suggest as the customer types                         ││ 10:10:05 ✗ flags.example.test refused the connection at  │
      │  ◐ Sort order                             Disabled       ││            port 443                                      │
      │  ⚐ おすすめ商品                           Disabled       ││            next in 2 min                                 │
      │    Recommendations for Japan                             ││ 10:10:04 ◇ Express pay: reset                            │
      │ Checkout                                                 ││            by another program on this workspace          │
      │  ◐ CTA colour                             Group A      ◆ ││ 10:10:03 ≈ Ethernet with Internet access                 │
      │    The colour of the button that buys                    ││            164 ms, 2 of 2                                │
      │  ◐ Express pay                            Enabled        ││ 10:10:02 ↻ 200 OK, 87 ms, 12 kB: 2 features changed      │
      │    Pay with the card on file                             ││            CTA colour: Group B · Gift wrap: Enabled      │
      │  ⚐ Gift wrap                              Disabled       ││ 10:10:01 ◆ Gift wrap: enabled                            │
      │  ⚑ New Cart                               Enabled        ││ 10:10:00 ↻ 304 not modified, 41 ms, 0.3 ms late          │
      │    One page from cart to receipt                         ││                                                          │
      │  ◐ Voucher field                          Top         ✗  ││                                                          │
      │    Where vouchers are typed                              ││                                                          │
      │ No section                                               ││                                                          │
      │  ⚐ A name so long tha…to show it in full  Disabled       ││                                                          │
      │    It is cut with an ellipsis, wherever the screen ends  ││                                                          │
      │  ⚙ Debug menu                             Enabled        ││                                                          │
      │    Shake the phone to open it                            ││                                                          │
      ╰──────────────────────────────────────────────────── 1/14 ╯╰──────────────────────────────────────────────────────────╯
       ↑ ↓ move   / search   f filter   x undo this   o reset   m mark   enter go to feature   p pause   ? help   esc back
      """
    )
  }

  @Test
  func `on a large screen the activity log beside the details has the sparklines of the polls`() {
    expectScreen(
      Self.dashboard(columns: 200, rows: 60, polls: Self.polls, keys: ""),
      """
       Halyard   flags.json   up to date · 41 ms   next 0:23 ▰▰▰▱▱   ● Ethernet with Internet access                                                              ✗ 1 problem · 5 lists them · ◆ 1 overridden
      ╭ Features 14 ───────────────────────────────────────────────────────────────────────────╮╭ Beta badge · Unlock Flag ───────────────────────────╮╭ Activity 10 ────────────────────────────────────────╮
      │ Account                                                                                ││ State        Enabled                                ││ Response  ▃▂▂▂✗█▂✗▂▄  median 43 ms, max 320 ms      │
      │▌ ▢ Beta badge                                                           Unlocked       ││ Lock         Unlocked                               ││ Size      █▁▁▁✗█▁✗▁█  max 14 kB · newest on the ri… │
      │  ▣ Gold theme                                                           Locked         ││                                                     ││                                                     │
      │    For customers of ten years                                                          ││ Section      Account                                ││ 10:10:09 ≈ Ethernet with Internet access            │
      │                                                                                        ││ Configured   Enabled, unlocked                      ││            164 ms, 2 of 2                           │
      │ Catalogue                                                                              ││                                                     ││ 10:10:08 ↻ 200 OK, 87 ms, 12 kB: 2 features changed │
      │  ⊘ Old banner                                                           Deprecated     ││                                                     ││            CTA colour: Group B · Gift wrap: Enabled │
      │  ◐ Product layout                                                       Cards          ││                                                     ││ 10:10:07 ◆ Gift wrap: enabled                       │
      │    How products are laid out                                                           ││                                                     ││ 10:10:06 ↻ 304 not modified, 41 ms, 0.3 ms late     │
      │  ⚑ Search suggestions                                                   Enabled        ││                                                     ││ 10:10:05 ✗ flags.example.test refused the           │
      │    Suggest as the customer types                                                       ││                                                     ││            connection at port 443                   │
      │  ◐ Sort order                                                           Disabled       ││                                                     ││            next in 2 min                            │
      │  ⚐ おすすめ商品                                                         Disabled       ││                                                     ││ 10:10:04 ◇ Express pay: reset                       │
      │    Recommendations for Japan                                                           ││                                                     ││            by another program on this workspace     │
      │                                                                                        ││                                                     ││ 10:10:03 ≈ Ethernet with Internet access            │
      │ Checkout                                                                               ││                                                     ││            164 ms, 2 of 2                           │
      │  ◐ CTA colour                                                           Group A      ◆ ││                                                     ││ 10:10:02 ↻ 200 OK, 87 ms, 12 kB: 2 features changed │
      │    The colour of the button that buys                                                  ││                                                     ││            CTA colour: Group B · Gift wrap: Enabled │
      │  ◐ Express pay                                                          Enabled        ││                                                     ││ 10:10:01 ◆ Gift wrap: enabled                       │
      │    Pay with the card on file                                                           ││                                                     ││ 10:10:00 ↻ 304 not modified, 41 ms, 0.3 ms late     │
      │  ⚐ Gift wrap                                                            Disabled       ││                                                     ││                                                     │
      │  ⚑ New Cart                                                             Enabled        ││                                                     ││                                                     │
      │    One page from cart to receipt                                                       ││                                                     ││                                                     │
      │  ◐ Voucher field                                                        Top         ✗  ││                                                     ││                                                     │
      │    Where vouchers are typed                                                            ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │ No section                                                                             ││                                                     ││                                                     │
      │  ⚐ A name so long that no list of fe…s has the room to show it in full  Disabled       ││                                                     ││                                                     │
      │    It is cut with an ellipsis, wherever the screen ends                                ││                                                     ││                                                     │
      │  ⚙ Debug menu                                                           Enabled        ││                                                     ││                                                     │
      │    Shake the phone to open it                                                          ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      │                                                                                        ││                                                     ││                                                     │
      ╰────────────────────────────────────────────────────────────────────────────────── 1/14 ╯╰─────────────────────────────────────────────────────╯╰─────────────────────────────────────────────────────╯
       space change   ← → cycle   enter details   / search   f filter   r refresh   2 connectivity   3 activity   v pick   o reset   m mark   ? help   q quit
      """
    )
  }

  @Test
  func `before the first poll a sparkline is an empty axis, and without polling there is none`() {
    let screen = Self.dashboard(columns: 80, rows: 24, keys: "3").screen
    #expect(screen.contains("Response  ······························  no poll yet: r polls now"))
    #expect(screen.contains("Size      ······························  "))
    #expect(
      !Live.dashboard(columns: 80, rows: 24, poll: nil, keys: "3").screen.contains("Response")
    )
  }

  @Test
  func `the cursor of the activity log stays below the sparklines and reaches the last entry`() {
    var state = Self.dashboard(columns: 80, rows: 24, polls: Self.polls, keys: "3")
    for entry in Live.entries(40) { _ = state.update(.activity(entry), now: .zero) }
    _ = state.press("G")
    let lines = state.screen.split(separator: "\n")
    #expect(lines[2].contains("Response"))
    #expect(lines[22 - 1].contains("▌") || lines[20].contains("▌"))
    _ = state.press("g")
    #expect(state.screen.split(separator: "\n")[5].contains("▌"))
  }

  @Test func `a failed poll is a failure symbol in the sparkline`() {
    var state = Self.dashboard(columns: 80, rows: 24, polls: [(40, 12, false)], keys: "3")
    state.finishPoll(
      PollOutcome(
        result: .failure(.unreachable("flags.json", .timedOut(.connect, .deadline))),
        duration: .seconds(5),
        failures: 1,
        isBackingOff: true
      )
    )
    #expect(state.screen.contains("Response  █✗  median 40 ms, max 40 ms"))
    #expect(state.screen.contains("Size      █✗  max 12 B · newest on the right"))
  }

  @Test func `plain mode describes checks and polls in sentences instead of sparklines`() {
    var state = Self.dashboard(columns: 80, rows: 24, polls: Self.polls, keys: "")
    state.startPlainMode()
    func enter(_ line: String) -> [String] {
      _ = state.update(.line(line), now: .zero)
      return state.removeLines().map(\.text)
    }
    let checks = enter("connectivity")
    #expect(checks.contains { $0.hasPrefix("Last checks, 8 of 12 with Internet, since ") })
    #expect(checks.contains { $0.hasPrefix("warning: captive portal ") })
    #expect(
      checks.joined(separator: " ").contains(
        "Durations, median 106 ms, max 410 ms, latest 164 ms, 2 failed, 2 with a warning, last 12 checks "
      ),
      "\(checks)"
    )
    #expect(!checks.contains { $0.contains("·") }, "\(checks)")
    let polls = enter("activity")
    #expect(
      Array(polls[1...2]) == [
        "Response times: median 43 ms, max 320 ms, latest 95 ms, 2 failed, last 10 polls.",
        "Sizes of responses: max 14 kB, latest 14 kB, 2 failed, last 10 polls.",
      ],
      "\(polls)"
    )
    #expect(polls[3].hasPrefix("1 "))
  }

  @Test func `sparklines schedule no tick, because they change only after a check or a poll`() {
    var state = Live.dashboard(columns: 200, rows: 60, poll: Live.paused, reports: Self.reports)
    state.setPolls(Self.polls)
    for keys in ["", "2", "3"] {
      _ = state.press(keys)
      #expect(state.nextTick == nil)
      #expect(state.frame(now: .zero) == state.frame(now: .seconds(3_600)))
    }
  }
}

extension DashboardState {
  /// Replaces the stored polls.
  fileprivate mutating func setPolls(_ polls: [(milliseconds: Int, bytes: Int?, hasFailed: Bool)]) {
    content.polls = PollHistory()
    for poll in polls {
      let response = PollResponse(
        text: "",
        status: poll.bytes == nil ? nil : 200,
        time: .milliseconds(poll.milliseconds),
        bytes: poll.bytes ?? 0,
        when: Moment(.zero, clock: "10:04:12")
      )
      content.polls.add(response, hasFailed: poll.hasFailed)
    }
  }
}

extension Live {
  /// A check in which both URLs respond, the second one after the given number of milliseconds.
  fileprivate static func report(_ milliseconds: Int) -> ConnectivityReport {
    report(
      .connectedViaEthernet,
      probes: [
        probe(apple, status: 200, milliseconds: milliseconds / 2),
        probe(captive, status: 200, milliseconds: milliseconds),
      ],
      milliseconds: milliseconds
    )
  }
}
