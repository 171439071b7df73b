import CoreTestSupport
import Testing

@testable import FeatureFlags

struct ProblemTests {
  /// A document with its expected problem.
  struct Case: CustomTestStringConvertible {
    let document: String
    let fact: Problem.Fact
    var severity = Problem.Severity.error
    var line = 2
    var feature = "A"
    /// Whether the parser skips the feature with the problem.
    var isLeftOut = false

    var testDescription: String { "\(fact)" }
  }

  static let cases: [Case] = [
    Case(
      document: "[{\"name\":\"Z\"},\n 3]",
      fact: .notAFeature(found: "a number"),
      feature: "#2",
      isLeftOut: true
    ),
    Case(document: "[\n{\"enabled\":true}]", fact: .missingName, feature: "#1", isLeftOut: true),
    Case(
      document: "[{\"enabled\":true,\n\"name\":7}]",
      fact: .wrongKind(field: "name", found: "a number", expected: "a text", isFatal: true),
      feature: "#1",
      isLeftOut: true
    ),
    Case(document: "[\n{\"name\":\" \"}]", fact: .emptyName, severity: .warning, feature: "#1"),
    Case(
      document: "[{\"name\":\"A\"},\n{\"name\":\"A\",\"enabled\":true}]",
      fact: .duplicateName(firstLine: 1)
    ),
    Case(
      document: "[{\"name\":\"caf\u{E9}\"},\n{\"name\":\"cafe\u{301}\"}]",
      fact: .equivalentName(firstLine: 1),
      severity: .warning,
      feature: "cafe\u{301}"
    ),
    Case(
      document: "[{\"name\":\"A\",\"enabled\":true,\n\"enabled\":false}]",
      fact: .duplicateKey("enabled", firstLine: 1),
      severity: .warning
    ),
    Case(
      document: "[{\"name\":\"A\",\n\"test-bias\":[]}]",
      fact: .unknownKey("test-bias", nearest: "test-biases"),
      severity: .warning
    ),
    Case(
      document: "[{\"name\":\"A\",\n\"enabled\":\"yes\"}]",
      fact: .wrongKind(
        field: "enabled",
        found: "a text",
        expected: "true or false",
        isFatal: true
      ),
      isLeftOut: true
    ),
    Case(
      document: "[{\"name\":\"A\",\n\"unlocked\":1}]",
      fact: .wrongKind(
        field: "unlocked",
        found: "a number",
        expected: "true or false",
        isFatal: true
      ),
      isLeftOut: true
    ),
    Case(
      document: "[{\"name\":\"A\",\n\"section\":5}]",
      fact: .wrongKind(field: "section", found: "a number", expected: "a text", isFatal: false)
    ),
    Case(
      document: "[{\"name\":\"A\",\n\"test-variations\":[\"X\",2]}]",
      fact: .wrongKind(
        field: "test-variations",
        found: "a list",
        expected: "a list of texts",
        isFatal: true
      ),
      isLeftOut: true
    ),
    Case(document: "[{\"name\":\"A\",\n\"type\":\"toggle\"}]", fact: .unknownType("toggle")),
    Case(
      document: "[{\"name\":\"A\",\n\"type\":\"mvt\"}]",
      fact: .conflictingType("mvt", variations: 0)
    ),
    Case(
      document: "[{\"name\":\"A\",\n\"test-variations\":[\"red\",\"RED\"]}]",
      fact: .duplicateVariation("RED")
    ),
    Case(
      document: "[{\"name\":\"A\",\n\"test-variations\":[]}]",
      fact: .noVariations,
      severity: .warning
    ),
    Case(
      document: "[{\"name\":\"A\",\n\"test-variations\":[\"X\"]}]",
      fact: .singleVariation("X"),
      severity: .warning
    ),
    Case(
      document: "[{\"name\":\"A\",\n\"test-variations\":[\"X\",\"\"]}]",
      fact: .emptyVariation,
      severity: .warning
    ),
    Case(
      document: "[{\"name\":\"A\",\n\"test-biases\":[50,50]}]",
      fact: .unusedBiases,
      severity: .warning
    ),
    Case(
      document: "[{\"name\":\"A\",\"test-variations\":[\"X\",\"Y\"],\n\"test-biases\":[100]}]",
      fact: .biasCount(found: 1, expected: 2)
    ),
    Case(
      document: "[{\"name\":\"A\",\"test-variations\":[\"X\",\"Y\"],\n\"test-biases\":[60,60]}]",
      fact: .biasSum(120)
    ),
    Case(
      document: "[{\"name\":\"A\",\"test-variations\":[\"X\",\"Y\"],\n\"test-biases\":[-10,110]}]",
      fact: .biasRange(-10)
    ),
    Case(
      document: "[{\"name\":\"A\",\"test-variations\":[\"X\",\"Y\"],\n\"labels\":[\"l\"]}]",
      fact: .labelCount(found: 1, expected: 2),
      severity: .warning
    ),
    Case(
      document:
        "[{\"name\":\"A\",\"test-variations\":[\"X\",\"Y\"],\n\"test-variation-assignment\":101}]",
      fact: .assignmentRange(101)
    ),
    Case(
      document: "[{\"name\":\"A\",\"test-variations\":[\"X\",\"Y\"],\n\"unlocked\":true}]",
      fact: .unlockedTest,
      severity: .warning
    ),
    Case(
      document: "[{\"name\":\"A\",\n\"description\":\"\\ud800\"}]",
      fact: .loneSurrogate,
      severity: .warning
    ),
    Case(
      document: "[{\"name\":\"A\",\"enabled\":true,\n\"development\":true}]",
      fact: .developmentEnabled,
      severity: .note
    ),
  ]

