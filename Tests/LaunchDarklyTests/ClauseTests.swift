import FeatureFlags
import Testing

@testable import LaunchDarkly

struct ClauseTests {
  /// Returns whether the value of an attribute matches a clause; both are JSON.
  private func matches(_ value: String, _ name: String, _ values: String, negate: Bool = false)
    throws -> Bool
  {
    let sample = try Sample(
      #""rules": [{"variation": 1, "clauses": [{"attribute": "a", "op": "\#(name)", "#
        + #""values": [\#(values)], "negate": \#(negate)}]}], "fallthrough": {"variation": 0}"#
    )
    return try sample.result(#"{"key": "k", "custom": {"a": \#(value)}}"#).hasPrefix("1 ")
  }

  @Test(
    arguments: [
      ("in", #""x""#, #""y", "x""#, true), ("in", #""x""#, #""X""#, false),
      ("in", "99", "99", true),
      ("in", "99", "99.0", true), ("in", "99", #""99""#, false), ("in", "true", "true", true),
      ("in", "true", "1", false), ("in", "0", "false", false),
      ("in", #"["p", "q"]"#, #""q""#, true),
      ("in", "[[1]]", "[1]", false), ("in", #"{"a": 1}"#, #"{"a": 1}"#, false),
      ("in", "null", "null", false), ("in", #""x""#, "", false),
      ("startsWith", #""xyz""#, #""x""#, true), ("startsWith", #""x""#, #""xyz""#, false),
      ("endsWith", #""xyz""#, #""z""#, true), ("endsWith", "7", "7", false),
      ("contains", #""xyz""#, #""y""#, true), ("contains", #""y""#, #""xyz""#, false),
      ("matches", #""hello world""#, #""hello.*rld""#, true),
      ("matches", #""hello world""#, #""l+""#, true), ("matches", #""hello""#, #""aloha""#, false),
      ("matches", #""x""#, #""***""#, false), ("matches", "7", #""7""#, false),
      ("lessThan", "1", "1.99999", true), ("lessThan", "1.99999", "1", false),
      ("lessThan", "1", "2", true), ("lessThanOrEqual", "1", "1", true),
      ("greaterThan", "2", "1.99999", true), ("greaterThan", "2", "2", false),
      ("greaterThanOrEqual", "1", "1", true), ("greaterThan", #""2""#, "1", false),
      ("lessThan", "1", #""2""#, false), ("unknown", #""x""#, #""x""#, false),
    ]
  )
  func `a clause operator matches only values of its type, and negate inverts its result`(
    name: String,
    value: String,
    values: String,
    expected: Bool
  ) throws {
    #expect(try matches(value, name, values) == expected)
    let isMissing = value == "null"
    #expect(try matches(value, name, values, negate: true) == (!expected && !isMissing))
  }

  private static let noon = "2017-12-06T12:00:00"

  @Test(
    arguments: [
      ("\"\(noon)Z\"", "\"\(noon).001Z\"", true), ("0", "1", true), ("-100", "0", true),
      ("\"\(noon)Z\"", "\"2017-12-06T12:30:00-01:00\"", true),
      ("\"\(noon)Z\"", "\"\(noon)z\"", false),
      ("\"\(noon)Z\"", "\"2017-12-06T13:00:00+01:00\"", false),
      ("1512561600000", "\"\(noon)Z\"", false),
      ("1512561599999", "\"\(noon)Z\"", true), ("1512561599999.9", "\"\(noon)Z\"", true),
      ("\"2017-12-06\"", "\"\(noon)Z\"", false), ("\"\(noon)\"", "\"2018-01-01T00:00:00Z\"", false),
      ("\"12:00:00Z\"", "\"\(noon)Z\"", false), ("true", "\"\(noon)Z\"", false),
      ("\"1970\"", "\"\(noon)Z\"", false),
      ("\"\(noon).1234567891Z\"", "\"2018-01-01T00:00:00Z\"", false),
    ]
  )
  func `a clause compares times that are milliseconds or timestamps in RFC 3339`(
    earlier: String,
    later: String,
    expected: Bool
  )
    throws
  {
    #expect(try matches(earlier, "before", later) == expected)
    #expect(try matches(later, "after", earlier) == expected)
  }

  @Test(
    arguments: [
      ("2", "2.0.0", true), ("2.0", "2.0.0", true), ("2-rc", "2.0.0-rc", true),
      ("2+b1", "2.0.0+b2", true), ("2.0.0", "2.0.1", false), ("02.0.0", "2.0.0", false),
      ("v2.0.0", "2.0.0", false), ("2.0.0.0", "2.0.0", false), ("2.0.0", "200", false),
    ]
  )
  func `the minor and patch numbers of a version in a clause can be missing`(
    version: String,
    other: String,
    expected: Bool
  ) throws {
    #expect(try matches("\"\(version)\"", "semVerEqual", "\"\(other)\"") == expected)
  }

  @Test(
    arguments: [
      ("2.0.0-rc", "2.0.0"), ("2.0.0-rc.2", "2.0.0-rc.10"), ("2.0.0-10", "2.0.0-x"),
      ("2.1", "2.1.1"),
    ]
  )
  func `a clause compares versions by the precedence of SemVer`(lower: String, higher: String)
    throws
  {
    #expect(try matches("\"\(lower)\"", "semVerLessThan", "\"\(higher)\""))
    #expect(try !matches("\"\(higher)\"", "semVerLessThan", "\"\(lower)\""))
    #expect(try matches("\"\(higher)\"", "semVerGreaterThan", "\"\(lower)\""))
    #expect(try !matches("2", "semVerEqual", "2"))
  }

  @Test
  func `a clause on the attribute kind matches if any kind of the context matches`() throws {
    let sample = try Sample(
      #""rules": [{"variation": 1, "clauses": [{"contextKind": "x", "attribute": "kind", "op": "in", "#
        + #""values": ["org"]}]}], "fallthrough": {"variation": 0}"#
    )
    #expect(try sample.result(#"{"kind": "org", "key": "o"}"#).hasPrefix("1 "))
    #expect(try sample.result(#"{"key": "o"}"#).hasPrefix("0 "))
    #expect(
      try sample.result(#"{"kind": "multi", "user": {"key": "u"}, "org": {"key": "o"}}"#).hasPrefix(
        "1 "
      )
    )
  }
}
