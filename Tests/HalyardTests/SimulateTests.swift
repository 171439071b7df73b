import Dashboard
import TestSupport
import Testing
import Text

@testable import FeatureFlags
@testable import Workbench
@testable import halyard

/// Tests the simulation of users by `simulate`.
struct SimulateTests {
  private static let configuration = """
    [
      { "name": "Roll-out", "test-variations": ["on", "off"], "test-biases": [25, 75] },
      { "name": "Layout", "test-variations": ["Red", "Green", "Blue"], "test-biases": [50, 50, 0] },
      { "name": "Flag", "enabled": true }
    ]
    """

  @Test func `simulate prints a bar for each variation, and the same text for the same seed`()
    throws
  {
    let tester = try Tester(configuration: Self.configuration)
    let run = try tester.halyard("simulate", "--users", "10_000", "--seed", "7")
    #expect(run.exitCode == 0)
    #expect(run.errors.hasPrefix("10000 users with seed 7, 2 features with several variations, 1 "))
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 7)
    #expect(lines.first?.hasPrefix("Roll-out  p = 0.") == true)
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.last?.contains("bias 0 %") == true)
    #expect(run.output.contains("█"))
    let again = try tester.halyard("simulate", "--users", "10000", "--seed", "7", "--quiet")
    #expect(again.output == run.output)
    #expect(again.errors == "")
    #expect(try tester.halyard("simulate", "--users", "10000").output != run.output)
  }

  @Test func `simulate counts the users with a forced result apart`() throws {
    let tester = try Tester(configuration: Self.configuration)
    let users = try tester.folder.write(
      """
      {"key": "ana", "country": "es"}
      {"country": "fr"}
      {"country": "pt"}
      {"country": "it"}
      """,
      to: "users.jsonl"
    )
    let command = ["simulate", "--users", "4000", "--attributes-file", users, "--quiet"]
    let plain = try tester.halyard(command).output
    for words in [
      ["set", "Layout", "Blue", "--only", "country=fr"], ["disable", "Flag", "--only", "ana"],
      ["disable", "Flag", "--only", "country=fr"], ["enable", "Roll-out"],
    ] {
      #expect(try tester.halyard(words).exitCode == 0)
    }
    let lines = try tester.halyard(command).output.split(separator: "\n")
    #expect(
      lines.map { $0.split(separator: " ").first ?? "" } == [
        "Roll-out", "◆", "Layout", "Red", "Green", "Blue", "◆", "▲", "Flag", "Enabled", "◆",
      ]
    )
    #expect(
      lines.filter { $0.contains("◆") } == [
        "  ◆ overridden: Enabled  4000 users", "  ◆ overridden: Blue  1000 users",
        "  ◆ overridden: Disabled  2000 users",
      ]
    )
    let counts = lines[3...5].map { $0.split(separator: " ").compactMap { Int($0) } }
    #expect(counts.map(\.first) == [50, 50, 0])
    #expect(counts.compactMap(\.last).reduce(0, +) == 3_000)
    #expect(try tester.halyard(command + ["--isolated"]).output == plain)
  }

  @Test func `simulate --json writes the counts, the shares and the p-value of each feature`()
    throws
  {
    let tester = try Tester(
      configuration: #"[{"name": "T", "test-variations": ["A", "B"], "test-biases": [100, 0]}]"#
    )
    let run = try tester.halyard("simulate", "--users", "8", "--json")
    #expect(
      run.output == """
        {
          "users": 8,
          "seed": 1,
          "features": [
            {
              "name": "T",
              "type": "ab",
              "outcomes": [
                { "variation": "A", "users": 8, "share": 100, "bias": 100 },
                { "variation": "B", "users": 0, "share": 0, "bias": 0 }
              ],
              "forced": [],
              "chiSquared": null,
              "degreesOfFreedom": null,
              "pValue": null
            }
          ]
        }

        """
    )
  }

  @Test(arguments: [
    (["--users", "0"], "--users: found \"0\", expected a whole number from 1 to 1000000000"),
    (["--seed", "-1"], "--seed: found \"-1\", expected a whole number from 0 to \(Int64.max)"),
  ])
  func `simulate with a number out of range is a usage error`(options: [String], message: String) {
    let failure = #expect(throws: Failure.self) { try Arguments.command(["simulate"] + options) }
    #expect(failure?.message == message)
  }

  @Test func `a malformed line of the attributes file is an error with its line`() throws {
    let tester = try Tester()
    try tester.folder.write("{}\n{\n", to: "users.jsonl")
    let run = try tester.halyard("simulate", "--attributes-file", "users.jsonl")
    #expect(run.errors.hasPrefix("halyard: error: users.jsonl:2: "))
    #expect(run.exitCode == ExitCode.unreadableConfiguration)
  }

  @Test(arguments: [
    (1, 4, Duration.seconds(2), "25 %, 6s left"),
    (1, 100, Duration.seconds(6), "1 %, 9m 54s left"),
    (3, 4, Duration.milliseconds(1_100), "75 %, 1s left"),
  ])
  func `the progress line estimates the remaining time`(
    done: Int,
    total: Int,
    elapsed: Duration,
    text: String
  ) {
    #expect(ProgressLine.text(done: done, of: total, after: elapsed) == text)
  }

  @Test(arguments: [
    (0.0, "p < 0.0001"), (0.0421, "p = 0.0421"), (0.5, "p = 0.5000"), (1, "p = 1.0000"),
  ])
  func `a p-value has four decimals`(value: Double, text: String) {
    #expect(SimulationReport.text(pValue: value) == text)
  }

  @Test(arguments: [
    (50.0, nil, "█████"), (50, 50, "█████│"), (65, 50, "█████│▌"), (20, 75, "██     │"),
    (0, 0, "│"), (100, 100, "█████████│"),
  ])
  func `a bar in a terminal shows the bias as a vertical line`(
    share: Double,
    bias: Double?,
    bar: String
  ) {
    #expect(SimulationReport.bar(share, cells: 10, bias: bias) == bar)
  }

  @Test func `simulate shows the bias on the bars only if it prints to a terminal`() {
    let variations = [("A", 620, 50.0), ("B", 380, 50)]
    let feature = SimulatedFeature(
      Feature(
        name: "Layout",
        testVariations: variations.map { TestVariation(name: $0.0) },
        testBiases: variations.map { Percentage(rawValue: $0.2) }
      ),
      variations.map {
        SimulatedFeature.Outcome(variation: TestVariation(name: $0.0), users: $0.1, bias: $0.2)
      }
    )
    let report = SimulationReport([feature], users: 1_000, seed: 1)
    #expect(
      report.lines(columns: 60).map { $0.text(isColoured: false) } == [
        "On each bar, │ is the share that the bias gives.",
        "Layout  p < 0.0001",
        "  A  bias 50 %  62 %  620  ████████████████│███▌",
        "  B  bias 50 %  38 %  380  ████████████▌   │",
        "  ▲ improbable: the counts do not fit the biases",
      ]
    )
    #expect(!report.lines(columns: nil).contains { $0.text(isColoured: false).contains("│") })
  }

  @Test(arguments: [(0.0, ""), (0.1, "▏"), (50, "█████"), (55, "█████▌"), (100, "██████████")])
  func `a bar of ten cells shows a percentage in eighths of cells`(share: Double, bar: String) {
    #expect(SimulationReport.bar(share, cells: 10) == bar)
  }
}
