import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests the three-valued results of conditions.
struct ConditionTests {
  private static func leaf(_ match: String, _ value: String) -> String {
    #"{ "type": "custom_attribute", "name": "a", "match": "\#(match)", "value": \#(value) }"#
  }

  private static func result(
    _ conditions: String,
    _ attributes: String,
    segments: Set<String>? = nil,
    order: ConjunctionOrder = .leftToRight
  ) throws -> Truth {
    let datafile = SmallDatafile.targeted(conditions)
    let user = UserContext(
      id: "u",
      attributes: try DataValue(json: attributes).members,
      segments: segments
    )
    let decision = try datafile.evaluator(order).decide("f", for: user, options: .includeTrace)
    let entry = try #require(decision.trace?.entries.first)
    guard case .audience(_, let truth) = entry.checks.first else {
      Issue.record("no audience was checked: \(entry)")
      return .unknown
    }
    let plain = try datafile.evaluator(order).decide("f", for: user)
    #expect((plain.variation == "on") == (truth == .yes), "a trace must change nothing")
    return truth
  }

  @Test(arguments: [
    ("exact", #""x""#, #""x""#, Truth.yes), ("exact", #""x""#, #""X""#, .no),
    ("exact", "1", "1.0", .yes), ("exact", "1", "true", .unknown), ("exact", "true", "1", .unknown),
    ("exact", "false", "false", .yes), ("exact", #""1""#, "1", .unknown),
    ("exact", "9007199254740992", "9007199254740992", .yes),
    ("exact", "9007199254740994", "9007199254740994", .unknown),
    ("exact", "[1, 2]", "[1, 2]", .yes), ("exact", #"{ "b": 1 }"#, #"{ "b": 2 }"#, .no),
    ("exact", "null", "null", .unknown), ("exact", "1", "null", .unknown),
    ("substring", #""b""#, #""abc""#, .yes), ("substring", #""B""#, #""abc""#, .no),
    ("substring", #""é""#, #""caf\u00e9s""#, .yes), ("substring", #""e""#, #""cafe\u0301""#, .no),
    ("substring", #""aab""#, #""aaab""#, .yes), ("substring", #""abc""#, #""ab""#, .no),
    ("substring", #""\n""#, #""a\r\nb""#, .yes), ("substring", #""""#, #""abc""#, .no),
    ("substring", #""1""#, "1", .unknown),
    ("substring", "1", #""1""#, .unknown),
    ("gt", "1", "1.5", .yes), ("gt", "1", "1", .no), ("ge", "1", "1", .yes), ("lt", "1", "1", .no),
    ("le", "1", "1", .yes), ("lt", "1", "-3", .yes), ("gt", "1", #""2""#, .unknown),
    ("gt", "1", "true", .unknown), ("lt", "1e300", "1e200", .unknown), ("lt", "1e300", "5", .yes),
    ("gt", #""1""#, "2", .unknown),
    ("exists", "null", "0", .yes), ("exists", "null", "null", .no),
    ("semver_eq", #""2.1""#, #""2.1.7""#, .yes), ("semver_ge", #""2.1""#, #""2.0.9""#, .no),
    ("semver_lt", #""2.1.3""#, #""2.1.3-beta""#, .yes),
    ("semver_gt", #""2.1.3""#, #""2.1.3-beta""#, .no),
    ("semver_le", #""x""#, #""1""#, .unknown), ("semver_le", #""1""#, "1", .unknown),
    ("semver_eq", "2.1", "2.1", .yes),
    ("regex", #""x""#, #""x""#, .unknown),
  ])
  func `each match type compares attributes as in the SDKs`(
    match: String,
    value: String,
    attribute: String,
    truth: Truth
  ) throws {
    #expect(try Self.result("[\"or\", \(Self.leaf(match, value))]", "{a: \(attribute)}") == truth)
  }

  @Test
  func `without the attribute, a condition is unknown, but an exists condition is false`()
    throws
  {
    #expect(try Self.result(Self.leaf("exact", "1"), "{}") == .unknown)
    #expect(try Self.result(Self.leaf("exists", "null"), "{}") == .no)
  }

  @Test func `a condition with a missing or unknown type, or without a name, evaluates to unknown`()
    throws
  {
    let attributes = "{a: 1}"
    #expect(try Self.result(#"{ "name": "a", "value": 1 }"#, attributes) == .unknown)
    #expect(try Self.result(#"{ "type": "x", "name": "a", "value": 1 }"#, attributes) == .unknown)
    let nameless = #"{ "type": "custom_attribute", "match": "exists" }"#
    #expect(try Self.result(nameless, attributes) == .unknown)
  }

  @Test func `a legacy condition without a match type has the match type exact`() throws {
    let leaf = #"{ "type": "custom_attribute", "name": "a", "value": "x" }"#
    #expect(try Self.result(leaf, #"{ a: "x" }"#) == .yes)
  }

  @Test(
    arguments: [(["s"], Truth.yes), (["t"], .no), ([], .no), (nil, .no)] as [([String]?, Truth)]
  )
  func `a segment condition matches the user's segments`(segments: [String]?, truth: Truth) throws {
    let leaf = #"{"type":"third_party_dimension","name":"odp","match":"qualified","value":"s"}"#
    #expect(try Self.result(leaf, "{}", segments: segments.map(Set.init)) == truth)
  }

  private static let yes = leaf("exists", "null")
  private static let no = leaf("exact", "2")
  private static let unknown = leaf("x", "1")

  @Test(arguments: [
    (#"["and", \#(yes), \#(yes)]"#, Truth.yes, Truth.yes),
    (#"["and", \#(no), \#(unknown)]"#, .no, .no),
    (#"["and", \#(unknown), \#(no)]"#, .unknown, .no),
    (#"["and", \#(yes), \#(unknown)]"#, .unknown, .unknown),
    (#"["and", \#(unknown), \#(yes)]"#, .unknown, .unknown),
    (#"["and"]"#, .unknown, .unknown),
    (#"["or", \#(unknown), \#(yes)]"#, .yes, .yes),
    (#"["or", \#(unknown), \#(no)]"#, .unknown, .unknown),
    (#"["or", \#(no), \#(no)]"#, .no, .no),
    (#"["or"]"#, .no, .no),
    (#"["not", \#(no)]"#, .yes, .yes),
    (#"["not", \#(unknown)]"#, .unknown, .unknown),
    (#"["not", \#(yes), \#(no)]"#, .no, .no),
    (#"["not"]"#, .unknown, .unknown),
    (#"["not", ["and", \#(unknown), \#(no)]]"#, .unknown, .yes),
    (#"[\#(no), \#(yes)]"#, .yes, .yes),
    (#"[["or", \#(yes)]]"#, .unknown, .unknown),
    (#"["or", "and"]"#, .unknown, .unknown),
    (#"[]"#, .unknown, .unknown),
    (#"["or", "no such audience"]"#, .unknown, .unknown),
    (#"["or", "7"]"#, .unknown, .unknown),
    (#"["and", ["or", "7", "7"], ["or", "7", "7"]]"#, .unknown, .unknown),
  ])
  func `and, or and not combine true, false and unknown in both evaluation orders`(
    conditions: String,
    swift: Truth,
    canonical: Truth
  ) throws {
    #expect(try Self.result(conditions, "{a: 1}") == swift)
    #expect(try Self.result(conditions, "{a: 1}", order: .canonical) == canonical)
  }

  @Test func `the conditions of an audience can be a string that contains JSON`() throws {
    let text = #""[\"or\", {\"type\": \"custom_attribute\", \"name\": \"a\", \"value\": 1}]""#
    #expect(try Self.result(text, "{a: 1}") == .yes)
  }
}