  @Test(arguments: cases)
  func `a problem is reported with its line, its feature and a description`(example: Case) throws {
    let configuration = try Samples.configuration(example.document)
    let expected = Problem(
      severity: example.severity,
      line: example.line,
      feature: example.feature,
      fact: example.fact
    )
    #expect(configuration.problems == [expected])
    #expect(!example.fact.description.isEmpty)
    let isPresent = configuration.features.contains { $0.name != "Z" }
    #expect(isPresent == !example.isLeftOut)
  }

  @Test func `one parse reports every problem of a configuration`() throws {
    let configuration = try Samples.configuration(
      """
      [{"name": "A", "enabled": "no"},
       {"name": "B", "test-variations": ["X", "Y"], "test-biases": [1], "labels": []},
       {"name": "C"}, {"name": "C"}, 7, {}]
      """
    )
    #expect(configuration.features.map(\.name) == ["B", "C"])
    #expect(configuration.problems.map(\.line) == [1, 2, 2, 3, 3, 3])
  }

  @Test func `a skipped feature does not hide a valid feature with the same name`() throws {
    let configuration = try Samples.configuration(
      #"[{"name":"A","enabled":"no"},{"name":"A","enabled":true}]"#
    )
    #expect(configuration.features.map(\.enabled) == [true])
    #expect(configuration.problems.count == 1)
  }

  @Test(arguments: [
    "[{\"name\":\"A\",\"note\":1}]",
    "[{\"name\":\"A\",\"enabled\":null,\"section\":null,\"labels\":null,\"type\":null}]",
    "[{\"name\":\"A\",\"type\":\"feature-flag\",\"test-variations\":[\"Enabled\",\"Disabled\"]}]",
    "[{\"name\":\"A\",\"test-variations\":[\"X\",\"Y\"],\"test-biases\":[99.99,0]}]",
    "[{\"name\":\"A\",\"unlocked\":true,\"type\":\"flag\"}]", "[{\"name\":\"A\",\"type\":{}}]",
    "[{\"name\":\"A\",\"type\":\"deprecated\",\"test-variations\":[\"X\"]}]",
    "[{\"name\":\"A\",\"test-biases\":[]}]",
    "[{\"name\":\"A\"},{\"name\":\"a\"}]",
  ])
  func `an unusual but valid document has no problems`(document: String) throws {
    #expect(try Samples.configuration(document).problems.isEmpty)
  }

  static let descriptions: [(fact: Problem.Fact, text: String)] = [
    (.biasSum(99.89999999999999), "99.9"), (.biasSum(120), "120"),
    (.biasRange(.infinity), "inf"), (.biasRange(1e300), "1e+300"),
    (.conflictingType("mvt", variations: 1), "mvt"),
  ]

  @Test(arguments: descriptions)
  func `the description of a problem contains the found value`(fact: Problem.Fact, text: String) {
    #expect(fact.description.contains(text))
  }
}
