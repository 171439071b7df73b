import Dashboard
import ScreenTestSupport
import TestSupport
import Testing

/// Tests the activity log.
struct ActivityScreenTests {
  @Test func `an empty log shows that there is no activity`() {
    expectScreen(
      Live.dashboard(columns: 80, rows: 24, keys: "3"),
      """
       Halyard   flags.json   remote · 200   next 1:00   ● Ethernet     ✗ 1 (5) · ◆ 1
      ╭ Activity 0 ──────────────────────────────────────────────────────────────────╮
      │ Response  ······························  no poll yet: r polls now           │
      │ Size      ······························                                     │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                               No activity yet.                               │
      │             Polls, checks and changes appear here; r loads now.              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
       ↑ ↓ move  / search  f filter  x undo this  o reset  m mark  ? help  esc back
      """
    )
  }

  @Test func `on a wide screen the activity log is shown beside the feature list`() {
    expectScreen(
      Live.dashboard(entries: Live.entries(9), keys: "3"),
      """
       Halyard   flags.json   remote · 200 · 87 ms · 12 kB   next 1:00 ▱▱▱▱▱   ● Ethernet    ✗ 1 problem (5) · ◆ 1 overridden
      ╭ Features 14 ─────────────────────────────────────────────╮╭ Activity 9 ──────────────────────────────────────────────╮
      │ Account                                                  ││ Response  ··················  no poll yet: r polls now   │
      │▌ ▢ Beta badge                             Unlocked       ││ Size      ··················                             │
      │  ▣ Gold theme                             Locked         ││                                                          │
      │    For customers of ten years                            ││▌10:10:08 ↻ 200 OK, 87 ms, 12 kB: 2 features changed      │
      │ Catalogue                                                ││▌           CTA colour: Group B · Gift wrap: Enabled      │
      │  ⊘ Old banner                             Deprecated     ││ 10:10:07 ◆ Gift wrap: enabled                            │
      │  ◐ Product layout                         Cards          ││ 10:10:06 ↻ 304 not modified, 41 ms, 0.3 ms late          │
      │    How products are laid out                             ││ 10:10:05 ✗ flags.example.test refused the connection at  │
      │  ⚑ Search suggestions                     Enabled        ││            port 443                                      │
      │    Suggest as the customer types                         ││            next in 2 min                                 │
      │  ◐ Sort order                             Disabled       ││ 10:10:04 ◇ Express pay: reset                            │
      │  ⚐ おすすめ商品                           Disabled       ││            by another program on this workspace          │
      │    Recommendations for Japan                             ││ 10:10:03 ≈ Ethernet with Internet access                 │
      │ Checkout                                                 ││            164 ms, 2 of 2                                │
      │  ◐ CTA colour                             Group A      ◆ ││ 10:10:02 ↻ 200 OK, 87 ms, 12 kB: 2 features changed      │
      │    The colour of the button that buys                    ││            CTA colour: Group B · Gift wrap: Enabled      │
      │  ◐ Express pay                            Enabled        ││ 10:10:01 ◆ Gift wrap: enabled                            │
      │    Pay with the card on file                             ││ 10:10:00 ↻ 304 not modified, 41 ms, 0.3 ms late          │
      │  ⚐ Gift wrap                              Disabled       ││                                                          │
      │  ⚑ New Cart                               Enabled        ││                                                          │
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

  @Test func `on a narrow screen the activity log covers the feature list`() {
    expectScreen(
      Live.dashboard(columns: 80, rows: 24, entries: Live.entries(100), keys: "3"),
      """
       Halyard   flags.json   remote · 200   next 1:00   ● Ethernet     ✗ 1 (5) · ◆ 1
      ╭ Activity 100 ────────────────────────────────────────────────────────────────╮
      │ Response  ······························  no poll yet: r polls now           ┃
      │ Size      ······························                                     ┃
      │                                                                              │
      │▌10:11:39 ≈ Ethernet with Internet access                                     │
      │▌           164 ms, 2 of 2                                                    │
      │ 10:11:38 ↻ 200 OK, 87 ms, 12 kB: 2 features changed                          │
      │            CTA colour: Group B · Gift wrap: Enabled                          │
      │ 10:11:37 ◆ Gift wrap: enabled                                                │
      │ 10:11:36 ↻ 304 not modified, 41 ms, 0.3 ms late                              │
      │ 10:11:35 ✗ flags.example.test refused the connection at port 443             │
      │            next in 2 min                                                     │
      │ 10:11:34 ◇ Express pay: reset                                                │
      │            by another program on this workspace                              │
      │ 10:11:33 ≈ Ethernet with Internet access                                     │
      │            164 ms, 2 of 2                                                    │
      │ 10:11:32 ↻ 200 OK, 87 ms, 12 kB: 2 features changed                          │
      │            CTA colour: Group B · Gift wrap: Enabled                          │
      │ 10:11:31 ◆ Gift wrap: enabled                                                │
      │ 10:11:30 ↻ 304 not modified, 41 ms, 0.3 ms late                              │
      │ 10:11:29 ✗ flags.example.test refused the connection at port 443             │
      ╰─────────────────────────────────────────────────────────────────────── 1/100 ╯
       ↑ ↓ move  / search  f filter  x undo this  o reset  m mark  ? help  esc back
      """
    )
  }

  @Test func `on a small screen the entries of the activity log are wrapped`() {
    expectScreen(
      Live.dashboard(columns: 40, rows: 10, entries: Live.entries(100), keys: "3"),
      """
       Halyard   flags.json  remote  1:00  ●
      ╭ Activity 100 ────────────────────────╮
      │▌10:11:39 ≈ Ethernet with Internet    ┃
      │▌           access                    │
      │▌           164 ms, 2 of 2            │
      │ 10:11:38 ↻ 200 OK, 87 ms, 12 kB: 2   │
      │            features changed          │
      │            CTA colour: Group B ·     │
      ╰─────────────────────────────── 1/100 ╯
       ↑ ↓ move  / search  ? help  esc back
      """
    )
  }

  @Test func `pressing G in the log scrolls to the last entry`() {
    expectScreen(
      Live.dashboard(columns: 40, rows: 10, entries: Live.entries(100), keys: "3 G"),
      """
       Halyard   flags.json  remote  1:00  ●
      ╭ Activity 100 ────────────────────────╮
      │ 10:10:01 ◆ Gift wrap: enabled        │
      │▌10:10:00 ↻ 304 not modified, 41 ms,  │
      │▌           0.3 ms late               │
      │                                      │
      │                                      │
      │                                      ┃
      ╰───────────────────────────── 100/100 ╯
       ↑ ↓ move  / search  ? help  esc back
      """
    )
  }

  @Test func `a search in the log shows only matching entries`() {
    expectScreen(
      Live.dashboard(columns: 80, rows: 24, entries: Live.entries(30), keys: "3 / g i f t"),
      """
       Halyard   flags.json   remote · 200   next 1:00   ● Ethernet     ✗ 1 (5) · ◆ 1
      ╭ Activity 10 of 30 ───────────────────────────────────────────────────────────╮
      │ Response  ······························  no poll yet: r polls now           │
      │ Size      ······························                                     │
      │                                                                              │
      │▌10:10:26 ↻ 200 OK, 87 ms, 12 kB: 2 features changed                          │
      │▌           CTA colour: Group B · Gift wrap: Enabled                          │
      │ 10:10:25 ◆ Gift wrap: enabled                                                │
      │ 10:10:20 ↻ 200 OK, 87 ms, 12 kB: 2 features changed                          │
      │            CTA colour: Group B · Gift wrap: Enabled                          │
      │ 10:10:19 ◆ Gift wrap: enabled                                                │
      │ 10:10:14 ↻ 200 OK, 87 ms, 12 kB: 2 features changed                          │
      │            CTA colour: Group B · Gift wrap: Enabled                          │
      │ 10:10:13 ◆ Gift wrap: enabled                                                │
      │ 10:10:08 ↻ 200 OK, 87 ms, 12 kB: 2 features changed                          │
      │            CTA colour: Group B · Gift wrap: Enabled                          │
      │ 10:10:07 ◆ Gift wrap: enabled                                                │
      │ 10:10:02 ↻ 200 OK, 87 ms, 12 kB: 2 features changed                          │
      │            CTA colour: Group B · Gift wrap: Enabled                          │
      │ 10:10:01 ◆ Gift wrap: enabled                                                │
      │                                                                              │
      │                                                                              │
      ╰──────────────────────────────────────────────────────────────────────────────╯
       / gift                                              10   enter keep   esc back
      """
    )
  }

  @Test func `a filter of the activity log shows only entries of the selected kind`() {
    expectScreen(
      Live.dashboard(
        columns: 80,
        rows: 24,
        entries: Live.entries(30),
        keys: "3 f j j j j space enter / 2 space m enter"
      ),
      """
       Halyard   flags.json   remote · 200   next 1:00   ● Ethernet     ✗ 1 (5) · ◆ 1
      ╭ Activity 5 of 30  [problems] ────────────────────────────────────────────────╮
      │ Response  ······························  no poll yet: r polls now           │
      │ Size      ······························                                     │
      │                                                                              │
      │▌10:10:29 ✗ flags.example.test refused the connection at port 443             │
      │▌           next in 2 min                                                     │
      │ 10:10:23 ✗ flags.example.test refused the connection at port 443             │
      │            next in 2 min                                                     │
      │ 10:10:17 ✗ flags.example.test refused the connection at port 443             │
      │            next in 2 min                                                     │
      │ 10:10:11 ✗ flags.example.test refused the connection at port 443             │
      │            next in 2 min                                                     │
      │ 10:10:05 ✗ flags.example.test refused the connection at port 443             │
      │            next in 2 min                                                     │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰ /2 m ────────────────────────────────────────────────────────────────────────╯
       ↑ ↓ move  / search  f filter  x undo this  o reset  m mark  ? help  esc back
      """
    )
  }

  @Test func `a search without a match explains how to clear the search`() {
    expectScreen(
      Live.dashboard(columns: 80, rows: 24, entries: Live.entries(30), keys: "3 / z z enter"),
      """
       Halyard   flags.json   remote · 200   next 1:00   ● Ethernet     ✗ 1 (5) · ◆ 1
      ╭ Activity 0 of 30 ────────────────────────────────────────────────────────────╮
      │ Response  ······························  no poll yet: r polls now           │
      │ Size      ······························                                     │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                         No entry matches the filter.                         │
      │                            esc clears the filter.                            │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      │                                                                              │
      ╰ /zz ─────────────────────────────────────────────────────────────────────────╯
       ↑ ↓ move  / search  f filter  x undo this  o reset  m mark  ? help  esc back
      """
    )
  }

  @Test func `the log drops its oldest entries above the limit of a thousand`() {
    var state = Live.dashboard(columns: 80, rows: 24, entries: Live.entries(1_007), keys: "3")
    #expect(state.screen.contains("Activity 1000"))
    _ = state.press("G")
    #expect(state.screen.contains("1000/1000"))
    #expect(state.screen.contains("10:10:07"))
    #expect(!state.screen.contains("10:10:06"))
  }

  @Test func `the limit of the log also applies while a filter is active`() {
    var state = Live.dashboard(
      columns: 80,
      rows: 24,
      entries: Live.entries(1_000),
      keys: "3 f j j space enter"
    )
    #expect(state.screen.contains("Activity 167 of 1000"))
    for entry in Live.entries(6) { _ = state.update(.activity(entry), now: .zero) }
    #expect(state.screen.contains("Activity 167 of 1000"))
  }

  /// The lines of the log without the border, since the border contains the scroll position.
  private func entries(in state: DashboardState) -> [String] {
    state.screen.split(separator: "\n").dropFirst(2).dropLast(2).map { String($0.dropLast()) }
  }

  @Test func `a new entry does not move a scrolled log`() {
    var state = Live.dashboard(columns: 80, rows: 24, entries: Live.entries(100), keys: "3 j j j")
    let before = entries(in: state)
    for entry in Live.entries(4) { _ = state.update(.activity(entry), now: .zero) }
    #expect(entries(in: state) == before)
  }

  @Test func `pressing Escape clears the filter of the log, and pressing it again leaves the pane`()
  {
    var state = Live.dashboard(
      columns: 80,
      rows: 24,
      entries: Live.entries(30),
      keys: "3 f space enter / a enter"
    )
    #expect(state.screen.contains("of 30"))
    _ = state.press("esc")
    #expect(state.screen.contains("Activity 30 "))
    _ = state.press("esc")
    #expect(state.screen.contains("Features 14"))
  }

  @Test func `pasted text is inserted into the search of the log`() {
    var state = Live.dashboard(columns: 80, rows: 24, entries: Live.entries(30), keys: "3 /")
    _ = state.update(.paste("gift\nwrap"), now: .zero)
    #expect(state.screen.contains("Activity 10 of 30"))
  }
}
