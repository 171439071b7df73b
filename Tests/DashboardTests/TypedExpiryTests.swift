import Foundation
import ScreenTestSupport
import TestSupport
import Testing

@testable import Dashboard
@testable import FeatureFlags

/// Tests the time that the user types for the end of an override.
struct TypedExpiryTests {
  private static let clock = WallClock.zone(start: "2026-11-21T12:00:00Z")

  private static let times: [(String, String?)] = [
    ("17:30", "2026-11-21T17:30:00Z"), ("12:00", "2026-11-22T12:00:00Z"),
    ("7:05", "2026-11-22T07:05:00Z"), (" 2h 30m ", "2026-11-21T14:30:00Z"),
    ("90m", "2026-11-21T13:30:00Z"), ("45s", "2026-11-21T12:00:45Z"),
    ("1D", "2026-11-22T12:00:00Z"),
    ("", nil), ("soon", nil), ("24:00", nil), ("12:60", nil), ("12:5", nil), ("1:2:3", nil),
    (":30", nil), ("0m", nil), ("30", nil), ("m", nil), ("-5m", nil), ("100001d", nil),
    ("999999999999h", nil), ("٣h", nil), ("+1:30", nil),
  ]

  @Test(arguments: times)
  func `a typed expiry is accepted only as a time of day or as a duration`(
    text: String,
    expected: String?
  ) throws {
    let start = Self.clock.date(at: .zero)
    let date = try expected.map { try Self.clock.start.seconds(at: $0) }
    #expect(TimeText.end(text, now: start, Self.clock) == date)
  }

  @Test(arguments: [
    ("2026-03-28T12:00:00Z", "03:30", "2026-03-29T01:30:00Z"),
    ("2026-10-24T12:00:00Z", "03:30", "2026-10-25T02:30:00Z"),
  ])
  func `a typed time of day respects a change of daylight saving time`(
    start: String,
    text: String,
    expected: String
  ) throws {
    let clock = WallClock.zone("Europe/Madrid", start: start)
    let date = try clock.start.seconds(at: expected)
    #expect(TimeText.end(text, now: clock.start, clock) == date)
  }
}

extension Date {
  /// Parses a date in the form of ISO 8601.
  fileprivate func seconds(at text: String) throws -> Date { try Date(text, strategy: .iso8601) }
}
