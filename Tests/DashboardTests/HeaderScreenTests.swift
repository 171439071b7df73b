import Dashboard
import FeatureFlags
import TestSupport
import Testing

/// Tests the header at five widths.
struct HeaderScreenTests {
  @Test func `the header shows origin, status, duration and size of the last response`() {
    expectHeaders(
      """
       Halyard   flags.json   remote · 200 · 87 ms · 12 kB   next 1:00 ▱▱▱▱▱   ● Ethernet with Internet access            ✗ 1 problem · 5 lists them · ◆ 1 overridden
       Halyard   flags.json   remote · 200 · 87 ms · 12 kB   next 1:00 ▱▱▱▱▱   ● Ethernet    ✗ 1 problem (5) · ◆ 1 overridden
       Halyard   flags.json   remote · 200   next 1:00   ● Ethernet     ✗ 1 (5) · ◆ 1
       Halyard   flags.json   remote   1:00   ●     ✗ 1 (5) · ◆ 1
       Halyard   flags.json  remote  1:00  ●
      """
    ) { columns in
      Live.dashboard(columns: columns)
    }
  }

  @Test func `the header counts down to the next poll`() {
    expectHeaders(
      """
       Halyard   flags.json   up to date · 41 ms   next 0:23 ▰▰▰▱▱   ● Ethernet with Internet access                      ✗ 1 problem · 5 lists them · ◆ 1 overridden
       Halyard   flags.json   up to date · 41 ms   next 0:23 ▰▰▰▱▱   ● Ethernet   ✗ 1 problem · 5 lists them · ◆ 1 overridden
       Halyard   flags.json   up to date   next 0:23   ● Ethernet       ✗ 1 (5) · ◆ 1
       Halyard   flags.json   remote   0:23   ●     ✗ 1 (5) · ◆ 1
       Halyard   flags.json  remote  0:23  ●
      """
    ) { columns in
      Live.dashboard(columns: columns, poll: Live.counting)
    }
  }

  @Test func `the header shows that polling is paused`() {
    expectHeaders(
      """
       Halyard   flags.json   up to date · 41 ms   ‖ paused   ● Ethernet with Internet access                             ✗ 1 problem · 5 lists them · ◆ 1 overridden
       Halyard   flags.json   up to date · 41 ms   ‖ paused   ● Ethernet          ✗ 1 problem · 5 lists them · ◆ 1 overridden
       Halyard   flags.json   up to date   ‖ paused   ● Ethernet        ✗ 1 (5) · ◆ 1
       Halyard   flags.json  remote  ‖ paused  ●    ✗ 1 (5) · ◆ 1
       Halyard   flags.json  remote  ‖ paused
      """
    ) { columns in
      Live.dashboard(columns: columns, poll: Live.paused)
    }
  }

  @Test func `the header shows a progress bar for a load of known size`() {
    expectHeaders(
      """
       Halyard   flags.json   up to date · 41 ms   loading ▰▰▰▰▰▰▱▱   ● Ethernet with Internet access                     ✗ 1 problem · 5 lists them · ◆ 1 overridden
       Halyard   flags.json   up to date · 41 ms   loading ▰▰▰▰▰▰▱▱   ● Ethernet  ✗ 1 problem · 5 lists them · ◆ 1 overridden
       Halyard   flags.json   up to date   loading ▰▰▰▱   ● Ethernet    ✗ 1 (5) · ◆ 1
       Halyard   flags.json   remote   ▰▰▰▱   ●     ✗ 1 (5) · ◆ 1
       Halyard   flags.json  remote  ▰▰▰▱  ●
      """
    ) { columns in
      let progress = LoadProgress(bytes: 30_000, totalBytes: 40_000)
      return Live.dashboard(columns: columns, poll: Live.loading(progress, again: true))
    }
  }

