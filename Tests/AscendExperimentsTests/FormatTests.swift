import CoreTestSupport
import FeatureFlags
import Locking
import TestSupport
import Testing

@testable import AscendEngine
@testable import AscendExperiments

/// Tests the conversion of a response to features, and of their overrides to variables.
struct FormatTests {
  private static let requested = ExperimentsFile(
    defaults: [
      "checkout_flow": .dictionary([
        "steps": ExperimentVariable(.string("5")), "colour": .string("blue"),
        "one_tap": .string("never"),
      ]),
      "absent": .dictionary(["ratio": .double(0.5), "list": .list([.int(1)])]),
    ]
  )

  private func features(_ text: String = Lab.response()) throws -> [Feature] {
    try ConfigurationFormat.ascend(Self.requested).parse(Array(text.utf8)).features
  }

  @Test func `each experiment is converted to a test with the assigned variant`() throws {
    let features = try features()
    #expect(features.map(\.name.rawValue) == ["checkout_flow", "retry_policy", "absent"])
    let checkout = try #require(features.first)
    #expect(checkout.type == .featureTest(.ab))
    #expect(checkout.detailText == "Checkout · Short form · exp-7 · LIVE")
    #expect(checkout.testVariations.map(\.rawValue) == ["short", "Default"])
    #expect(checkout.given?.rawValue == "short")
    let state = checkout.state(in: .release)
    #expect(state.isEnabled)
    #expect(state.variation?.rawValue == "short")
    #expect(state.value(of: "steps") == .integer(2))
    #expect(state.value(of: "one_tap") == .boolean(true))
    #expect(state.value(of: "title") == .string("Pay now"))
    #expect(state.value(of: "colour") == .string("blue"))
    #expect(features[1].given?.rawValue == "control")
  }

