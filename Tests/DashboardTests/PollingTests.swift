import Dashboard
import FeatureFlags
import Frame
import Testing

/// Tests the keys for polling, and the ticks of the dashboard.
struct PollingTests {
  @Test func `pressing p pauses or resumes polling, even twice in quick succession`() {
    var state = Live.dashboard(poll: Live.counting)
    #expect(state.press("p") == [.session(.pausePolling(true))])
    #expect(state.screen.contains("‖ paused"))
    #expect(state.press("p p") == [.session(.pausePolling(false)), .session(.pausePolling(true))])
  }

  @Test func `the interval keys select a longer or a shorter polling interval within the limits`() {
    var state = Live.dashboard(poll: Live.counting)
    let longer = state.press("> > > > >")
    #expect(longer == [120, 300, 600].map { .session(.setInterval(.seconds($0))) })
    #expect(state.screen.contains("Polled every 10m, the longest interval."))
    let shorter = state.press("< < < < < < < < < <")
    #expect(
      shorter == [300, 120, 60, 30, 15, 10, 5, 2].map { .session(.setInterval(.seconds($0))) }
    )
    #expect(state.screen.contains("Polled every 2s, the shortest interval."))
  }

  @Test(arguments: [(7, ">", 10), (7, "<", 5), (601, "<", 600), (1, ">", 2)])
  func `the interval keys replace a custom polling interval by the next standard interval`(
    old: Int,
    key: String,
    new: Int
  ) {
    var status = Live.counting
    status.interval = .seconds(old)
    var state = Live.dashboard(poll: status)
    #expect(state.press(key) == [.session(.setInterval(.seconds(new)))])
  }

  @Test(arguments: ["p", ">", "<"])
  func `pressing a polling key enables polling, or explains that the source is not polled`(
    key: String
  ) {
    var off = Live.dashboard(poll: PollStatus())
    #expect(off.press(key) == [.session(.setInterval(.seconds(60)))])
    var file = Live.dashboard(poll: nil)
    #expect(file.press(key).isEmpty)
    #expect(file.screen.contains("This source is not polled"))
  }

  @Test func `in a read-only dashboard the polling keys work`() {
    var state = Shop.dashboard(columns: 120, rows: 32, context: Shop.readOnly)
    state.setPolling(Live.counting)
    #expect(
      state.press("p > 2 r") == [
        .session(.pausePolling(true)), .session(.setInterval(.seconds(120))),
        .session(.checkConnectivity),
      ]
    )
    #expect(state.press("O").isEmpty)
  }

  @Test func `the countdown to the next poll schedules one tick per second until its end`() {
    var state = Live.dashboard(poll: Live.counting)
    var ticks: [Duration] = []
    while let tick = state.nextTick, ticks.count < 100 {
      ticks.append(tick)
      #expect(state.update(.tick, now: tick).isEmpty)
    }
    #expect(ticks == (0..<23).map { .milliseconds(400 + $0 * 1_000) })
    #expect(state.frame(now: .seconds(23)).text.contains("next 0:00 ▰▰▰▰▰"))
  }

  @Test func `the header shows every second of the countdown to the next poll`() {
    let state = Live.dashboard(poll: Live.counting)
    #expect(state.frame(now: .milliseconds(399)).text.contains("next 0:23"))
    #expect(state.frame(now: .milliseconds(400)).text.contains("next 0:22"))
    #expect(state.frame(now: .milliseconds(21_400)).text.contains("next 0:01"))
  }

  private static let still: [PollStatus?] = [
    nil, PollStatus(), Live.paused, Live.loading(LoadProgress(bytes: 1, totalBytes: 2)),
  ]

  @Test(arguments: still)
  func `a dashboard that does not change schedules no tick`(poll: PollStatus?) {
    #expect(Live.dashboard(poll: poll).nextTick == nil)
  }

  @Test func `a countdown to the next poll that is not visible schedules no tick`() {
    var state = Live.dashboard(poll: Live.counting)
    _ = state.update(.resized(Size(columns: 20, rows: 5)), now: .zero)
    #expect(state.nextTick == nil)
  }

  @Test func `the spinner of a load turns five times a second`() {
    var state = Live.dashboard(poll: Live.loading(nil))
    #expect(state.nextTick == .milliseconds(200))
    _ = state.update(.tick, now: .milliseconds(200))
    #expect(state.nextTick == .milliseconds(400))
    #expect(state.frame(now: .zero) != state.frame(now: .milliseconds(200)))
  }

  @Test(arguments: [
    (0, "0 ms"), (999, "999 ms"), (1_240, "1.2 s"), (9_949, "9.9 s"), (9_950, "10 s"),
    (59_499, "59 s"), (125_000, "2m 5s"),
  ])
  func `the duration of a response is formatted in ms, s or min`(milliseconds: Int, words: String) {
    var status = Live.fresh
    status.lastResponse?.time = .milliseconds(milliseconds)
    #expect(Live.dashboard(columns: 160, poll: status).screen.contains("200 · \(words) ·"))
  }

  @Test(arguments: [
    (1, "1 B"), (999, "999 B"), (1_000, "1.0 kB"), (9_949, "9.9 kB"), (9_950, "10 kB"),
    (999_499, "999 kB"), (999_500, "1.0 MB"), (32_000_000, "32 MB"), (2_500_000_000, "2.5 GB"),
  ])
  func `the size of a response is formatted in B, kB, MB or GB`(bytes: Int, words: String) {
    var status = Live.fresh
    status.lastResponse?.bytes = bytes
    #expect(Live.dashboard(columns: 160, poll: status).screen.contains("87 ms · \(words) "))
  }

  @Test(arguments: [
    (0, "4:00", "▱▱▱▱▱"), (48, "3:12", "▰▱▱▱▱"), (120, "2:00", "▰▰▰▱▱"), (239, "0:01", "▰▰▰▰▰"),
  ])
  func `the gauge of a back-off shows the elapsed part of the delay`(
    seconds: Int,
    rest: String,
    bar: String
  ) {
    var status = Live.failed
    status.waitStart = .zero
    status.nextDue = .seconds(240)
    let state = Live.dashboard(columns: 200, poll: status)
    let screen = state.frame(now: .seconds(seconds)).text
    #expect(screen.contains("retrying in \(rest) (back-off) \(bar) "))
  }

  @Test(arguments: [
    (1_999, "loading ▰▰▰▰▱▱▱▱   "), (2_000, "loading ▰▰▰▰▱▱▱▱ 2s of 30s   "),
    (3_999, "loading ▰▰▰▰▱▱▱▱ 3s of 30s   "), (61_000, "loading ▰▰▰▰▱▱▱▱ 1m 1s of 30s   "),
  ])
  func `the header shows the elapsed time of a request after two seconds`(
    milliseconds: Int,
    words: String
  ) {
    var status = Live.loading(LoadProgress(bytes: 1, totalBytes: 2))
    status.loadStart = .zero
    status.deadline = .seconds(30)
    let state = Live.dashboard(columns: 160, poll: status)
    #expect(state.frame(now: .milliseconds(milliseconds)).text.contains(words))
  }

  @Test func `the elapsed time of a request is updated once a second`() {
    var status = Live.loading(LoadProgress(bytes: 1, totalBytes: 2))
    status.loadStart = .milliseconds(-500)
    var state = Live.dashboard(poll: status)
    var ticks: [Duration] = []
    for _ in 0..<3 {
      guard let tick = state.nextTick else { break }
      ticks.append(tick)
      #expect(state.update(.tick, now: tick).isEmpty)
    }
    #expect(ticks == [.milliseconds(1_500), .milliseconds(2_500), .milliseconds(3_500)])
  }
}
