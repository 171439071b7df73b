import FeatureFlags
import Foundation
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests attributes and event tags with values of Foundation types.
struct FoundationAttributeTests {
  private static func values(_ json: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  }

  @Test(arguments: [
    ("true", DataValue.bool(true)), ("false", .bool(false)), ("1", .number(1)), ("0", .number(0)),
    ("-3", .number(-3)), ("2.5", .number(2.5)),
    ("9007199254740993", .number(9_007_199_254_740_992)),
    (#""x""#, .string("x")), ("null", .null), ("[true, 1]", .list([.bool(true), .number(1)])),
    (#"{ "a": false }"#, .object(["a": .bool(false)])),
  ])
  func `a value from JSONSerialization is converted to the type that it has in the JSON`(
    json: String,
    value: DataValue
  ) throws {
    let parsed = try Self.values(#"{ "value": \#(json) }"#)
    #expect(DataValue(any: parsed["value"]) == value)
  }

  @Test(arguments: [
    (#""exact", "value": true"#, "true", true), (#""exact", "value": false"#, "false", true),
    (#""exact", "value": 1"#, "true", false), (#""lt", "value": 43"#, "true", false),
    (#""lt", "value": 43"#, "1", true), (#""exact", "value": true"#, "1", false),
  ])
  func `a condition compares a Boolean from JSONSerialization as a Boolean, not as a number`(
    match: String,
    json: String,
    isMet: Bool
  ) throws {
    let condition = #"{ "name": "age", "type": "custom_attribute", "match": \#(match) }"#
    let client = try TestProject().started(.targeted(condition))
    let attributes = try Self.values(#"{ "age": \#(json) }"#)
    let decision = client.createUserContext(userId: "ana", attributes: attributes).decide(key: "f")
    #expect((decision.variationKey != nil) == isMet)
  }

  @Test func `events contain a Boolean from JSONSerialization as a Boolean, not as a number`()
    throws
  {
    let project = try TestProject()
    let client = try project.started()
    let tags = try Self.values(#"{ "value": true, "revenue": 7, "gift": false }"#)
    let attributes = try Self.values(#"{ "country": true }"#)
    try client.track(eventKey: "buy", userId: "ana", attributes: attributes, eventTags: tags)
    let text = try #require(project.sent.events.first).text
    let visitor = try #require(DataValue(json: text)["visitors"]?.items.first)
    #expect(visitor["attributes"]?.items.first?["value"] == true)
    let event = visitor["snapshots"]?.items.first?["events"]?.items.first
    #expect(event?["tags"] == .object(["value": true, "revenue": 7, "gift": false]))
    #expect(event?["value"] == nil)
    #expect(event?["revenue"] == 7)
  }

  @Test func `an attribute with a date matches an exists condition, and the app can read the date`()
    throws
  {
    let exists = #"{ "name": "day", "type": "custom_attribute", "match": "exists" }"#
    let client = try TestProject().started(.targeted(exists))
    let date = Date(timeIntervalSince1970: 0)
    let user = client.createUserContext(userId: "ana", attributes: ["day": date])
    // The profile of the user would keep the first variation.
    func variation() -> String? {
      user.decide(key: "f", options: [.ignoreUserProfileService]).variationKey
    }
    #expect(variation() != nil)
    #expect(user.attributes["day"] as? Date == date)
    user.setAttribute(key: "day", value: nil)
    #expect(variation() == nil)
    user.setAttribute(key: "day", value: NSNull())
    #expect(variation() == nil)
    user.setAttribute(key: "day", value: date)
    #expect(variation() != nil)
  }

  @Test func `two user contexts with different segments or forced decisions are not equal`() throws
  {
    let client = try TestProject().started()
    let user = client.createUserContext(userId: "ana", attributes: ["age": 2])
    let other = client.createUserContext(userId: "ana", attributes: ["age": 2.0])
    #expect(user == other)
    other.qualifiedSegments = ["gold"]
    #expect(user != other)
    user.qualifiedSegments = ["gold"]
    #expect(user == other)
    let context = OptimizelyDecisionContext(flagKey: "cart")
    _ = user.setForcedDecision(
      context: context,
      decision: OptimizelyForcedDecision(variationKey: "on")
    )
    #expect(user != other)
  }
}
