import TestSupport
import Testing

@testable import halyard

/// Tests the comparison of two configurations by `diff`.
struct DiffTests {
  private static let before = """
    [
      { "name": "Old", "enabled": true }, { "name": "Same" },
      { "name": "Roll-out", "test-variations": ["on", "off"], "test-biases": [10, 90] },
      { "name": "Layout", "section": "Browse", "test-variations": ["Red", "Green", "Blue"] }
    ]
    """
  private static let after = """
    [
      { "name": "Same" },
      { "name": "Roll-out", "test-variations": ["on", "off"], "test-biases": [20, 80] },
      { "name": "Layout", "section": "Shop", "test-variations": ["Red", "Green", "Blue"] },
      { "name": "New" }
    ]
    """
  private static let lines = """
    + New
    - Old
    ~ Roll-out
        biases: 10/90 → 20/80
        10 % of users move from Disabled to Enabled
    ~ Layout
        section: Browse → Shop

    """

  @Test
  func `diff lists the differences of two files and the share of moved users, and exits with 1`()
    throws
  {
    let tester = try Tester(configuration: Self.before)
    try tester.folder.write(Self.after, to: "b.json")
    let run = try tester.halyard("diff", "Features.json", "b.json")
    #expect(run.output == Self.lines)
    #expect(run.errors == "Features.json → b.json: 1 added, 1 removed, 2 changed\n")
    #expect(run.exitCode == ExitCode.failure)
  }

  @Test func `diff of one file compares it with the current source`() throws {
    let tester = try Tester(configuration: Self.after)
    try tester.folder.write(Self.before, to: "a.json")
    let run = try tester.halyard("diff", "a.json")
    #expect(run.output == Self.lines)
    #expect(run.exitCode == ExitCode.failure)
  }

  @Test func `diff of equal configurations writes nothing and exits with 0`() throws {
    let tester = try Tester(configuration: Self.before)
    let run = try tester.halyard("diff", "Features.json", "Features.json")
    #expect(run.output == "")
    #expect(run.errors == "Features.json → Features.json: no changes\n")
    #expect(run.exitCode == 0)
  }

  @Test func `diff --json writes the changed properties and the moves of users`() throws {
    let tester = try Tester(
      configuration: #"[{"name": "T", "test-variations": ["A", "B"], "test-biases": [10, 90]}]"#
    )
    try tester.folder.write(
      #"[{"name": "T", "test-variations": ["A", "B"], "test-biases": [15, 85]}]"#,
      to: "b.json"
    )
    let run = try tester.halyard("diff", "Features.json", "b.json", "--json", "--quiet")
    #expect(
      run.output == """
        {
          "from": { "source": "Features.json", "features": 1 },
          "to": { "source": "b.json", "features": 1 },
          "different": true,
          "added": [],
          "removed": [],
          "changed": [
            {
              "name": "T",
              "fields": [
                { "field": "biases", "old": "10/90", "new": "15/85" }
              ],
              "moved": 5,
              "moves": [
                { "from": "B", "to": "A", "share": 5 }
              ]
            }
          ]
        }

        """
    )
    #expect(run.exitCode == ExitCode.failure)
  }

  @Test func `diff quotes the names of variations, and --json lists them`() throws {
    let tester = try Tester(configuration: #"[{"name": "T", "test-variations": ["A, B", "C"]}]"#)
    try tester.folder.write(#"[{"name": "T", "test-variations": ["A", "B, C"]}]"#, to: "b.json")
    let text = try tester.halyard("diff", "Features.json", "b.json").output
    #expect(text.contains(#"    variations: "A, B", "C" → "A", "B, C""#), "\(text)")
    let json = try tester.halyard("diff", "Features.json", "b.json", "--json").output
    let compact = json.filter { !$0.isWhitespace }
    #expect(
      compact.contains(#"{"field":"variations","old":["A,B","C"],"new":["A","B,C"]}"#),
      "\(json)"
    )
  }

  @Test func `diff reports the errors of both compared configurations`() throws {
    let tester = try Tester(
      configuration: #"[{"name": "T", "test-variations": ["A", "B"], "test-biases": [10, 90]}]"#
    )
    try tester.folder.write(
      #"[{"name": "T", "test-variations": ["A", "B"], "test-biases": [10, 80]}]"#,
      to: "b.json"
    )
    let run = try tester.halyard("diff", "Features.json", "b.json")
    #expect(
      run.errors.hasPrefix("halyard: error: b.json:1: T: biases add up to 90"),
      "\(run.errors)"
    )
    #expect(run.output.contains("biases: 10/90 → 50/50"), "\(run.output)")
    #expect(try !tester.halyard("diff", "b.json", "b.json", "--quiet").errors.contains("add up"))
    let same = try tester.halyard("diff", "b.json", "b.json").errors
    #expect(same.split(separator: "\n").count { $0.contains("add up to 90") } == 1, "\(same)")
  }

  @Test func `diff without operands compares the last two fetched configurations`() throws {
    let tester = try Tester(configuration: Self.before)
    let empty = try tester.halyard("diff")
    #expect(
      empty.errors
        == "halyard: error: Features.json is not in the cache: 'halyard refresh' fetches it\n"
    )
    #expect(empty.exitCode == ExitCode.unavailable)
    _ = try tester.halyard("refresh")
    let single = try tester.halyard("diff")
    #expect(single.errors.contains("has no previous configuration in the cache"))
    #expect(single.exitCode == ExitCode.unavailable)
    try tester.folder.write(Self.after, to: "Features.json")
    _ = try tester.halyard("refresh")
    let run = try tester.halyard("diff")
    #expect(run.output == Self.lines)
    #expect(run.exitCode == ExitCode.failure)
  }

  @Test func `diff of a missing file is an error and not a difference`() throws {
    let tester = try Tester()
    let run = try tester.halyard("diff", "Features.json", "missing.json")
    #expect(run.output == "")
    #expect(run.exitCode == ExitCode.unreadableConfiguration)
  }

  @Test func `diff reports a changed traffic allocation of a datafile even if no feature differs`()
    throws
  {
    let tester = try Tester(configuration: Self.datafile(end: 5_000))
    try tester.folder.write(Self.datafile(end: 6_000), to: "b.json")
    let run = try tester.halyard("diff", "Features.json", "b.json")
    #expect(run.output == "")
    #expect(run.errors.contains("no feature differs, but other parts do"))
    #expect(run.exitCode == ExitCode.failure)
    let same = try tester.halyard("diff", "Features.json", "Features.json")
    #expect(same.exitCode == 0)
  }

  private static func datafile(end: Int) -> String {
    """
    {
      "version": "4", "projectId": "1", "accountId": "1", "revision": "1", "anonymizeIP": true,
      "attributes": [], "audiences": [], "events": [], "groups": [], "variables": [],
      "rollouts": [],
      "featureFlags": [
        { "id": "f", "key": "cart", "rolloutId": "", "experimentIds": ["e"], "variables": [] }
      ],
      "experiments": [
        {
          "id": "e", "key": "exp", "status": "Running", "layerId": "l", "audienceIds": [],
          "forcedVariations": {},
          "variations": [{ "id": "v", "key": "a", "featureEnabled": true, "variables": [] }],
          "trafficAllocation": [{ "entityId": "v", "endOfRange": \(end) }]
        }
      ]
    }
    """
  }
}
