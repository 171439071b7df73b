import Dashboard
import FeatureFlags
import Foundation
import Frame
import ScreenTestSupport
import TestSupport
import Testing
import Text

/// Tests the local times of overrides, on the screen and in text output.
struct LocalTimeTests {
  private static func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

  /// An override with its dates, a time zone, the current date, and the expected text.
  struct Example: Sendable {
    var expiry: String?
    var date: String?
    var author: String?
    var zone = "UTC"
    let now: String
    let text: String
  }

  private static let kolkata = "Asia/Kolkata"
  private static let madrid = "Europe/Madrid"

  private static let examples = [
    Example(
      date: "2026-11-21T20:20:00Z",
      author: "ana@build-7",
      zone: kolkata,
      now: "2026-11-21T22:00:00Z",
      text: "until reset · set by ana@build-7 at 01:50 today"
    ),
    Example(
      date: "2026-11-21T20:20:00Z",
      author: "ana@build-7",
      zone: kolkata,
      now: "2026-11-22T22:00:00Z",
      text: "until reset · set by ana@build-7 on 2026-11-22 at 01:50"
    ),
    Example(
      expiry: "2026-11-22T12:00:00Z",
      zone: kolkata,
      now: "2026-11-22T10:00:00Z",
      text: "until 17:30 today (in 2h)"
    ),
    // The clocks in Madrid are set from 02:00 to 03:00 on 29 March, and from 03:00 to 02:00 on 25
    // October.
    Example(
      expiry: "2026-03-29T01:30:00Z",
      date: "2026-03-29T00:10:00Z",
      zone: madrid,
      now: "2026-03-29T00:30:00Z",
      text: "until 03:30 today (in 1h) · set at 01:10 today"
    ),
    Example(
      expiry: "2026-10-25T01:30:00Z",
      date: "2026-10-25T00:30:00Z",
      zone: madrid,
      now: "2026-10-25T00:50:00Z",
      text: "until 02:30 today (in 40m) · set at 02:30 today"
    ),
    Example(
      expiry: "2026-11-22T00:10:00Z",
      now: "2026-11-21T23:50:00Z",
      text: "until 2026-11-22 00:10 (in 20m)"
    ),
    Example(
      expiry: "2026-11-24T09:00:00Z",
      now: "2026-11-21T12:00:00Z",
      text: "until 2026-11-24 09:00"
    ),
    Example(
      expiry: "2026-11-21T13:20:30Z",
      author: "ana",
      now: "2026-11-21T12:00:00Z",
      text: "until 13:20 today (in 1h 20m) · set by ana"
    ),
  ]

  @Test(arguments: examples)
  func `the expiry and the creation time of an override are shown in local time`(example: Example)
    throws
  {
    let override = Override(
      enabled: true,
      lifetime: try example.expiry.map { .until(try Self.date($0)) } ?? .kept,
      date: try example.date.map { try Self.date($0) },
      author: example.author
    )
    let feature = Feature(name: "Cart").overridden(override)
    let clock = WallClock.zone(example.zone, start: example.now)
    let text = feature.detailsText(columns: 120, problems: [], wallClock: clock)
    #expect(text.contains("             \(example.text)\n"))
    #expect(!text.contains("UTC"))
  }

  @Test func `an override for the session is shown as active until the session ends`() {
    let feature = Feature(name: "Cart").overridden(Override(enabled: true, lifetime: .session))
    let text = feature.detailsText(columns: 80, problems: [], wallClock: .zone())
    #expect(text.contains("             until the session ends\n"))
  }

  private func dashboard(_ columns: Int, expiry: String) throws -> DashboardState {
    let override = Override(enabled: true, lifetime: .until(try Self.date(expiry)))
    let features = [Feature(name: "Cart").overridden(override)]
    let snapshot = LoadedSource(features: features, origin: .file)
    return Shop.dashboard(columns: columns, rows: 24, snapshot: snapshot)
  }

  @Test func `the time until the expiry is updated every minute`() throws {
    var state = try dashboard(120, expiry: "2026-11-21T12:02:30Z")
    for (words, end) in [("(in 2m)", 60), ("(in 1m)", 91), ("(in 59s)", 92)] {
      let tick = Duration.seconds(end)
      #expect(state.nextTick == tick)
      #expect(state.frame(now: tick - .milliseconds(1)).text.contains(words))
      #expect(!state.frame(now: tick).text.contains(words))
      #expect(state.update(.tick, now: tick).isEmpty)
    }
  }

  @Test func `an expiry on a later day schedules one tick per hour, and one at local midnight`()
    throws
  {
    var state = try dashboard(120, expiry: "2026-11-25T12:00:00Z")
    #expect(state.nextTick == .seconds(60))
    _ = state.update(.tick, now: .seconds(60))
    #expect(state.nextTick == .seconds(3_660))
    _ = state.update(.tick, now: .seconds(11 * 3_600 + 60))
    #expect(state.nextTick == .seconds(12 * 3_600))
  }
}
