import Documents
import FeatureFlags
import FlagSystem
import TestSupport
import Testing

@testable import RemoteConfig
@testable import Serving

/// Tests that Remote Config keepers read the forced values from the served template and from the served
/// remote values.
struct TemplateOverrideTests {
  /// The sets of conditions that are true for an app.
  private static let conditions: [Set<String>] = [
    [], ["iOS users"], ["A tenth"], ["iOS users", "A tenth"],
  ]

  private func lab() throws -> FeaturesDocumentState {
    try FeaturesDocumentState(TemplateSample.text, format: .remoteConfigTemplate)
  }

  /// Returns the keepers of the served documents: of the template for each set of conditions, and of
  /// the plain values.
  private func keepers(of state: ServedState) async throws -> [any RemoteConfigKeeper] {
    let template = ServedTemplate(state).json()
    var keepers: [any RemoteConfigKeeper] = []
    for conditions in Self.conditions {
      let source = InMemorySource(result: .success(template))
      keepers.append(TemplateRemoteConfigKeeper(source: source, conditions: conditions))
    }
    let values = InMemorySource(result: .success(try ServedRemoteValues(state).json()))
    keepers.append(JSONRemoteConfigKeeper(source: values))
    for keeper in keepers { try await keeper.fetch() }
    return keepers
  }