  @Test func `the header shows a spinner for a load of unknown size`() {
    expectHeaders(
      """
       Halyard   flags.json   up to date · 41 ms   loading ⠋ 30 kB   ● Ethernet with Internet access                      ✗ 1 problem · 5 lists them · ◆ 1 overridden
       Halyard   flags.json   up to date · 41 ms   loading ⠋ 30 kB   ● Ethernet   ✗ 1 problem · 5 lists them · ◆ 1 overridden
       Halyard   flags.json   up to date   loading ⠋   ● Ethernet       ✗ 1 (5) · ◆ 1
       Halyard   flags.json   remote   ⠋ 30 kB   ●  ✗ 1 (5) · ◆ 1
       Halyard   flags.json   remote   ⠋   ●
      """
    ) { columns in
      let progress = LoadProgress(bytes: 30_000)
      return Live.dashboard(columns: columns, poll: Live.loading(progress, again: true))
    }
  }

  @Test func `a failed source has a badge in the header`() {
    expectHeaders(
      """
       Halyard   flags.json    ✗ failed  from the cache   retrying in 4:05 (back-off) ▰▱▱▱▱   ● Ethernet with Internet access       ✗ 2 problems (5) · ◆ 1 overridden
       Halyard   flags.json    ✗ failed  from the cache   retry 4:05 ▰▱▱▱▱   ● Ethernet     ✗ 2 problems (5) · ◆ 1 overridden
       Halyard   flags.json    ✗ failed  cache   retry 4:05 ▰▱▱▱▱   ●   ✗ 2 (5) · ◆ 1
       Halyard   flags.json   ✗ failed  cache  4:05  ●  ✗ 2 · ◆ 1
       Halyard   flags.json   ✗ failed  cache
      """
    ) { columns in
      Live.dashboard(columns: columns, origin: .cache, poll: Live.failed)
    }
  }

  @Test func `a stale source has a badge in the header`() {
    expectHeaders(
      """
       Halyard   flags.json    ▲ stale since 09:14  from the cache · up to date · 41 ms   next 0:23 ▰▰▰▱▱   ● Ethernet    ✗ 1 problem · 5 lists them · ◆ 1 overridden
       Halyard   flags.json    ▲ stale  cache · up to date   next 0:23 ▰▰▰▱▱   ● Ethernet    ✗ 1 problem (5) · ◆ 1 overridden
       Halyard   flags.json    ▲ stale  cache   next 0:23 ▰▰▰▱▱   ●     ✗ 1 (5) · ◆ 1
       Halyard   flags.json   ▲ stale  cache  0:23  ✗ 1 (5) · ◆ 1
       Halyard   flags.json    ▲ stale  cache
      """
    ) { columns in
      Live.dashboard(columns: columns, origin: .cache, poll: Live.stale)
    }
  }

  @Test func `a source that is not polled has no countdown in the header`() {
    expectHeaders(
      """
       Halyard   flags.json   file                                                                                        ✗ 1 problem · 5 lists them · ◆ 1 overridden
       Halyard   flags.json   file                                                ✗ 1 problem · 5 lists them · ◆ 1 overridden
       Halyard   flags.json   file        ✗ 1 problem · 5 lists them · ◆ 1 overridden
       Halyard   flags.json   file                  ✗ 1 (5) · ◆ 1
       Halyard   flags.json   file  ✗ 1 · ◆ 1
      """
    ) { columns in
      Live.dashboard(columns: columns, origin: .file, poll: nil, reports: [])
    }
  }

  @Test func `the header shows a captive portal`() {
    expectHeaders(
      """
       Halyard   flags.json   up to date · 41 ms   next 0:23 ▰▰▰▱▱   ▲ Captive portal at login.hotel.example              ✗ 1 problem · 5 lists them · ◆ 1 overridden
       Halyard   flags.json   up to date · 41 ms   next 0:23 ▰▰▰▱▱   ▲ portal     ✗ 1 problem · 5 lists them · ◆ 1 overridden
       Halyard   flags.json   up to date   next 0:23 ▰▰▰▱▱   ▲ portal   ✗ 1 (5) · ◆ 1
       Halyard   flags.json   remote   0:23   ▲     ✗ 1 (5) · ◆ 1
       Halyard   flags.json  remote  0:23  ▲
      """
    ) { columns in
      Live.dashboard(columns: columns, poll: Live.counting, reports: [Live.portal])
    }
  }

