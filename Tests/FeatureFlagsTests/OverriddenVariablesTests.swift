import CoreTestSupport
import Documents
import TestSupport
import Testing

@testable import FeatureFlags

/// Tests overrides of variables in the file of a workspace.
struct OverriddenVariablesTests {
  private static let path = "state/test/overrides.json"

  private static let values: [String: VariableValue] = [
    "fast": .boolean(true), "steps": .integer(2), "id": .integer(9_007_199_254_740_993),
    "rate": .double(2.5), "whole": .double(2), "huge": .double(1e300),
    "title": .string("Pay \"now\""),
    "number": .string("12"), "list": .json(#"[1,{"a":null}]"#), "text": .json("\"12\""),
    "none": .json("null"),
  ]

  /// A feature with one variable for each value, of the value's type.
  private static var feature: Feature {
    let variables = values.map { Variable(name: $0.key, value: $0.value) }
    return Feature(name: "F", variables: variables)
  }

  @Test func `variable values of every type are unchanged after they are written and read back`()
    throws
  {
    let folder = try TemporaryFolder()
    let store = FlagStore(workspace: folder.workspace())
    try store.load(Configuration(features: [Self.feature]))
    try store.override(Self.values.map { OverrideChoice.variable($0.key, $0.value) }, for: ["F"])
    let decided = store.features
    #expect(decided.first?.override?.variables == Self.values)
    let other = FlagStore(workspace: folder.workspace())
    try other.load(Configuration(features: [Self.feature]))
    #expect(other.features.first?.override == decided.first?.override)
    #expect(other.features.first?.passedOver == [])
    try store.reloadOverrides()
    #expect(store.features == decided)
  }

  @Test func `overridden variable values are stored as plain JSON`() throws {
    let folder = try TemporaryFolder()
    try folder.workspace().updateOverrides { overrides in
      overrides["F"] = Override(
        variation: "B",
        variables: ["title": .string("Pay"), "steps": .integer(2), "list": .json("[1,2]")]
      )
    }
    #expect(
      try folder.read(Self.path).contains(
        """
            "F": {
              "variation": "B",
              "variables": {
                "list": [ 1, 2 ],
                "steps": 2,
                "title": "Pay"
              },
              "lifetime": "kept"
            }
        """
      )
    )
  }

  @Test func `overridden variable values that are edited by hand in JSON5 are accepted`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      { overrides: { F: { variables: { rate: 3, steps: "4", fast: true, // comment
        list: { a: 1, }, title: 12, unknown: 1 }, enabled: true } } }
      """,
      to: Self.path
    )
    let store = FlagStore(workspace: folder.workspace())
    try store.load(Configuration(features: [Self.feature]))
    let feature = try store.requiredFeature(named: "F")
    let state = feature.state(in: .release)
    #expect(state.isEnabled)
    #expect(state.value(of: "rate") == .double(3))
    #expect(state.value(of: "steps") == .integer(4))
    #expect(state.value(of: "fast") == .boolean(true))
    #expect(state.value(of: "list") == .json(#"{"a":1}"#))
    #expect(state.value(of: "title") == .string("12"))
    #expect(feature.passedOver.count == 1)
    // Saving another override must preserve an unknown value in the file.
    try store.override(.variable("fast", .boolean(false)), for: ["F"])
    #expect(try folder.workspace().overrides()["F"]?.variables["unknown"] == .integer(1))
  }

  static let malformed: [(text: String, message: String)] = [
    ("[]", "\"overrides.F.variables\": found a list, expected an object"),
    ("7", "\"overrides.F.variables\": found 7, expected an object"),
    ("{\"n\":\n1e999}", "\"overrides.F.variables.n\": found a number, expected a value of JSON"),
    ("{\"n\":\n[NaN]}", "\"overrides.F.variables.n\": found a list, expected a value of JSON"),
  ]

  @Test(arguments: malformed)
  func `a malformed object of variable values is reported with its line`(
    text: String,
    message: String
  )
    throws
  {
    let folder = try TemporaryFolder()
    try folder.write("{\"overrides\":{\"F\":{\n\"variables\":\(text)}}}", to: Self.path)
    let line = text.contains("\n") ? 3 : 2
    let path = folder.workspace().overridesPath
    let error = #expect(throws: WorkspaceError.self) { try folder.workspace().overrides() }
    guard case .malformed(path, let problem) = error else {
      Issue.record("found \(String(describing: error))")
      return
    }
    #expect(problem.line == line)
    #expect("\(problem)" == message)
  }

  /// Parses 20,000 mutated files, and applies the overrides of valid files to a feature.
  @Test(arguments: 0..<4)
  func `a mutated file of variable overrides is parsed or fails with an error`(part: Int) throws {
    var generator = SeededGenerator(seed: UInt64(part))
    let override = Override(variation: "B", variables: Self.values)
    let seed = OverridesFile.write(["F": override], source: "s")
    var (read, refused) = (0, 0)
    for _ in 0..<5_000 {
      var bytes = seed
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        let other = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.swapAt(place, other)
        case 2: bytes.insert(contentsOf: bytes[min(place, other)..<max(place, other)], at: place)
        default: bytes.insert(contentsOf: Array("[1e999,{null".utf8).prefix(place % 12), at: place)
        }
      }
      do throws(DocumentError) {
        let overrides = try OverridesFile.read(bytes)
        read += 1
        for override in overrides.values {
          let feature = Self.feature.overridden(Self.feature.adapted(override))
          let state = feature.state(in: .release)
          #expect(state.variables.count == Self.values.count)
          let again = try OverridesFile.read(OverridesFile.write(["F": override], source: "s"))
          #expect(again["F"]?.variables == override.variables)
        }
      } catch {
        refused += 1
      }
    }
    #expect(read > 100)
    #expect(refused > 100)
  }
}
