import Testing

@testable import LaunchDarkly

struct SegmentTests {
  /// Returns the result of a flag with variation 1 for the contexts in the segment `s`.
  private func result(
    _ user: String,
    _ segments: String,
    negate: Bool = false,
    keys: String = #""s""#
  ) throws -> String {
    let sample = try Sample(
      #""rules": [{"variation": 1, "clauses": [{"op": "segmentMatch", "values": [\#(keys)], "#
        + #""negate": \#(negate)}]}], "fallthrough": {"variation": 0}"#,
      segments: segments
    )
    return try sample.result(user)
  }

  private func isIn(_ user: String, _ segment: String, negate: Bool = false) throws -> Bool {
    try result(user, #""s": {"salt": "x", \#(segment)}"#, negate: negate).hasPrefix("1 ")
  }

  private static let rule =
    #""rules": [{"clauses": [{"attribute": "a", "op": "in", "values": [1]}]}]"#

  @Test(
    arguments: [
      (#""included": ["u"]"#, true), (#""excluded": ["u"]"#, false),
      (#""included": ["u"], "excluded": ["u"]"#, true),
      (#""excluded": ["u"], \#(rule)"#, false), (rule, true),
      (#""included": null, "excluded": null"#, false),
      (#""includedContexts": [{"contextKind": "org", "values": ["o"]}]"#, true),
      (#""includedContexts": [{"contextKind": "org", "values": ["u"]}]"#, false),
      (#""excluded": ["u"], "includedContexts": [{"contextKind": "org", "values": ["o"]}]"#, true),
      (#""excludedContexts": [{"contextKind": "org", "values": ["o"]}], \#(rule)"#, false),
      (#""deleted": true, "included": ["u"]"#, false),
    ]
  )
  func `in a segment, included keys take precedence over excluded keys, and both over rules`(
    segment: String,
    expected: Bool
  )
    throws
  {
    let user = #"{"kind": "multi", "user": {"key": "u", "a": 1}, "org": {"key": "o"}}"#
    #expect(try isIn(user, segment) == expected)
    #expect(try isIn(user, segment, negate: true) == !expected)
  }

  @Test
  func `a clause matches if one of its segments matches, and a missing segment matches nobody`()
    throws
  {
    let user = #"{"key": "u"}"#
    let segments = #""s": {"included": ["u"]}"#
    #expect(try result(user, segments, keys: #""missing", "s""#).hasPrefix("1 "))
    #expect(try result(user, segments, keys: #""missing""#).hasPrefix("0 "))
    #expect(try result(user, segments, negate: true, keys: #""missing""#).hasPrefix("1 "))
  }

  @Test(
    arguments: [
      (#""weight": 100000"#, true), (#""weight": 0"#, false),
      (#""weight": 1, "bucketBy": "missing""#, true),
      (#""weight": 0, "bucketBy": "missing""#, false),
      (#""weight": 100000, "rolloutContextKind": "org""#, false),
    ]
  )
  func `a segment rule with a weight matches a share of the contexts`(
    members: String,
    expected: Bool
  )
    throws
  {
    #expect(try isIn(#"{"key": "u"}"#, #""rules": [{"clauses": [], \#(members)}]"#) == expected)
  }

  @Test
  func `the share of a segment rule is selected by a hash of the segment's key and salt`() throws {
    let weight = { (number: Int) in #""rules": [{"clauses": [], "weight": \#(number)}]"# }
    // The bucket of "hashKey.saltyA.userKeyA" is 0.42157587.
    func isIn(_ number: Int) throws -> Bool {
      let segment = #""s": {"key": "hashKey", "salt": "saltyA", \#(weight(number))}"#
      return try result(#"{"key": "userKeyA"}"#, segment).hasPrefix("1 ")
    }
    #expect(try !isIn(42_157))
    #expect(try isIn(42_158))
  }

  @Test
  func `a cycle of segments is an error only for an evaluation that reaches the cycle`() throws {
    let segments =
      #""s": {"included": ["eve"], "rules": [{"clauses": [{"op": "segmentMatch", "values": ["t"]}]}]}, "#
      + #""t": {"rules": [{"clauses": [{"op": "segmentMatch", "values": ["s"]}]}]}"#
    #expect(
      try result(#"{"key": "u"}"#, segments)
        == #"none {"kind":"ERROR","errorKind":"MALFORMED_FLAG"}"#
    )
    #expect(try result(#"{"key": "eve"}"#, segments).hasPrefix("1 "))
  }

  @Test(
    arguments: [
      (#""generation": 1, \#(rule)"#, #"1 {"kind":"RULE_MATCH","ruleIndex":0,"#, true),
      (#""generation": 1, "included": ["u"]"#, #"0 {"kind":"FALLTHROUGH","#, true),
      (rule, #"0 {"kind":"FALLTHROUGH","#, true),
      (
        #""generation": 1, "unboundedContextKind": "org", \#(rule)"#, #"0 {"kind":"FALLTHROUGH"}"#,
        false
      ),
    ]
  )
  func `the keys of a big segment are ignored, and its status is part of the reason`(
    members: String,
    start: String,
    isRead: Bool
  ) throws {
    let user = #"{"key": "u", "custom": {"a": 1}}"#
    let found = try result(user, #""s": {"unbounded": true, \#(members)}"#)
    #expect(found.hasPrefix(start))
    #expect(found.hasSuffix(#""bigSegmentsStatus":"NOT_CONFIGURED"}"#) == isRead)
  }
}