  @Test func `the header shows that there is no network`() {
    expectHeaders(
      """
       Halyard   flags.json    ✗ failed  from the cache   retrying in 4:05 (back-off) ▰▱▱▱▱   ✗ No Connection            ✗ 2 problems · 5 lists them · ◆ 1 overridden
       Halyard   flags.json    ✗ failed  from the cache   retry 4:05 ▰▱▱▱▱   ✗ offline      ✗ 2 problems (5) · ◆ 1 overridden
       Halyard   flags.json    ✗ failed  cache   retry 4:05 ▰▱▱▱▱   ✗   ✗ 2 (5) · ◆ 1
       Halyard   flags.json   ✗ failed  cache  4:05  ✗  ✗ 2 · ◆ 1
       Halyard   flags.json   ✗ failed  cache
      """
    ) { columns in
      Live.dashboard(columns: columns, origin: .cache, poll: Live.failed, reports: [Live.offline])
    }
  }

  @Test func `if probes fail but the source responds, the header does not report missing Internet`()
  {
    expectHeaders(
      """
       Halyard   flags.json   up to date · 41 ms   next 0:23 ▰▰▰▱▱   ▲ 2 of 2 probes failed                               ✗ 1 problem · 5 lists them · ◆ 1 overridden
       Halyard   flags.json   up to date · 41 ms   next 0:23 ▰▰▰▱▱   ▲ 2 of 2 probes failed  ✗ 1 problem (5) · ◆ 1 overridden
       Halyard   flags.json   up to date   next 0:23   ▲ probes failed  ✗ 1 (5) · ◆ 1
       Halyard   flags.json   remote   0:23   ▲     ✗ 1 (5) · ◆ 1
       Halyard   flags.json  remote  0:23  ▲
      """
    ) { columns in
      Live.dashboard(columns: columns, poll: Live.counting, reports: [Live.unreachable])
    }
  }

  @Test func `if probes and the source fail, the header reports missing Internet`() {
    expectHeaders(
      """
       Halyard   flags.json    ✗ failed  from the cache   retrying in 4:05 (back-off) ▰▱▱▱▱   ✗ Ethernet without Internet access    ✗ 2 problems (5) · ◆ 1 overridden
       Halyard   flags.json    ✗ failed  from the cache   retry 4:05 ▰▱▱▱▱   ✗ no Internet  ✗ 2 problems (5) · ◆ 1 overridden
       Halyard   flags.json    ✗ failed  cache   retry 4:05 ▰▱▱▱▱   ✗   ✗ 2 (5) · ◆ 1
       Halyard   flags.json   ✗ failed  cache  4:05  ✗  ✗ 2 · ◆ 1
       Halyard   flags.json   ✗ failed  cache
      """
    ) { columns in
      Live.dashboard(
        columns: columns,
        origin: .cache,
        poll: Live.failed,
        reports: [Live.unreachable]
      )
    }
  }

  @Test
  func `if a custom URL sends an unexpected response, the header does not report missing Internet`()
  {
    expectHeaders(
      """
       Halyard   flags.json   file   ✗ 1 of 1 probes failed                                                               ✗ 1 problem · 5 lists them · ◆ 1 overridden
       Halyard   flags.json   file   ✗ 1 of 1 probes failed                       ✗ 1 problem · 5 lists them · ◆ 1 overridden
       Halyard   flags.json   file   ✗ probe failed  ✗ 1 problem (5) · ◆ 1 overridden
       Halyard   flags.json   file   ✗              ✗ 1 (5) · ◆ 1
       Halyard   flags.json   file  ✗ 1 · ◆ 1
      """
    ) { columns in
      Live.dashboard(columns: columns, origin: .file, poll: nil, reports: [Live.unexpected])
    }
  }

