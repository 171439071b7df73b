import Foundation
import TestSupport
import Testing

@testable import halyard

/// Tests the commands on documents of flagd and Unleash.
struct FlagSystemTests {
  private static let flagd = """
    { "metadata": { "flagSetId": "shop" }, "flags": {
      "cart": { "state": "ENABLED", "variants": { "on": true, "off": false }, "defaultVariant": "on" },
      "size": { "state": "ENABLED", "variants": { "small": 10, "large": 50 }, "defaultVariant": "small",
        "targeting": { "if": [{ "==": [{ "var": "plan" }, "gold"] }, "large", null] } },
      "old": { "state": "DISABLED", "variants": { "a": "A", "b": "B" }, "defaultVariant": "b" },
      "bad": { "state": "ENABLED", "variants": { "x": "X" }, "targeting": { "never": [1] } } } }
    """

  private static let unleash = """
    { "version": 2, "segments": [], "features": [
      { "name": "pay", "enabled": true, "type": "kill-switch", "project": "shop", "strategies": [] },
      { "name": "old", "enabled": false, "stale": true, "strategies": [] },
      { "name": "dice", "enabled": true,
        "strategies": [{ "name": "gradualRolloutRandom", "parameters": { "percentage": "30" } }] },
      { "name": "own", "enabled": true, "strategies": [{ "name": "tenants" }] },
      { "name": "hue", "enabled": true, "strategies": [
        { "name": "default", "title": "Testers",
          "constraints": [{ "contextName": "plan", "operator": "IN", "values": ["gold"] }] }],
        "variants": [{ "name": "red", "weight": 1, "payload": { "type": "string", "value": "#f00" } },
                     { "name": "", "weight": 0 }] }] }
    """

  private static let template = """
    { "conditions": [{ "name": "beta" }], "parameters": {
      "title": { "defaultValue": { "value": "Pay" }, "conditionalValues": { "beta": { "value": "Buy" } } },
      "size": { "valueType": "NUMBER", "defaultValue": { "value": "9007199254740993" },
        "conditionalValues": { "beta": { "value": "1.50" } } } } }
    """

  private static let user = ["--user", "ana", "--attributes", #"{"plan": "gold"}"#]

  /// Runs a command on one of the documents, and returns its output.
  private func run(_ document: String, _ steps: [String]...) throws -> String {
    let tester = try Tester()
    let file = try tester.folder.write(document, to: "flags.json")
    var output = ""
    for words in steps {
      let run = try tester.halyard(words + ["-s", file] + Self.user)
      #expect(run.exitCode == 0, "\(run.errors)")
      output = run.output
    }
    return output
  }

  @Test func `list prints the value of a flagd flag, an error, or that the app's default applies`()
    throws
  {
    #expect(
      cells(of: try run(Self.flagd, ["list"])).map { $0.prefix(2).joined(separator: ": ") }
        == ["bad: error", "cart: Enabled", "old: app's default", "size: large = 50"]
    )
  }

  /// Returns the cells of a table, which two spaces separate.
  private func cells(of table: String) -> [[String]] {
    table.split(separator: "\n").map { line in
      line.components(separatedBy: "  ").filter { !$0.isEmpty }
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  @Test(
    arguments: [
      (["size", "small"], "size: small = 10, overridden\n"),
      (["size", "50"], "size: large = 50, overridden\n"),
      (["size", "77"], "size: 77, overridden\n"),
      (["size", "--variable", "value=77"], "size: 77, overridden\n"),
      (["old", "Z"], "old: Z, overridden\n"), (["cart", "off"], "cart: Disabled, overridden\n"),
    ]
  )
  func `set accepts the name of a flagd variation, or a value that no variation has`(
    words: [String],
    expected: String
  ) throws {
    #expect(try run(Self.flagd, ["set"] + words) == expected)
  }

  @Test(
    arguments: [
      (["title", "Hello"], "title: Hello, overridden\n"),
      (["title", "beta"], "title: beta = Buy, overridden\n"),
      (["size", "9007199254740995"], "size: 9007199254740995, overridden\n"),
      (["size", "beta"], "size: beta = 1.5, overridden\n"),
    ]
  )
  func `set accepts a value or the name of a condition for a Remote Config parameter`(
    words: [String],
    expected: String
  ) throws {
    #expect(try run(Self.template, ["set"] + words) == expected)
  }

  @Test func `enable and show warn why an Unleash flag stays off`() throws {
    let tester = try Tester()
    let file = try tester.folder.write(
      """
      { "version": 2, "features": [
        { "name": "lost", "enabled": true, "strategies": [{ "name": "default", "segments": [9] }] },
        { "name": "child", "enabled": true, "strategies": [], "dependencies": [{ "feature": "lost" }] }] }
      """,
      to: "flags.json"
    )
    for (flag, reason) in [("lost", "segment 9 is missing"), ("child", "depends on \"lost\"")] {
      for words in [["enable", flag], ["show", flag]] {
        let run = try tester.halyard(words + ["-s", file])
        #expect(run.exitCode == 0 && run.errors.contains("warning: \(flag): "))
        #expect(run.errors.contains(reason))
      }
      let run = try tester.halyard("disable", flag, "-s", file)
      #expect(!run.errors.contains("warning: \(flag): "))
    }
  }

  @Test
  func `set with a variation replaces an earlier value, and enable evaluates the rules of a flag`()
    throws
  {
    #expect(
      try run(Self.flagd, ["set", "size", "77"], ["set", "size", "small"])
        == "size: small = 10, overridden\n"
    )
    #expect(try run(Self.flagd, ["disable", "size"]) == "size: app's default, overridden\n")
    #expect(try run(Self.flagd, ["enable", "old"]) == "old: b = B, overridden\n")
  }

  @Test func `set rejects a value whose type differs from the type of the flag`() throws {
    let tester = try Tester()
    let file = try tester.folder.write(Self.flagd, to: "flags.json")
    let run = try tester.halyard("set", "size", "wide", "-s", file)
    #expect(run.exitCode == 1)
    #expect(
      run.errors.contains(
        #""size" does not accept "wide" for the variable "value", expected a whole number"#
      )
    )
  }