  @Test(
    arguments: [
      // A forced value of each type has precedence over a forced variation and a forced state.
      ("welcome", [.variation("A tenth"), .variable("value", .string("ahoy"))], "ahoy"),
      ("layout", [.variable("value", .string("list_baseline"))], "list_baseline"),
      ("search", [.variable("value", .string("true"))], "true"),
      ("steps", [.variable("value", .double(4))], "4"),
      ("tax", [.variable("value", .double(0.25))], "0.25"),
      ("limits", [.variable("value", .json(#"{"most":[1]}"#))], #"{"most":[1]}"#),
      ("banner", [.variable("value", .string("x"))], "x"),
      // A forced variation has the value of its condition.
      ("welcome", [.variation("A tenth")], "hi"),
      ("welcome", [.variation("Default")], "hello"),
      ("welcome", [.variation("iOS users")], nil),
      ("steps", [.variation("A tenth")], "2"),
      ("banner", [.variation("iOS users")], "new"),
      // A forced state applies to a Boolean parameter.
      ("dark_mode", [.enabled(false)], "false"),
      ("dark_mode", [.enabled(true)], "true"),
      ("new_cart", [.variable("value", .string("true"))], "true"),
      // A parameter that is forced off has the app's own default value, whatever its value is.
      ("welcome", [.enabled(false)], nil), ("new_cart", [.enabled(false)], nil),
      ("welcome", [.variable("value", .string("ahoy")), .enabled(false)], nil),
      ("welcome", [.enabled(false), .variable("value", .string("ahoy"))], "ahoy"),
    ] as [(String, [OverrideChoice], String?)]
  )
  func `every Remote Config keeper reads the forced value, whichever conditions are true`(
    key: String,
    choices: [OverrideChoice],
    expected: String?
  ) async throws {
    let lab = try lab()
    try lab.store.override(choices, for: [Feature.Name(rawValue: key)])
    for keeper in try await keepers(of: lab.served) {
      let text = keeper.stringValueRepresentation(for: TemplateSample.Key(name: key))
      #expect(text == expected)
    }
  }

  @Test func `a Remote Config service reads forced values of every kind from the template`()
    async throws
  {
    let lab = try lab()
    try lab.store.override(.variable("value", .string("ahoy")), for: ["welcome"])
    try lab.store.override(.variable("value", .string("true")), for: ["new_cart"])
    try lab.store.override(.variable("value", .string("list_baseline")), for: ["layout"])
    try lab.store.override(.variable("value", .string("true")), for: ["search"])
    for keeper in try await keepers(of: lab.served) {
      func value<Value: RemoteValue>(_ name: String, as type: Value.Type) -> Value? {
        keeper.value(for: TemplateSample.Key(name: name))
      }
      #expect(value("welcome", as: TemplateSample.Welcome.self) == .ahoy)
      #expect(value("new_cart", as: TemplateSample.NewCart.self) == .enabled)
      let layout = TemplateSample.Layout(baseline: true, variant: .list)
      #expect(value("layout", as: TemplateSample.Layout.self) == layout)
      let search = TemplateSample.Search(baseline: false, isEnabled: true)
      #expect(value("search", as: TemplateSample.Search.self) == search)
    }
  }

  @Test func `without overrides, every Remote Config keeper reads the texts of the source`()
    async throws
  {
    let lab = try lab()
    // The template has one line, so that problems in both documents have equal line numbers.
    let line = try #require(JSONValue(parsing: TemplateSample.text)).text()
    let oneLine = try RemoteConfigTemplate(bytes: Array(line.utf8))
    #expect(try RemoteConfigTemplate(bytes: ServedTemplate(lab.served).json()) == oneLine)
    for (conditions, keeper) in zip(Self.conditions + [[]], try await keepers(of: lab.served)) {
      for parameter in oneLine.parameters where [.string, .boolean].contains(parameter.type) {
        let key = TemplateSample.Key(name: parameter.key)
        let expected = parameter.value(where: conditions)?.text
        #expect(keeper.stringValueRepresentation(for: key) == expected, "\(parameter.key)")
      }
    }
  }

  @Test func `only the values of an overridden parameter are changed`() throws {
    let lab = try lab()
    let before = try #require(JSONValue(parsing: TemplateSample.text)).text()
    #expect(String(decoding: ServedTemplate(lab.served).json(), as: UTF8.self) == before)
    try lab.store.override(.variable("value", .string("ahoy")), for: ["welcome"])
    let after = String(decoding: ServedTemplate(lab.served).json(), as: UTF8.self)
    let expected =
      before
      .replacing(#"{"value":"hello"}"#, with: #"{"value":"ahoy"}"#)
      .replacing(#"{"value":"hi"}"#, with: #"{"value":"ahoy"}"#)
      .replacing(
        #""iOS users":{"useInAppDefault":true}"#,
        with: #""iOS users":{"value":"ahoy"}"#
      )
    #expect(after == expected)
    #expect(after.contains(#""versionNumber":"28""#))
    try lab.store.resetAll()
    #expect(String(decoding: ServedTemplate(lab.served).json(), as: UTF8.self) == before)
  }

  @Test func `an override with a value of the wrong type changes nothing`() throws {
    let lab = try lab()
    let feature = try lab.feature("steps")
    #expect(throws: OverrideError.self) {
      _ = try feature.override(after: .variable("value", .string("many")))
    }
    let value = JSONValue(parsing: #"{"defaultValue": {"value": "3"}, "valueType": "NUMBER"}"#)
    var parameter = try #require(value.flatMap(EditedParameter.init))
    let before = parameter.json
    parameter.apply(Override(variables: ["value": .string("many")]), of: feature)
    #expect(parameter.json == before)
  }

  @Test func `the served remote values have the types of the parameters`() throws {
    let lab = try lab()
    try lab.store.override(.enabled(false), for: ["dark_mode"])
    let text = String(decoding: try ServedRemoteValues(lab.served).json(), as: UTF8.self)
    #expect(
      text == """
        {"welcome":"hello","dark_mode":false,"new_cart":"false","layout":"grid",\
        "search":"false_baseline","steps":3,"tax":1,"limits":{"most":5}}
        """
    )
  }

  @Test(
    arguments: [
      ("NUMBER", "5", "5"), ("NUMBER", "5.50", "5.5"), ("NUMBER", "1e3", "1000"),
      ("NUMBER", "9007199254740993", "9007199254740993"), ("NUMBER", "0x10", #""0x10""#),
      ("STRING", "5", #""5""#), ("BOOLEAN", "true", "true"), ("BOOLEAN", "yes", #""yes""#),
      ("JSON", "[1,2.0]", "[1,2]"), ("JSON", #"\"a\""#, #""\"a\"""#), ("JSON", "null", #""null""#),
      ("JSON", "{a:1}", #""{a:1}""#),
    ]
  )
  func `a served remote value has the type and the value of its feature`(
    type: String,
    text: String,
    expected: String
  ) throws {
    let parameter = #"{"valueType": "\#(type)", "defaultValue": {"value": "\#(text)"}}"#
    let lab = try FeaturesDocumentState(
      #"{"parameters": {"x": \#(parameter)}}"#,
      format: .remoteConfigTemplate
    )
    let json = String(decoding: try ServedRemoteValues(lab.served).json(), as: UTF8.self)
    #expect(json == #"{"x":\#(expected)}"#)
    guard type == "NUMBER", !expected.hasPrefix("\"") else { return }
    #expect(try lab.feature("x").state(in: .release).value(of: "value")?.description == expected)
  }

  @Test func `serving a mutated template never crashes, and results in a readable template`() throws
  {
    var random = SeededGenerator(seed: 5)
    let tokens = ["null", "1e999", "[]", "{}", "\"\"", "true", "-1", "{\"value\": 1}"]
    var count = 0
    for _ in 0..<(Effort.isFull ? 20_000 : 500) {
      let bytes = mutated(Array(TemplateSample.text.utf8), tokens: tokens, using: &random)
      // Drops the error: most mutations are not valid documents.
      guard let lab = try? FeaturesDocumentState(bytes, format: .remoteConfigTemplate) else {
        continue
      }
      let names = lab.store.features.filter { $0.type != .value }.map(\.name)
      try lab.store.override(.enabled(false), for: names)
      let template = try RemoteConfigTemplate(bytes: ServedTemplate(lab.served).json())
      #expect(
        template.parameters.map(\.key).sorted() == lab.store.features.map(\.name.rawValue).sorted()
      )
      _ = try ServedRemoteValues(lab.served).json()
      count += 1
    }
    #expect(count > 50)
  }
}
