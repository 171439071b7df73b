import Dashboard
import TestSupport
import Testing
import Text

import struct Foundation.Date

@testable import halyard

/// Tests durations and times on the command line, in the time zone of the tests.
struct TimeTextTests {
  private static let clock = WallClock.system(at: Date())

  static let durations: [(text: String, duration: Duration?)] = [
    ("500ms", .milliseconds(500)), ("5s", .seconds(5)), ("2m", .seconds(120)), ("7", .seconds(7)),
    ("2h", .seconds(7_200)), ("1h30m", .seconds(5_400)), ("1.5h", .seconds(5_400)),
    ("1d12h", .seconds(129_600)), ("", nil), ("h", nil), ("1h30", nil), ("0s", nil), ("-1s", nil),
    ("1w", nil), ("1e3s", nil), ("9999999h", nil), ("٣s", nil), ("1h m", nil),
  ]

  @Test(arguments: durations)
  func `a duration is parsed as one or more numbers with units`(text: String, duration: Duration?) {
    #expect(Duration(text: text) == duration)
  }

  @Test(arguments: [
    "25:00", "17:60", "17", "17:30:61", "-1:00", "2026-02-30", "2026-13-01", "26-01-01",
    "2026-01-01 25:00", "tomorrow", "", "2026-01-01T", "2026-01-01 ", "+1:30", "1:2:3:4", "12:5",
  ])
  func `a text that is not a time or a day of the calendar is rejected`(text: String) {
    #expect(TimeText(text, Self.clock) == nil)
  }

  @Test func `a time in ISO 8601 is parsed as a date`() throws {
    let time = try #require(TimeText("2026-11-21T10:02:11Z", Self.clock))
    #expect(time == .date(Date(timeIntervalSince1970: 1_795_255_331)))
    #expect(time.next(after: Date(timeIntervalSince1970: 1_795_255_330), Self.clock) != nil)
    #expect(time.next(after: Date(timeIntervalSince1970: 1_795_255_331), Self.clock) == nil)
  }

  @Test func `a time of day is resolved to its next or its last occurrence`() throws {
    let clock = Self.clock
    let noon = try #require(TimeText("2026-11-21 12:00", clock)?.next(after: .distantPast, clock))
    func next(_ text: String) -> Double? {
      TimeText(text, clock)?.next(after: noon, clock)?.timeIntervalSince(noon)
    }
    func last(_ text: String) -> Double? {
      TimeText(text, clock)?.last(before: noon, clock)?.timeIntervalSince(noon)
    }
    let hour = 3_600.0
    #expect(next("17:30") == 5.5 * hour)
    #expect(next("11:59:30") == 24 * hour - 30)
    #expect(next("12:00") == 24 * hour)
    #expect(next("2026-11-21 11:00") == nil)
    #expect(next("2026-11-22") == 12 * hour)
    #expect(last("11:00") == -hour)
    #expect(last("12:00") == 0)
    #expect(last("13:00") == -23 * hour)
    #expect(last("2026-11-20") == -36 * hour)
  }
}
