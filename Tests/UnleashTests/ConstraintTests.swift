import Testing

@testable import Unleash

struct ConstraintTests {
  private func isMet(_ constraint: String, _ context: String) throws -> Bool {
    try UnleashSample(strategy: #"{"name": "default", "constraints": [\#(constraint)]}"#)
      .isOn(context)
  }

  @Test(
    arguments: [
      ("IN", #"["a", "b"]"#, #"{"plan": "a"}"#, true), ("IN", #"["a"]"#, #"{"plan": "A"}"#, false),
      ("IN", #"["a"]"#, "{}", false), ("IN", "[]", #"{"plan": "a"}"#, false),
      ("IN", #"["42", "true"]"#, #"{"properties": {"plan": 42}}"#, true),
      ("IN", #"["true"]"#, #"{"plan": true}"#, true),
      ("IN", #"["null"]"#, #"{"plan": null}"#, false),
      ("IN", #"[" a"]"#, #"{"plan": "a"}"#, false), ("NOT_IN", #"["a"]"#, #"{"plan": "a"}"#, false),
      ("NOT_IN", #"["a"]"#, "{}", true), ("NOT_IN", "[]", #"{"plan": "a"}"#, true),
      (
        "IN", #"["1","2","3","4","5","6","7","8","e\u0301"]"#, #"{"plan": "\u00e9"}"#, false
      ),
      ("IN", #"["1","2","3","4","5","6","7","8","9"]"#, #"{"plan": "9"}"#, true),
    ]
  )
  func `a list operator compares the exact text, and a missing field is in no list`(
    operator name: String,
    values: String,
    context: String,
    expected: Bool
  ) throws {
    let constraint = #"{"contextName": "plan", "operator": "\#(name)", "values": \#(values)}"#
    #expect(try isMet(constraint, context) == expected)
  }

  @Test(
    arguments: [
      ("STR_STARTS_WITH", "ab", false, "abc", true), ("STR_STARTS_WITH", "AB", false, "abc", false),
      ("STR_STARTS_WITH", "AB", true, "abc", true), ("STR_ENDS_WITH", "bc", false, "abc", true),
      ("STR_ENDS_WITH", "abcd", false, "bcd", false), ("STR_CONTAINS", "b", false, "abc", true),
      ("STR_CONTAINS", "É", true, "café", true), ("STR_CONTAINS", "d", false, "abc", false),
      ("STR_CONTAINS", "", false, "abc", true),
    ]
  )
  func `a text operator matches any of its values, and can ignore letter case`(
    operator name: String,
    value: String,
    ignoresCase: Bool,
    text: String,
    expected: Bool
  ) throws {
    let constraint =
      #"{"contextName": "plan", "operator": "\#(name)", "values": ["\#(value)", "zz"], "#
      + #""caseInsensitive": \#(ignoresCase)}"#
    #expect(try isMet(constraint, #"{"plan": "\#(text)"}"#) == expected)
  }

  @Test
  func `a missing field does not match a text operator, but matches an inverted one`() throws {
    let constraint = #"{"contextName": "plan", "operator": "STR_CONTAINS", "values": ["a"]"#
    #expect(try !isMet(constraint + "}", "{}"))
    #expect(try isMet(constraint + #", "inverted": true}"#, "{}"))
  }

  @Test(
    arguments: [
      ("NUM_EQ", "12", "12.0", true), ("NUM_GT", "12", "12.5", true), ("NUM_GTE", "12", "12", true),
      ("NUM_LT", "12", "-3", true), ("NUM_LTE", "1e3", "1000", true), ("NUM_LT", "12", "x", false),
      ("NUM_GT", "5", "0x10", false), ("SEMVER_EQ", "1.2.3", "1.2.3+build", true),
      ("SEMVER_GT", "1.2.3-beta.2", "1.2.3-beta.11", true),
      ("SEMVER_LT", "1.2.3", "1.2.3-rc", true),
      ("SEMVER_GTE", "1.2.3", "1.2", false), ("SEMVER_LTE", "2.0.0", "v1.0.0", false),
      ("SEMVER_GT", "1.0.0", "01.2.3", false),
    ]
  )
  func `numbers and versions are compared by value, and an invalid value does not match`(
    operator name: String,
    value: String,
    text: String,
    expected: Bool
  ) throws {
    let constraint = #"{"contextName": "x", "operator": "\#(name)", "value": "\#(value)"}"#
    #expect(try isMet(constraint, #"{"properties": {"x": "\#(text)"}}"#) == expected)
    let inverted =
      #"{"contextName": "x", "operator": "\#(name)", "value": "\#(value)", "inverted": true}"#
    #expect(try isMet(inverted, #"{"properties": {"x": "\#(text)"}}"#) == !expected)
  }

  @Test(
    arguments: [
      ("DATE_AFTER", "2026-11-23T10:15:29Z", "{}", true),
      ("DATE_AFTER", "2026-11-23T10:15:30Z", "{}", false),
      ("DATE_BEFORE", "2026-11-23T11:15:31.000+01:00", "{}", true),
      ("DATE_BEFORE", "2020-01-01T00:00:00Z", #"{"currentTime": "2019-12-31T23:59:59Z"}"#, true),
      ("DATE_AFTER", "2020-01-01T00:00:00Z", #"{"currentTime": "tomorrow"}"#, false),
      ("DATE_BEFORE", "2020-01-01T00:00:00Z", #"{"currentTime": "tomorrow"}"#, false),
    ]
  )
  func `date operators compare with the current time, and do not match an equal time`(
    operator name: String,
    value: String,
    context: String,
    expected: Bool
  ) throws {
    let constraint =
      #"{"contextName": "currentTime", "operator": "\#(name)", "value": "\#(value)"}"#
    #expect(try isMet(constraint, context) == expected)
  }

  @Test(
    arguments: [
      ("^a.c$", "abc", true), ("b", "abc", true), ("(?i)ABC", "abc", true), ("(?=a)", "abc", false),
      (#"(a)\\1"#, "aa", false), ("[", "[", false), ("[[:digit:]]+", "x7", true),
      (#"\\bb\\b"#, "a b c", true),
    ]
  )
  func `a regular expression matches anywhere in a field, and an invalid one matches nothing`(
    pattern: String,
    text: String,
    expected: Bool
  ) throws {
    let constraint = #"{"contextName": "userId", "operator": "REGEX", "value": "\#(pattern)"}"#
    #expect(try isMet(constraint, #"{"userId": "\#(text)"}"#) == expected)
  }

  @Test(
    arguments: [
      ("10.1.2.3", true), ("11.0.0.1", false), ("fd00::7", true), ("::1", false), ("x", false),
    ]
  )
  func `an IP address matches a range of its family, and an invalid range is skipped`(
    address: String,
    expected: Bool
  ) throws {
    let constraint =
      #"{"contextName": "remoteAddress", "operator": "IN_CIDR", "values": ["10.9.9.9/8", "fd00::/8", "?"]}"#
    #expect(try isMet(constraint, #"{"remoteAddress": "\#(address)"}"#) == expected)
  }

  @Test(
    arguments: [
      #"{"contextName": "x", "operator": "BOGUS", "values": ["a"], "inverted": true}"#,
      #"{"contextName": "x", "operator": "NUM_EQ", "inverted": true}"#,
      #"{"contextName": "x", "operator": "NUM_EQ", "value": "abc", "inverted": true}"#,
      #"{"contextName": "x", "operator": "NUM_AFTER", "value": "1", "inverted": true}"#,
      #"{"contextName": "currentTime", "operator": "DATE_AFTER", "value": "2026-11-23", "inverted": true}"#,
      #"{"contextName": "currentTime", "operator": "DATE_AFTER", "value": "2020-01-01T00:00:00.1Z"}"#,
      #"{"contextName": "x", "operator": "STR_CONTAINS", "values": [], "inverted": true}"#,
      #"{"contextName": "x", "operator": "SEMVER_EQ", "value": "01.2.3", "inverted": true}"#,
    ]
  )
  func `a constraint that SDKs cannot compile turns the whole flag off`(constraint: String)
    throws
  {
    let sample = try UnleashSample(
      flag:
        #""strategies": [{"name": "default"}, {"name": "default", "constraints": [\#(constraint)]}]"#
    )
    #expect(try !sample.isOn())
    #expect(sample.problems.contains { $0.contains("the whole flag is off") })
  }

  @Test
  func `a version constraint with a leading v matches nobody, even if it is inverted`() throws {
    let constraint =
      #"{"contextName": "x", "operator": "SEMVER_EQ", "value": "v1.0.0", "inverted": true}"#
    #expect(try !isMet(constraint, #"{"x": "2.0.0"}"#))
  }

  @Test
  func `a predefined context field is read only from the top level of a context`() throws {
    let constraint = #"{"contextName": "environment", "operator": "IN", "values": ["dev"]}"#
    #expect(try isMet(constraint, #"{"environment": "dev"}"#))
    #expect(try !isMet(constraint, #"{"properties": {"environment": "dev"}}"#))
  }
}
