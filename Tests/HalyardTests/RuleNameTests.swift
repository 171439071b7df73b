import TestSupport
import Testing

@testable import halyard

/// Tests that commands name a rule by its number, its description and its users, and say why a feature stays
/// off.
struct RuleNameTests {
  private static let launchDarkly = """
    { "flags": { "s": { "on": true, "variations": ["x", "y"], "fallthrough": { "variation": 0 },
      "offVariation": 0, "rules": [{ "id": "9f3-uuid", "description": "Beta users", "variation": 1,
        "clauses": [{ "attribute": "plan", "op": "in", "values": ["gold"] }] }] } } }
    """

  private static let growthBook = """
    { "features": { "s": { "defaultValue": "x", "rules": [
      { "id": "fr_9ab", "description": "Beta users", "force": "y", "condition": { "plan": "gold" } },
      { "force": "z", "condition": { "plan": "silver" } }] } } }
    """

  @Test(arguments: [
    (launchDarkly, "gold", #"rule 1 "Beta users": plan in "gold""#, "1"),
    (growthBook, "gold", #"rule 1 "Beta users": plan is "gold""#, "y"),
    (growthBook, "silver", #"rule 2: plan is "silver""#, "z"),
  ])
  func `decide and assert name a rule by number, description and users`(
    document: String,
    plan: String,
    title: String,
    value: String
  ) throws {
    let tester = try Tester()
    let user = ["--user", "ana", "--attributes", #"{"plan": "\#(plan)"}"#]
    let options = ["-s", try tester.folder.write(document, to: "flags.json")] + user
    let decision = try tester.halyard(["decide", "s"] + options)
    #expect(decision.output.hasSuffix("  \(title)\n"), "\(decision.output)")
    let assertion = try tester.halyard(["assert", "s", "w"] + options)
    #expect(assertion.exitCode == 1 && assertion.errors.contains("\(title): \(value)"))
    let json = try tester.halyard(["decide", "s", "--json"] + options)
    #expect(!json.output.contains("Beta users"), "\(json.output)")
  }

  @Test func `enable and show warn why a GrowthBook feature stays off`() throws {
    let tester = try Tester()
    let gate = #"{"id": "p", "condition": {"value": true}, "gate": true}"#
    let cycle = #"{"id": "loop", "condition": {"value": true}, "gate": true}"#
    let file = try tester.folder.write(
      """
      { "features": { "p": { "defaultValue": false },
        "gate": { "defaultValue": "x", "rules": [{ "parentConditions": [\(gate)], "force": "y" }] },
        "loop": { "defaultValue": "x", "rules": [{ "parentConditions": [\(cycle)] }] } } }
      """,
      to: "flags.json"
    )
    let reasons = [
      ("gate", "depends on \"p\", whose gate is not met for this user: it stays off in apps"),
      ("loop", "its prerequisites depend on each other: it stays off in apps"),
    ]
    for (feature, reason) in reasons {
      for word in ["enable", "show"] {
        let run = try tester.halyard(word, feature, "-s", file)
        #expect(run.exitCode == 0 && run.errors.contains("warning: \(feature): \(reason)"))
      }
    }
    #expect(try tester.halyard("enable", "p", "-s", file).exitCode == 0)
    let met = try tester.halyard("enable", "gate", "-s", file)
    #expect(met.output == "gate: y, overridden\n" && !met.errors.contains("stays off"))
  }
}
