import Documents
import FeatureFlags
import TestSupport
import Testing

@testable import halyard

/// Tests the command `assert`.
struct AssertTests {
  @Test(
    arguments: [
      (["New Cart", "off"], nil), (["new cart", "Disabled"], nil),
      (["CTA colour", "Group B"], nil),
      (["CTA colour", "on"], nil), (["Gold theme", "locked"], nil),
      (["New Cart", "on", "--preset", "preset.json"], nil),
      (["Layout", "blue", "--preset", "preset.json"], nil),
      (["New Cart", "on"], "New Cart: found Disabled, expected on: the source disables it"),
      (
        ["CTA colour", "Group A"],
        "CTA colour: found Group B, expected Group A: the assignment is 62.5"
      ),
      (["Gold theme", "unlocked"], "found Enabled, locked, expected unlocked"),
      (
        ["Layout", "Red", "--preset", "preset.json"],
        "Layout: found Blue, expected Red: overridden: Blue"
      ),
      (["New Cart", "purple"], #"has no variation "purple", expected one of on, off"#),
      (["Layout", "Geen"], #"expected one of on, off, Red, Green, Blue; did you mean "Green"?"#),
      (["Layout", "unlocked"], "expected an Unlock Flag"),
      (["New Crt", "on"], "New Cart"), (["New Cart", "--variable", "a=1"], "has no variables"),
    ] as [([String], String?)]
  )
  func `assert succeeds for the expected state, and prints the reason otherwise`(
    words: [String],
    message: String?
  ) throws {
    let tester = try Tester()
    try tester.folder.write(
      #"{ "overrides": { "New Cart": true, "Layout": "Blue" } }"#,
      to: "preset.json"
    )
    let run = try tester.halyard(["assert", "-s", tester.file] + words)
    #expect(run.exitCode == (message == nil ? 0 : ExitCode.failure), "\(run.errors)")
    #expect(run.errors.contains(message ?? ""), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == (message == nil ? 0 : 1))
  }

  @Test func `the message of a failed assert names the author and the note of the override`() throws
  {
    let tester = try Tester()
    _ = try tester.halyard("enable", "New Cart", "--note", "QA-1", "-s", tester.file)
    let run = try tester.halyard("assert", "New Cart", "off", "-s", tester.file, "--user", "ana")
    #expect(
      run.errors.contains(
        "New Cart for ana: found Enabled, expected off: overridden: Enabled, by ana@"
      )
    )
    #expect(run.errors.contains("(QA-1)"))
    let isolated = try tester.halyard(
      "assert",
      "New Cart",
      "off",
      "-s",
      tester.file,
      "--isolated"
    )
    #expect(isolated.exitCode == 0)
  }

  @Test func `assert compares the result of a flag service, and prints both results on failure`()
    throws
  {
    let tester = try Tester(
      configuration: """
        { "flags": { "limit": { "state": "ENABLED", "variants": { "low": 1, "high": 10 },
          "defaultVariant": "low",
          "targeting": { "if": [{ "==": [{ "var": "plan" }, "gold"] }, "high", null] } } } }
        """
    )
    let options = ["-s", tester.file, "--user", "ana"]
    let gold = ["--attributes", #"{"plan":"gold"}"#]
    #expect(try tester.halyard(["assert", "limit", "high"] + options + gold).exitCode == 0)
    #expect(try tester.halyard(["assert", "limit", "10"] + options + gold).exitCode == 0)
    #expect(
      try tester.halyard(["assert", "limit", "--variable", "value=1"] + options).exitCode == 0
    )
    let run = try tester.halyard(["assert", "limit", "high"] + options)
    #expect(run.exitCode == 1)
    #expect(run.errors.contains("limit for ana: found low = 1, expected high: "), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test(
    arguments: [
      (["New Cart", "on"], nil), (["new cart", "true"], nil), (["New Cart"], nil),
      (["Layout", "Red"], nil),
      (["Price", "--variable", "count=3"], nil), (["Price", "--variable", "count=3.0"], nil),
      (["New Cart", "off"], "New Cart: found true in 3 of 3 evaluations, expected off"),
      (["Mixed", "on"], "Mixed: found false in 1 of 3 evaluations, expected on"),
      (["Gone"], "Gone: no client requested it, except by 2 requests for all features"),
      (["Old Crt"], "Old Crt: clients requested it 4 times, but no feature has this name"),
      (["Layot"], "similar: Layout"), (["Price", "--variable", "count=4"], "found 3 in 1 of 1"),
    ] as [([String], String?)]
  )
  func `assert --asked compares the expected state with the results that clients received`(
    words: [String],
    message: String?
  ) throws {
    let tester = try Tester()
    try tester.folder.write(
      """
      { "bulkEvaluations": 2, "results": { "New Cart": { "true": 3 }, "Layout": { "Red": 1 },
        "Mixed": { "true": 2, "false": 1 }, "Price.count": { "3": 1 } },
        "unknownKeys": { "Old Crt": 4 } }
      """,
      to: "run.json"
    )
    let run = try tester.halyard(["assert", "--asked", "run.json"] + words)
    #expect(run.exitCode == (message == nil ? 0 : ExitCode.failure), "\(run.errors)")
    #expect(run.errors.contains(message ?? ""), "\(run.errors)")
  }

  @Test(arguments: [
    (["New Cart"], "'assert' expects on, off, VARIATION, VALUE, --variable or --asked"),
    (["New Cart", "--asked", "run.json", "--isolated"], "found --asked and --isolated"),
    (["New Cart", "--asked", "gone.json"], "gone.json"),
    (["New Cart", "--asked", "Features.json"], "\"results\": found nothing, expected an object"),
  ])
  func `assert rejects missing or conflicting arguments, and a file that is not a summary`(
    words: [String],
    message: String
  ) throws {
    let tester = try Tester()
    try tester.folder.write(#"{ "results": {}, "bulkEvaluations": 0 }"#, to: "run.json")
    let run = try tester.halyard(["assert"] + words)
    #expect(run.exitCode > 1 && run.errors.contains(message), "\(run.exitCode) \(run.errors)")
  }

  @Test(arguments: [
    "New Cart\n", "[N]ew .*", "\u{1B}[31m", "a.b.c", "-", String(repeating: "é", count: 10_000),
  ])
  func `assert compares a hostile feature name literally, and prints it escaped on one line`(
    name: String
  ) throws {
    let json = JSONValue.string(name).text()
    let tester = try Tester(configuration: "[{ \"name\": \(json), \"enabled\": true }]")
    try tester.folder.write(
      "{ \"bulkEvaluations\": 0, \"results\": { \(json): { \"true\": 1 } } }",
      to: "run.json"
    )
    for options in [["-s", tester.file], ["--asked", "run.json"]] {
      let words = ["assert"] + options + ["--", name]
      let (on, off) = (try tester.halyard(words + ["on"]), try tester.halyard(words + ["off"]))
      #expect(on.exitCode == 0 && off.exitCode == 1, "\(on.errors.prefix(300))")
      #expect(off.errors.split(separator: "\n").count == 1 && !off.errors.contains("\u{1B}"))
      let other = try tester.halyard(["assert"] + options + ["--", name + "x", "on"])
      #expect(other.exitCode == 1 && other.errors.split(separator: "\n").count == 1)
    }
  }

  @Test func `assert --asked reads the summary that run --summary has written`() throws {
    let tester = try Tester()
    let client = """
      curl -s -X POST -d '{}' "$OFREP_ENDPOINT/ofrep/v1/evaluate/flags/CTA%20colour"
      curl -s -X POST -d '{}' "$OFREP_ENDPOINT/ofrep/v1/evaluate/flags/Unknown"
      """
    let words = ["run", "-s", tester.file, "--summary", "run.json", "--", "sh", "-c", client]
    #expect(try tester.halyard(words).exitCode == 0)
    let asked = ["assert", "--asked", "run.json"]
    let run = try tester.halyard(asked + ["CTA colour", "Group B"])
    #expect(run.output == "CTA colour: 1 evaluation, as expected\n", "\(run.errors)")
    #expect(try tester.halyard(asked + ["Unknown"]).errors.contains("no feature has this name"))
  }
}
