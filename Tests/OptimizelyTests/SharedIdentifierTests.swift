import FeatureFlags
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests variations of several rules with the same id.
struct SharedIdentifierTests {
  private static func rule(_ id: String, _ key: String, value: String) -> String {
    """
    { "id": "\(id)", "key": "rule \(id)", "status": "Running", "layerId": "9",
      "variations": [{ "id": "7", "key": "\(key)", "featureEnabled": true,
        "variables": [{ "id": "v", "value": "\(value)" }] }],
      "trafficAllocation": [{ "entityId": "7", "endOfRange": \(id == "1" ? 0 : 10_000) }],
      "audienceIds": [], "forcedVariations": {} }
    """
  }

  private static func evaluator() throws -> Evaluator {
    let variables = #"[{ "id": "v", "key": "size", "type": "integer", "defaultValue": "0" }]"#
    return try SmallDatafile(
      experiments: "[\(rule("1", "first", value: "1")), \(rule("2", "second", value: "2"))]",
      flags: """
        [\(SmallDatafile.flag("f", experiments: ["1", "2"], variables: variables))]
        """
    ).evaluator()
  }

  @Test func `rules whose variations share an id each use the variables of their own variation`()
    throws
  {
    let decision = try Self.evaluator().decide("f", for: UserContext(id: "u"))
    #expect(decision.rule == "rule 2")
    #expect(decision.variables == ["size": .integer(2)])
  }

  @Test(arguments: [("first", "first", 1), ("second", "second", 2)])
  func `of several variations with the same id only the first one can be forced`(
    forced: String,
    variation: String,
    size: Int
  ) throws {
    let user = UserContext(id: "u", forcedDecisions: [.init(flag: "f"): forced])
    let decision = try Self.evaluator().decide("f", for: user, options: .includeTrace)
    #expect(decision.variation == variation)
    #expect(decision.variables == ["size": .integer(size)])
    // The user is bucketed into the second variation, so that its forced decision changes nothing.
    #expect((decision.rule == nil) == (forced == "first"))
  }

  @Test func `a trailing comma in a JSON list is accepted, as in the SDK`() throws {
    let datafile = SmallDatafile(flags: "[\(SmallDatafile.flag("f")), ]")
    #expect(try datafile.evaluator().keys == ["f"])
  }
}
