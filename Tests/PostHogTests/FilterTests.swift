import FeatureFlags
import Targeting
import Testing

@testable import PostHog

/// Tests the comparisons of properties.
struct FilterTests {
  private static let now = Timestamp(seconds: 1_795_255_331)

  @Test(arguments: [
    ("exact", #""USA""#, #""usa""#, "yes"), ("exact", #"["a", "b"]"#, #""B""#, "yes"),
    ("exact", "1", #""1""#, "yes"), ("exact", "true", #""True""#, "yes"),
    ("exact", #""a""#, "null", "no"), ("is_not", #""a""#, "null", "yes"),
    ("is_not", #"["a", "b"]"#, #""c""#, "yes"), ("is_set", "null", #""x""#, "yes"),
    ("is_set", "null", "null", "no"), ("is_not_set", "null", #""x""#, "undecided"),
    ("icontains", #""OST""#, #""PostHog""#, "yes"), ("not_icontains", "3", "323", "no"),
    ("starts_with", #""post""#, #""PostHog""#, "yes"),
    ("ends_with", #""HOG""#, #""PostHog""#, "yes"),
    ("not_starts_with", #""x""#, #""PostHog""#, "yes"),
    ("not_ends_with", #""hog""#, #""PostHog""#, "no"),
    ("regex", #""^ab+c$""#, #""abbc""#, "yes"), ("not_regex", #""^x""#, #""abbc""#, "yes"),
    ("regex", #""(""#, #""abc""#, "no"), ("not_regex", #""(""#, #""abc""#, "no"),
    ("gt", "9", "10", "yes"), ("gt", "9", #""10""#, "no"), ("lte", #""43""#, #""43""#, "yes"),
    ("gte", #""9""#, "10", "yes"), ("lt", #""b""#, #""a""#, "yes"),
    ("semver_eq", #""1.2""#, #""v1.2.0-rc.1""#, "yes"),
    ("semver_gt", #""1.2.3""#, #""1.10.0""#, "yes"),
    ("semver_lt", #""1.2.3""#, #""01.2""#, "undecided"),
    ("semver_tilde", #""1.2.3""#, #""1.2.9""#, "yes"),
    ("semver_tilde", #""1.2.3""#, #""1.3.0""#, "no"),
    ("semver_caret", #""1.2.3""#, #""1.9.0""#, "yes"),
    ("semver_caret", #""0.2.3""#, #""0.3.0""#, "no"),
    ("semver_caret", #""0.0.3""#, #""0.0.4""#, "no"),
    ("semver_wildcard", #""1.*""#, #""1.9.9""#, "yes"),
    ("semver_wildcard", #""1.2.*""#, #""1.3.0""#, "no"),
    ("semver_wildcard", #""9223372036854775807.*""#, #""1.3.0""#, "undecided"),
    ("is_date_before", #""2026-01-01""#, #""2025-12-31T23:59:59Z""#, "yes"),
    ("is_date_after", #""-7d""#, #""2026-11-20 00:00:00""#, "yes"),
    ("is_date_after", #""1m""#, #""2026-10-01""#, "no"),
    ("is_date_after", #""-99999d""#, #""2026-10-01""#, "undecided"),
    ("is_date_before", #""2026-01-01""#, #""soon""#, "undecided"),
    ("sounds_like", #""a""#, #""a""#, "undecided"),
  ])
  func `a property is compared with the value of a filter`(
    spelling: String,
    value: String,
    found: String,
    expected: String
  ) throws {
    let property = PostHogProperty(
      key: "p",
      value: try AttributeValue(json: value),
      spelling: spelling
    )
    #expect(Self.text(property.matches(try AttributeValue(json: found), at: Self.now)) == expected)
  }

  @Test func `a missing property is undecided for every operator`() {
    for spelling in ["exact", "is_not", "is_set", "is_not_set", "gt", "regex", "semver_eq"] {
      let property = PostHogProperty(key: "p", value: "1", spelling: spelling)
      #expect(Self.text(property.matches(nil, at: Self.now)) == "undecided")
    }
  }

  @Test(arguments: [
    ("2026-03-31T10:00:00Z", "-1m", "2026-02-28T10:00:00Z"),
    ("2024-03-31T10:00:00Z", "1m", "2024-02-29T10:00:00Z"),
    ("2024-02-29T00:00:00Z", "-1y", "2023-02-28T00:00:00Z"),
    ("2026-03-01T10:00:00Z", "-3h", "2026-03-01T07:00:00Z"),
    ("2026-03-15T10:00:00Z", "-2w", "2026-03-01T10:00:00Z"),
    ("2026-03-15T10:00:00Z", "2025", "2025-03-15T10:00:00Z"),
    ("2026-03-15T10:00:00Z", "2025-01-02T03:04:05+01:00", "2025-01-02T02:04:05Z"),
  ])
  func `a date of a filter is relative to now or absolute`(
    now: String,
    text: String,
    expected: String
  ) throws {
    let date = PostHogDate.limit(text, now: try #require(Timestamp(now)))
    #expect(date?.text == expected)
  }

  private static func text(_ truth: ConditionResult) -> String {
    switch truth {
    case .yes: "yes"
    case .no: "no"
    case .undecided: "undecided"
    }
  }
}