  @Test
  func `list prints the kind of an Unleash flag, and random results with their probabilities`()
    throws
  {
    let list = try run(Self.unleash, ["list"])
    #expect(list.contains("random: on 30 %, off 70 %"))
    #expect(list.contains("  Kill switch  "))
    #expect(list.contains("  Flag, stale  "))
    #expect(try run(Self.unleash, ["set", "hue", ""]) == "hue: \"\", overridden\n")
  }

  @Test func `show prints the error of an evaluation, and the metadata of the flag`() throws {
    let text = try run(Self.flagd, ["show", "bad"])
    #expect(text.contains("State        error: the app uses its own default\n"))
    #expect(text.contains("PARSE_ERROR: unknown operator \"never\""))
    #expect(text.contains("Metadata     flagSetId: shop\n"))
  }

  @Test func `show --json prints the value, the error and the metadata of a feature`() throws {
    let value = try json(Self.flagd, ["show", "size", "--json"])
    #expect(value["value"] as? Int == 50)
    #expect(value["metadata"] as? [String: String] == ["flagSetId": "shop"])
    let failure = try json(Self.flagd, ["show", "bad", "--json"])
    #expect(failure["value"] is NSNull)
    #expect(failure["enabled"] is NSNull)
    #expect(failure["errorCode"] as? String == "PARSE_ERROR")
    let random = try json(Self.unleash, ["show", "dice", "--json"])
    #expect(random["random"] as? String == "on 30 %, off 70 %")
    #expect(random["enabled"] is NSNull)
  }

  private func json(_ document: String, _ words: [String]) throws -> [String: Any] {
    let data = Data(try run(document, words).utf8)
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test func `simulate chooses random results by probability, and the same ones in each run`()
    throws
  {
    let words = ["simulate", "--users", "2000", "--json"]
    let features = try #require(try json(Self.unleash, words)["features"] as? [[String: Any]])
    let dice = try #require(features.first { $0["name"] as? String == "dice" })
    let outcomes = try #require(dice["outcomes"] as? [[String: Any]])
    let on = try #require(outcomes.first?["share"] as? Double)
    #expect((26...34).contains(on))
    #expect(try run(Self.unleash, words) == run(Self.unleash, words))
  }
}

// MARK: Decisions

extension FlagSystemTests {
  @Test func `decide prints the result and the reason of each flag`() throws {
    #expect(
      cells(of: try run(Self.flagd, ["decide", "--all"])) == [
        ["cart", "Enabled", "STATIC"], ["size", "large = 50", "TARGETING_MATCH"],
        ["old", "app's default", "DISABLED"], ["bad", "error", "ERROR"],
      ]
    )
  }

  @Test func `decide with --trace prints the tree of the targeting`() throws {
    #expect(
      try run(Self.flagd, ["decide", "size", "--trace"]) == """
        size  large = 50  TARGETING_MATCH
          Decision for ana · plan gold
          · state ENABLED
          ▶ targeting: assigns "large"
            – if: "large" (from branch 1)
              ✓ var "plan" == "gold": true
                – var "plan": "gold"

        """
    )
  }

  @Test func `decide with --trace prints the strategies of Unleash`() throws {
    #expect(
      try run(Self.unleash, ["decide", "dice", "own", "hue", "--trace"]) == """
        dice  random: on 30 %, off 70 %  UNKNOWN
          Decision for ana
          – random at each call: on 30 %, off 70 %
          · on in the environment
          · strategy "gradualRolloutRandom": random
            ? random at each call: 30 %
        own  Disabled  DEFAULT
          Decision for ana
          ▲ the app decides the strategy "tenants"; it does not hold here
          · on in the environment
          · strategy "tenants"
            ? decided by the app
        hue  red  TARGETING_MATCH  strategy 1 "Testers": everyone and plan IN "gold"
          Decision for ana · plan gold
          · on in the environment
          ▶ strategy "Testers": assigns "red"
            ✓ plan IN "gold", the user has "gold"
            ✓ for everyone
            – variant of the flag: "red"

        """
    )
  }

  @Test func `decide applies the overrides of the workspace, and --force has precedence`()
    throws
  {
    #expect(
      try run(Self.flagd, ["decide", "size", "--force", "size=small"])
        == "size  small = 10  OVERRIDE\n"
    )
    #expect(
      try run(Self.flagd, ["set", "size", "77"], ["decide", "size"]) == "size  77  OVERRIDE\n"
    )
    let decision = try json(Self.flagd, ["decide", "size", "--json", "--trace"])
    #expect(decision["variation"] as? String == "large")
    #expect(decision["value"] as? Int == 50)
    #expect((decision["trace"] as? [[String: Any]])?.last?["variation"] as? String == "large")
  }

  @Test(arguments: [["--events", "http://127.0.0.1:1/"], ["--option", "excludeVariables"]])
  func `an option that needs a datafile is a usage error for a document of flagd`(words: [String])
    throws
  {
    let tester = try Tester()
    let file = try tester.folder.write(Self.flagd, to: "flags.json")
    let run = try tester.halyard(["decide", "--all", "-s", file] + words)
    #expect(run.exitCode == 64)
    #expect(run.errors.contains("\(words[0]) needs a datafile"))
  }
}
