import Documents
import FeatureFlags
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests variables with malformed values in the evaluation of a dashboard.
struct MalformedVariableTests {
  private static let variables = """
    [{ "id": "v", "key": "size", "type": "integer", "defaultValue": "many" },
     { "id": "w", "key": "share", "type": "double", "defaultValue": "1" },
     { "id": "x", "key": "style", "type": "string", "subType": "json", "defaultValue": "{" },
     { "id": "y", "key": "word", "type": "string", "defaultValue": "hello" }]
    """

  private static func datafile(isOn: Bool) -> SmallDatafile {
    let settings = #"[{ "id": "w", "value": "half" }]"#
    let experiment = SmallDatafile.experiment("1", key: "e", variables: settings)
    let enabled = #""featureEnabled": true"#
    return SmallDatafile(
      experiments: "[\(isOn ? experiment : experiment.replacing(enabled + ",", with: ""))]",
      flags: "[\(SmallDatafile.flag("f", experiments: ["1"], variables: variables))]"
    )
  }

  @Test(
    arguments: [
      (true, ["size = null", "share = null", "style = null", "word = hello"]),
      (false, ["size = null", "share = 1", "style = null", "word = hello"]),
    ]
  )
  func `a variable with a malformed value is null`(isOn: Bool, expected: [String]) throws {
    let bytes = Array(Self.datafile(isOn: isOn).text.utf8)
    let configuration = try Configuration.datafile(bytes, for: UserContext(id: "u"))
    let feature = try #require(configuration.features.first)
    let state = feature.state(in: .release)
    let values = feature.variablesWithNull(in: state).map { "\($0.name) = \($0.value)" }
    #expect(values.sorted() == expected.sorted())
    let decision = try Self.datafile(isOn: isOn).evaluator().decide("f", for: UserContext(id: "u"))
    let json = decision.json.text()
    #expect(json.contains(#""size":null,"style":null"#))
    #expect(json.contains(#""share":null"#) == isOn)
  }

  @Test func `a variable with a malformed default value can be overridden by its type`() throws {
    let bytes = Array(Self.datafile(isOn: true).text.utf8)
    let store = try FlagStore.datafile(bytes, for: UserContext(id: "u"))
    try store.override(.variable("size", .integer(3)), for: ["f"])
    let state = store.feature(named: "f")?.state(in: .release)
    #expect(state?.value(of: "size") == .integer(3))
    #expect(throws: FlagStoreError.self) {
      try store.override(.variable("size", .string("many")), for: ["f"])
    }
  }
}