  @Test
  func `default values are converted to the data types of the response, or dropped if invalid`()
    throws
  {
    let checkout = try #require(try features().first)
    #expect(
      checkout.variables == [
        Variable(name: "colour", value: .string("blue")),
        Variable(name: "steps", value: .integer(5)),
      ]
    )
  }

  @Test func `an experiment that is missing in the response is converted to a disabled flag`()
    throws
  {
    let absent = try #require(try features().last)
    #expect(absent.type == .featureFlag)
    #expect(!absent.state(in: .release).isEnabled)
    #expect(
      absent.variables == [
        Variable(name: "list", value: .json("[1]")), Variable(name: "ratio", value: .double(0.5)),
      ]
    )
  }

  @Test(
    arguments: [
      ("INT", "3", .integer(3)), ("LONG", "9223372036854775807", .integer(.max)),
      ("NUMBER", "2.5", .double(2.5)), ("BOOL", "true", .boolean(true)),
      ("TEXT", "3", .string("3")),
      ("JSON", #"{"a": [1]}"#, .json(#"{"a":[1]}"#)), ("LIST", "[1", .string("[1")),
    ] as [(String, String, VariableValue)]
  )
  func `a variable has the data type that the response declares, or is a text if invalid`(
    type: String,
    text: String,
    value: VariableValue
  ) throws {
    let quoted = SortedJSON.text(of: text) ?? ""
    let features = try features(
      """
      {"data":{"experiment_map":[{"status":"LIVE","experiment_key":"e","variant_name":"a",
        "variant":{"variables":[{"key":"v","value":\(quoted),"data_type":"\(type)"}]}}]}}
      """
    )
    #expect(features.first?.state(in: .release).value(of: "v") == value)
  }

  @Test(arguments: [
    ("INT", "abc"), ("BOOL", "maybe"), ("DOUBLE", "much"), ("JSON", "{"), ("FOO", "3"),
  ])
  func `a value that does not match its declared data type is reported`(type: String, text: String)
    throws
  {
    let bytes = Array(
      """
      {"data":{"experiment_map":[{"status":"LIVE","experiment_key":"e","variant_name":"a",
        "variant":{"variables":[{"key":"v","value":"\(text)","data_type":"\(type)"}]}}]}}
      """.utf8
    )
    let problem = try #require(try ConfigurationFormat.ascend().parse(bytes).problems.first)
    #expect(problem.feature == "e" && problem.line == 2 && problem.severity == .warning)
    #expect(
      problem.fact.description
        == "variable \"v\": found \"\(text)\", expected a value of type \(type)"
    )
  }

  @Test func `a value that matches its declared data type is not reported`() throws {
    let problems = try ConfigurationFormat.ascend(Self.requested).parse(Array(Lab.response().utf8))
    #expect(problems.problems.isEmpty)
  }

  @Test(arguments: [("", "unnamed"), ("Default", "Default (variant)")])
  func `an unnamed variant and a variant named Default get unique names`(
    name: String,
    given: String
  )
    throws
  {
    let features = try features(
      """
      {"data":{"experiment_map":[
        {"status":"LIVE","experiment_key":"e","variant_name":"\(name)"},
        {"status":"LIVE","experiment_key":""}]}}
      """
    )
    #expect(features.first?.testVariations.map(\.rawValue) == [given, "Default"])
    #expect(features.first?.given?.rawValue == given)
  }

  @Test func `an experiment without a key is reported`() throws {
    let bytes = Array(#"{"data":{"experiment_map":[{"status":"LIVE"}]}}"#.utf8)
    let configuration = try ConfigurationFormat.ascend().parse(bytes)
    #expect(configuration.features.isEmpty)
    #expect(configuration.problems.map(\.fact) == [.missingName])
    #expect(configuration.problems.map(\.line) == [1])
  }

  @Test(arguments: [
    (Lab.response(), true), (#"{"data":{"experiment_map":[]}}"#, true),
    (#"{"features":[]}"#, false), (#"{"features":["experiment_map"]}"#, false),
    (#"{"data":{"experiment_map":"#, false), ("", false),
  ])
  func `a response is recognised by its content`(text: String, isResponse: Bool) {
    #expect(ConfigurationFormat.ascend().recognises(Array(text.utf8)) == isResponse)
  }

  @Test func `a malformed response is reported with its location`() {
    func message(_ text: String) -> String? {
      let thrown = #expect(throws: ConfigurationError.self) {
        _ = try ConfigurationFormat.ascend().parse(Array(text.utf8))
      }
      return thrown.map { "\($0.line ?? 0): \($0)" }
    }
    #expect(message("{\n]") == "2: column 1: found \"]\", expected a name in quotes")
    #expect(message("{ // no\n}") == "1: column 3: found \"/\", expected a name in quotes")
    #expect(
      message("{\"data\":{\"experiment_map\":[\n{}]}}")
        == #"2: "data.experiment_map[0].status": found nothing, expected a text"#
    )
    #expect(
      message(#"{"error":{"message":"unknown project"}}"#)
        == #"0: found the error "unknown project", expected experiments"#
    )
    #expect(
      message(#"{"error":{}}"#) == "0: found an error without a message, expected experiments"
    )
  }

  @Test func `an override that the dashboard sets is applied by the app`() async throws {
    let lab = try Lab()
    let workspace = lab.folder.workspace()
    let store = FlagStore(workspace: workspace)
    try store.load(Configuration(features: try features()))
    try store.override(.variable("steps", .integer(9)), for: ["checkout_flow"])
    try store.override(.variable("ratio", .double(0.25)), for: ["absent"])
    let (experiments, _) = try await lab.experiments()
    _ = try await experiments.refreshExperiments()
    experiments.followOverrides(at: workspace.overridesPath)
    #expect(experiments.getIntValue(for: "checkout_flow", with: "steps") == 9)
    #expect(experiments.getStringValue(for: "checkout_flow", with: "title") == "Pay now")
    #expect(experiments.getDoubleValue(for: "absent", with: "ratio") == 0.25)

    try store.override(.variation(.withoutExperiment), for: ["checkout_flow"])
    try store.override(.variable("steps", .integer(8)), for: ["checkout_flow"])
    experiments.followOverrides(at: workspace.overridesPath)
    #expect(experiments.getIntValue(for: "checkout_flow", with: "steps") == 8)
    #expect(
      experiments.getStringValue(for: "checkout_flow", with: "title", ignoreCache: true) == ""
    )
    #expect(experiments.getExperimentVariants()["checkout_flow"] == nil)
  }

  @Test(arguments: [
    (VariableValue.boolean(true), "true", true, -1, -1.0),
    (.integer(3), "3", false, 3, 3.0), (.double(2.5), "2.5", false, -1, 2.5),
    (.string("12"), "12", false, 12, 12.0), (.json("[1]"), "[1]", false, -1, -1.0),
  ])
  func `an overridden value is converted by each getter`(
    value: VariableValue,
    string: String,
    bool: Bool,
    int: Int,
    double: Double
  ) {
    let variable = ExperimentVariable(value)
    #expect(variable.scalar() == string)
    #expect(variable.scalar() == bool)
    #expect(variable.scalar() == int)
    #expect(variable.scalar() == Int64(int))
    #expect(variable.scalar() == double)
  }
}