  @Test(arguments: [
    (
      120,
      " Halyard   shop.json   from the cache · line 3: column 5: found \"}\", expected a value"
    ),
    (
      100,
      " Halyard   shop.json   ▲ from the cache   line 3: column 5: foun…  ✗ 1 problem (5)"
    ),
    (80, " Halyard   shop.json   ▲ from the cache    "),
    (60, " Halyard   shop.json   ▲ from the cache "),
  ])
  func `the reason why a file is not used is truncated to the width of the header`(
    columns: Int,
    header: String
  ) {
    var snapshot = Shop.snapshot
    snapshot.origin = .cache
    snapshot.note = "shop.json:3: column 5: found \"}\", expected a value"
    let state = Shop.dashboard(columns: columns, rows: 24, snapshot: snapshot)
    #expect(state.screen.hasPrefix(header))
  }

  @Test(arguments: [
    ("shop.json: there is no such file", "· there is no such file"),
    ("shop.json:12: column 1: found \"x\"", "· line 12: column 1: found \"x\""),
    ("other.json: there is no such file", "· other.json: there is no such file"),
  ])
  func `the header shows an error of the source without repeating the name of the source`(
    note: String,
    words: String
  ) {
    var snapshot = Shop.snapshot
    snapshot.note = note
    #expect(Shop.dashboard(columns: 160, rows: 24, snapshot: snapshot).screen.contains(words))
  }

  @Test func `the header shortens a long URL to keep room for the failure and the overrides`() {
    expectHeaders(
      """
       Halyard   flags.example.test:8443/…/features.json    ✗ failed  cache   retrying in 4:05 (back-off) ▰▱▱▱▱   ● Ethernet        ✗ 2 problems (5) · ◆ 1 overridden
       Halyard   flags.examp…eatures.json    ✗ failed  cache   retrying in 4:05 (back-off) ▰▱▱▱▱   ● Ethernet   ✗ 2 (5) · ◆ 1
       Halyard   flags.examp…eatures.json   ✗ failed  cache  4:05  ●    ✗ 2 (5) · ◆ 1
       Halyard   flags…s.json   ✗ failed  cache  4:05   ✗ 2 · ◆ 1
       Halyard   flags…s.json    ✗  cache   ●
      """
    ) { columns in
      let source = Live.longAddress
      return Live.dashboard(columns: columns, origin: .cache, source: source, poll: Live.failed)
    }
  }

  @Test func `a narrow header shortens the source and the user before it drops the user`() {
    var context = Live.context
    context.source = Live.longAddress
    context.user = "anastasia.konstantinova"
    func header(columns: Int) -> String {
      var state = Shop.dashboard(columns: columns, rows: 24, context: context)
      state.setPolling(Live.fresh)
      return String(state.screen.prefix { $0 != "\n" })
    }
    #expect(header(columns: 160).contains("user anastasia.konstantinova"))
    let narrow = header(columns: 80)
    #expect(narrow.contains("user anastas"), "\(narrow)")
    #expect(narrow.contains("flags…s.json"), "\(narrow)")
    #expect(!header(columns: 40).contains("user"))
  }

  @Test
  func `the header shows the elapsed time and timeout of a slow request beside the last failure`() {
    expectHeaders(
      """
       Halyard   flags.json    ✗ failed  from the cache   loading ⠋ 3s of 30s   ● Ethernet with Internet access          ✗ 2 problems · 5 lists them · ◆ 1 overridden
       Halyard   flags.json    ✗ failed  from the cache   loading ⠋ 3s of 30s   ● Ethernet  ✗ 2 problems (5) · ◆ 1 overridden
       Halyard   flags.json    ✗ failed  cache   ⠋ 3s of 30s   ●        ✗ 2 (5) · ◆ 1
       Halyard   flags.json    ✗ failed  cache   ⠋  ✗ 2 (5) · ◆ 1
       Halyard   flags.json   ✗ failed  cache
      """
    ) { columns in
      Live.dashboard(columns: columns, origin: .cache, poll: Live.retrying)
    }
  }
}
