import CoreTestSupport
import Testing

@testable import FeatureFlags
@testable import Workbench

/// Tests the comparison of two configurations.
struct ConfigurationComparisonTests {
  private static func compare(_ before: String, _ after: String) throws -> ConfigurationComparison {
    ConfigurationComparison(
      from: try Samples.configuration(before),
      to: try Samples.configuration(after)
    )
  }

  /// Each change as text, such as `biases: 10/90 → 20/80`.
  private static func lines(_ change: ChangedDefinition?) -> [String] {
    (change?.fields ?? []).map { "\($0.field.title): \($0.old ?? "–") → \($0.new ?? "–")" }
  }

  @Test func `added, removed and changed features are listed in the order of the documents`() throws
  {
    let comparison = try Self.compare(
      #"[{"name": "Z"}, {"name": "A"}, {"name": "S"}, {"name": "B", "enabled": true}]"#,
      #"[{"name": "B"}, {"name": "S"}, {"name": "N"}, {"name": "M"}]"#
    )
    #expect(comparison.added == ["N", "M"])
    #expect(comparison.removed == ["Z", "A"])
    #expect(comparison.changed.map(\.name) == ["B"])
    #expect(comparison.text == "2 added, 2 removed, 1 changed")
  }

  @Test func `two configurations with equal features in different orders have no difference`()
    throws
  {
    let comparison = try Self.compare(
      #"[{"name": "A", "test-variations": ["X", "Y"]}, {"name": "B"}]"#,
      #"{"features": [{"name": "B"}, {"name": "A", "test-variations": ["X", "Y"]}]}"#
    )
    #expect(comparison.isEmpty)
    #expect(comparison.text == "no changes")
  }

  static let changes: [(before: String, after: String, lines: [String])] = [
    (
      #""section": "Checkout""#, #""description": "d""#,
      ["section: Checkout → –", "description: – → d"]
    ),
    (#""enabled": true"#, #""enabled": false"#, ["enabled: true → false"]),
    ("", #""development": true"#, ["development: false → true"]),
    (#""unlocked": true"#, #""unlocked": false"#, ["unlocked: true → false"]),
    ("", #""unlocked": true"#, ["type: flag → unlock", "unlocked: – → true"]),
    (
      #""test-variations": ["A", "B"]"#, #""test-variations": ["A", "B", "C"]"#,
      [
        "type: ab → mvt", #"variations: "A", "B" → "A", "B", "C""#,
        "biases: 50/50 → 33.3333/33.3333/33.3333",
      ]
    ),
    (
      #""test-variations": ["A", "B"], "test-biases": [10, 90]"#,
      #""test-variations": ["A", "B"], "test-biases": [20.5, 79.5]"#,
      ["biases: 10/90 → 20.5/79.5"]
    ),
    (
      #""test-variations": ["A", "B"], "labels": ["a", "b"]"#,
      #""test-variations": ["A", "B"], "labels": ["a", "c"]"#, ["labels: a, b → a, c"]
    ),
    (
      #""test-variations": ["A", "B"], "test-variation-assignment": 10"#,
      #""test-variations": ["A", "B"]"#, ["allocation: 10 → –"]
    ),
  ]

  @Test(arguments: changes)
  func `each property that differs is listed with both values`(
    before: String,
    after: String,
    lines: [String]
  ) throws {
    func document(_ members: String) -> String {
      #"[{"name": "T""# + (members.isEmpty ? "" : ", " + members) + "}]"
    }
    let comparison = try Self.compare(document(before), document(after))
    #expect(Self.lines(comparison.changed.first) == lines)
  }

  @Test func `variables are compared by name, separately for the defaults and for each variation`()
  {
    let before = Feature(
      name: "T",
      testVariations: ["A", "B"],
      variables: [Variable(name: "steps", value: .integer(2))],
      variationVariables: [[], [Variable(name: "steps", value: .integer(3))]]
    )
    let after = Feature(
      name: "T",
      testVariations: ["A", "B"],
      variables: [
        Variable(name: "steps", value: .integer(4)), Variable(name: "title", value: .string("")),
      ]
    )
    let change = ChangedDefinition(from: before, to: after)
    #expect(
      Self.lines(change) == [
        "variable steps: 2 → 4", #"variable title: – → """#, "variable steps of B: 3 → –",
      ]
    )
    #expect(change?.movedShare == 0)
  }

  @Test func `the moved share is the total percentage of users who change variation`() throws {
    let comparison = try Self.compare(
      #"[{"name": "T", "test-variations": ["A", "B", "C"], "test-biases": [20, 30, 50]}]"#,
      #"[{"name": "T", "test-variations": ["A", "B", "C"], "test-biases": [25, 30, 45]}]"#
    )
    #expect(comparison.changed.first?.movedShare == 10)
  }

  @Test func `the share of users who change variation is unknown for a flag service`() throws {
    func feature(_ given: TestVariation) -> Feature {
      Feature(
        service: "T",
        variations: [ServiceVariation("a"), ServiceVariation("b", isOn: false)],
        given: given
      )
    }
    let comparison = ConfigurationComparison(from: [feature("a")], to: [feature("b")])
    let change = try #require(comparison.changed.first)
    #expect(Self.lines(change) == ["allocation: a → b (off)"])
    #expect(change.moves == nil)
    #expect(change.movedShare == nil)
  }

  @Test func `comparing only the features of a known difference equals comparing all features`()
    throws
  {
    let before = try Samples.configuration(
      #"[{"name": "A", "enabled": true}, {"name": "B"}, {"name": "C"}]"#
    )
    let after = try Samples.configuration(#"[{"name": "C"}, {"name": "A"}, {"name": "D"}]"#)
    let difference = FlagDifference(from: before.features, to: after.features)
    let comparison = ConfigurationComparison(difference, from: before.features) { name in
      after.features.first { $0.name == name }
    }
    #expect(comparison == ConfigurationComparison(from: before, to: after))
    #expect(comparison.changed.count == 1)
  }
}
