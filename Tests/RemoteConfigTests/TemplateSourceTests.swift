import FeatureFlags
import RemoteConfig
import TestSupport
import Testing

/// Tests a Remote Config template as a source of features.
struct TemplateSourceTests {
  private func features() throws -> [Feature] {
    try ConfigurationFormat.remoteConfigTemplate.parse(Array(SampleTemplate.text.utf8)).features
  }

  private func feature(_ name: Feature.Name) throws -> Feature {
    try #require(try features().first { $0.name == name })
  }

  /// Returns the feature for a user with a device, for whom no condition on the system is true.
  private func androidFeature(_ name: Feature.Name) throws -> Feature {
    let configuration = try ConfigurationFormat.remoteConfigTemplate.parse(
      Array(SampleTemplate.text.replacing("percent <= 10", with: "device.os == 'web'").utf8)
    )
    var feature = try #require(configuration.features.first { $0.name == name })
    let user = EvaluationContext(targetingKey: nil, attributes: ["device.os": "android"])
    feature.allocate(by: configuration.evaluator.allocator(for: user, count: 1))
    return feature
  }

  private func values(_ feature: Feature) -> [VariableValue?] {
    feature.variationVariables.map { variables in
      variables.first { $0.name == "value" }?.value
    }
  }

  @Test func `groups are converted to sections, and the values determine the feature types`()
    throws
  {
    let lines = try features().map { feature in
      "\(feature.section ?? "-") \(feature.name) \(feature.type.token) \(feature.enabled)"
    }
    #expect(
      lines == [
        "- welcome mvt true", "- dark_mode flag true", "- home value true",
        "Checkout steps ab true", "Checkout tax value true", "Checkout limits value true",
        "Checkout banner mvt true",
      ]
    )
  }

  @Test func `conditions are converted to variations with their values`() throws {
    let welcome = try androidFeature("welcome")
    #expect(welcome.testVariations == ["Default", "iOS users", "A tenth"])
    #expect(welcome.given == "Default" && welcome.value == .string("Hello"))
    #expect(values(welcome) == [.string("Hello"), .string("Hello, Mac"), .string("Hi")])
    #expect(values(try feature("steps")) == [.double(3), .double(2)])
    #expect(values(try feature("banner")) == [nil, .string("new"), nil])
  }

  @Test func `a parameter without conditions is converted to a variable of its type`() throws {
    #expect(try feature("tax").variables == [Variable(name: "value", value: .double(0.19))])
    #expect(
      try feature("limits").variables == [Variable(name: "value", value: .json("{\"most\": 5}"))]
    )
    #expect(try feature("home").variables.isEmpty)
    #expect(try feature("dark_mode").variables.isEmpty)
  }

  @Test func `the description of a feature includes the expressions of its conditions`() throws {
    #expect(
      try feature("welcome").detailText == """
        What the first screen says
        iOS users, if device.os == 'ios'
        A tenth, if percent <= 10
        """
    )
    #expect(try feature("home").detailText == "Default: the app's own default")
    #expect(
      try feature("banner").detailText == """
        Default: chosen for each user by personalization p1
        iOS users, if device.os == 'ios': rollout r1 of new
        A tenth, if percent <= 10: chosen by experiment e1
        """
    )
    #expect(try feature("dark_mode").detailText == nil)
  }

  @Test
  func `a flag describes its conditions, and all numbers are doubles if one has a fraction`()
    throws
  {
    let text = """
      { "conditions": [{ "name": "default", "expression": "true" }],
        "parameters": {
          "flag": { "valueType": "BOOLEAN", "defaultValue": { "value": "false" },
            "conditionalValues": { "default": { "value": "true" } } },
          "rate": { "valueType": "NUMBER", "defaultValue": { "value": "1" },
            "conditionalValues": { "default": { "value": "0.5" } } } } }
      """
    let configuration = Configuration(template: try RemoteConfigTemplate(bytes: Array(text.utf8)))
    #expect(configuration.problems.isEmpty)
    let flag = try #require(configuration.features.first)
    #expect(flag.value == .boolean(true) && flag.type == .featureFlag)
    #expect(flag.detailText == "default, if true: true")
    let rate = try #require(configuration.features.last)
    #expect(rate.testVariations == ["Default", "default (condition)"])
    #expect(values(rate) == [.double(1), .double(0.5)])
  }

  @Test func `a value that Firebase selects is undecided, with the selection as the reason`() throws
  {
    let configuration = try ConfigurationFormat.remoteConfigTemplate.parse(
      Array(SampleTemplate.text.utf8)
    )
    var banner = try #require(configuration.features.first { $0.name == "banner" })
    func reason(_ system: AttributeValue) -> String? {
      let user = EvaluationContext(targetingKey: nil, attributes: ["device.os": system])
      banner.allocate(by: configuration.evaluator.allocator(for: user, count: 1))
      return banner.undecidedReason
    }
    #expect(reason("ios") == "condition \"iOS users\": rollout r1 of new")
    #expect(
      reason("web") == "condition \"A tenth\": only Firebase knows the bucket of an app"
    )
  }

  @Test func `problems of a template are reported as problems of the configuration`() throws {
    let text = #"{"parameters": {"a": 3, "b": {"defaultValue": {"value": "x"}}}}"#
    let configuration = try ConfigurationFormat.remoteConfigTemplate.parse(Array(text.utf8))
    #expect(configuration.features.map(\.name) == ["b"])
    #expect(configuration.problems.map(\.feature) == ["a"])
  }

  @Test(arguments: [
    (SampleTemplate.text, true), (#"{"parameterGroups": {}}"#, true),
    (#"{"version": {"versionNumber": "1"}}"#, true), (#"{"version": {}}"#, false),
    (#"{"features": [], "parameters": {}}"#, false), (#"{"parameters": []}"#, false),
    ("[]", false), ("", false), ("{\"parameters\": {}", false), ("bplist00", false),
  ])
  func `a template is recognised by its content`(text: String, expected: Bool) {
    #expect(ConfigurationFormat.remoteConfigTemplate.recognises(Array(text.utf8)) == expected)
    if expected { #expect(!ConfigurationFormat.features.recognises(Array(text.utf8))) }
  }

  @Test func `a parameter that only Firebase can evaluate is undecided, and accepts overrides`()
    throws
  {
    let store = FlagStore()
    try store.load(ConfigurationFormat.remoteConfigTemplate.parse(Array(SampleTemplate.text.utf8)))
    let steps = try #require(store.feature(named: "steps"))
    #expect(steps.stateText == "undecided" && steps.state(in: .release).variables.isEmpty)
    #expect(
      steps.undecidedReason == "condition \"A tenth\": only Firebase knows the bucket of an app"
    )
    try store.override(.variable("value", .double(7.5)), for: ["steps"])
    let after = try #require(store.feature(named: "steps")).state(in: .release)
    #expect(after.variation == nil && after.value(of: "value") == .double(7.5))
    try store.override(.variable("value", .double(0.07)), for: ["tax"])
    let tax = try #require(store.feature(named: "tax")).state(in: .release)
    #expect(tax.value(of: "value") == .double(0.07))
  }

  @Test(arguments: [
    (#""STRING", "defaultValue": { "useInAppDefault": true }"#, "hey", VariableValue.string("hey")),
    (#""NUMBER", "defaultValue": { "value": "abc" }"#, "4", .double(4)),
    (
      #""JSON", "defaultValue": { "personalizationValue": { "personalizationId": "p" } }"#,
      "[1]", .json("[1]")
    ),
  ])
  func `a parameter without a readable value accepts an override of its type`(
    parameter: String,
    text: String,
    value: VariableValue
  ) throws {
    let template = #"{ "parameters": { "home": { "valueType": \#(parameter) } } }"#
    let store = FlagStore()
    try store.load(ConfigurationFormat.remoteConfigTemplate.parse(Array(template.utf8)))
    let home = try #require(store.feature(named: "home"))
    #expect(home.state(in: .release).variables.isEmpty)
    try store.override(.variable("value", try home.value(text, for: "value")), for: ["home"])
    #expect(store.feature(named: "home")?.state(in: .release).value(of: "value") == value)
  }

  @Test
  func
    `a parameter with conditions has its value, or the app's default if it is disabled`()
    throws
  {
    let steps = try androidFeature("steps")
    #expect(steps.definition.result == .value && steps.value == .double(3))
    let off = steps.overridden(by: Override(enabled: false))
    #expect(off.value == nil && off.stateText == "app's default")
    let condition = steps.overridden(by: try steps.override(after: .variation("A tenth")))
    #expect(condition.value == .double(2))
  }

  @Test(arguments: ["9007199254740993", "-9007199254740993", "9223372036854775807"])
  func `a whole number keeps all its digits, in the template and in an override`(text: String)
    throws
  {
    let number = VariableValue.integer(try #require(Int(text)))
    let template = """
      {"conditions": [{"name": "beta", "expression": "false"}], "parameters": {
        "id": {"valueType": "NUMBER", "defaultValue": {"value": "0.5"},
          "conditionalValues": {"beta": {"value": "\(text)"}}},
        "plain": {"valueType": "NUMBER", "defaultValue": {"value": "\(text)"}}}}
      """
    let store = FlagStore()
    try store.load(ConfigurationFormat.remoteConfigTemplate.parse(Array(template.utf8)))
    func value(of name: Feature.Name) -> VariableValue? {
      store.feature(named: name)?.state(in: .release).value(of: "value")
    }
    #expect(value(of: "plain") == number && value(of: "id") == .double(0.5))
    try store.override(.variation("beta"), for: ["id"])
    #expect(value(of: "id") == number)
    let id = try #require(store.feature(named: "id"))
    try store.override(.variable("value", try id.value(text, for: "value")), for: ["id"])
    #expect(value(of: "id") == number)
  }

  @Test func `a template without parameters is valid`() throws {
    let text = #"{ "version": { "versionNumber": "1" } }"#
    let configuration = try ConfigurationFormat.remoteConfigTemplate.parse(Array(text.utf8))
    #expect(configuration.features.isEmpty)
  }
}
