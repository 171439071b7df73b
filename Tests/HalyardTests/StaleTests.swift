import Documents
import FeatureFlags
import TestSupport
import Testing
import Workbench

import struct FoundationEssentials.Date

@testable import halyard

/// Tests `stale` on documents of each flag system.
struct StaleTests {
  private static let biases = """
    { "features": [
      { "name": "done", "test-variations": ["a", "b"], "test-biases": [100, 0] },
      { "name": "split", "test-variations": ["a", "b"], "test-biases": [60, 40] },
      { "name": "old", "type": "deprecated" },
      { "name": "plain", "enabled": true },
      { "name": "same", "test-variations": ["a", "b"], "variables": { "size": 1 } } ] }
    """

  private static let flagd = """
    { "flags": {
      "done": { "state": "ENABLED", "variants": { "a": 1, "b": 2 }, "defaultVariant": "b",
        "targeting": { "fractional": [["a", 100]] } },
      "split": { "state": "ENABLED", "variants": { "a": 1, "b": 2 }, "defaultVariant": "b",
        "targeting": { "fractional": [["a", 50], ["b", 50]] } },
      "some": { "state": "ENABLED", "variants": { "a": 1, "b": 2 }, "defaultVariant": "b",
        "targeting": { "if": [{ "==": [{ "var": "plan" }, "gold"] }, { "fractional": [["a", 100]] }, "b"] } },
      "plain": { "state": "ENABLED", "variants": { "a": 1, "b": 2 }, "defaultVariant": "b" } } }
    """

  private static let unleash = """
    { "version": 2, "features": [
      { "name": "done", "enabled": true, "strategies": [
        { "name": "flexibleRollout", "parameters": { "rollout": "100", "stickiness": "userId", "groupId": "d" } }] },
      { "name": "split", "enabled": true, "strategies": [
        { "name": "flexibleRollout", "parameters": { "rollout": "50", "stickiness": "userId", "groupId": "s" } }] },
      { "name": "some", "enabled": true, "strategies": [
        { "name": "flexibleRollout", "parameters": { "rollout": "100", "stickiness": "userId", "groupId": "d" },
          "constraints": [{ "contextName": "plan", "operator": "IN", "values": ["gold"] }] }] },
      { "name": "marked", "enabled": false, "stale": true, "strategies": [] } ] }
    """

  private static let launchDarkly = """
    { "flags": {
      "done": { "key": "done", "on": true, "version": 1, "salt": "d", "variations": [1, 2], "offVariation": 1,
        "fallthrough": { "rollout": { "variations": [{ "variation": 0, "weight": 100000 }] } } },
      "split": { "key": "split", "on": true, "version": 1, "salt": "d", "variations": [1, 2], "offVariation": 1,
        "fallthrough": { "rollout": { "variations": [
          { "variation": 0, "weight": 40000 }, { "variation": 1, "weight": 60000 }] } } },
      "some": { "key": "some", "on": true, "version": 1, "salt": "d", "variations": [1, 2], "offVariation": 1,
        "targets": [{ "values": ["ana"], "variation": 1 }],
        "fallthrough": { "rollout": { "variations": [{ "variation": 0, "weight": 100000 }] } } } },
      "segments": {} }
    """

  private static let growthBook = """
    { "features": {
      "done": { "defaultValue": 1, "rules": [{ "key": "d", "variations": [1, 2], "weights": [1, 0], "coverage": 1 }] },
      "split": { "defaultValue": 1, "rules": [{ "key": "s", "variations": [1, 2], "weights": [0.5, 0.5] }] },
      "some": { "defaultValue": 1, "rules": [
        { "condition": { "plan": "gold" }, "key": "o", "variations": [1, 2], "weights": [1, 0] }] } } }
    """

  @Test(arguments: [
    (biases, ["done": ["sameForEveryone"], "old": ["marked"]]),
    (flagd, ["done": ["sameForEveryone"]]),
    (unleash, ["done": ["sameForEveryone"], "marked": ["marked"]]),
    (launchDarkly, ["done": ["sameForEveryone"]]), (growthBook, ["done": ["sameForEveryone"]]),
  ])
  func `a feature is stale if all users have one result, or if the document marks it as stale`(
    document: String,
    expected: [String: [String]]
  ) throws {
    let tester = try Tester(configuration: document)
    let run = try tester.halyard("stale", "--json")
    let list = try #require(try JSONReader.read(Array(run.output.utf8)).list, "\(run.errors)")
    var found: [String: [String]] = [:]
    for item in list {
      let fields = try FieldReader(item)
      found[try fields.text("name")] = try fields.value("reasons")?.list?.map {
        try FieldReader($0).text("kind")
      }
    }
    #expect(found == expected)
  }

  @Test func `features of a file that was not changed within the time of --since are stale`() throws
  {
    let tester = try Tester(configuration: Self.biases)
    _ = Shell.run("touch -d @1700000000 '\(tester.file)'")
    let run = try tester.halyard("stale", "--type", "flag")
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 1, "\(run.output)\(run.errors)")
    #expect(lines.first?.hasPrefix("plain  Feature Flag  unchanged for ") == true, "\(run.output)")
    #expect(try tester.halyard("stale", "--type", "flag", "--since", "20000d").output.isEmpty)
  }

  @Test func `the time since which a feature is unchanged comes from the log of the source`() throws
  {
    let date = Date(timeIntervalSince1970: 1_000_000)
    let feature = Feature(name: "f", enabled: true)
    let user = EvaluationContext()
    let entry = SourceEntry(startWith: [feature], nil, for: user, at: date)
    let log = TimelineLog(operations: [], entries: [entry])
    #expect(log.unchangedSince(feature, for: user) == date)
    #expect(log.unchangedSince(Feature(name: "f", enabled: false), for: user) == nil)
  }
}
