import FeatureFlags
import FlagSystem
import Optimizely
import RemoteConfig
import Serving
import Testing

/// Tests the template and the values that are served for sources of other formats.
struct TemplateProjectionTests {
  private func texts(_ state: ServedState, user: String? = nil) async throws -> [String: String] {
    let template = try RemoteConfigTemplate(bytes: ServedTemplate(state, user: user).json())
    #expect(template.problems.allSatisfy { $0.severity != .error })
    let values = try ServedRemoteValues(state, user: user).json()
    let keeper = JSONRemoteConfigKeeper(source: InMemorySource(result: .success(values)))
    try await keeper.fetch()
    var texts: [String: String] = [:]
    for parameter in template.parameters {
      let text = parameter.defaultValue?.text
      texts[parameter.key] = text ?? "in-app default"
      let key = TemplateSample.Key(name: parameter.key)
      // The keeper writes a JSON value without spaces, and a number in its shortest form.
      let types: [RemoteConfigTemplate.ValueType: VariableType] = [.json: .json, .number: .double]
      let expected = text.map { text in
        types[parameter.type].flatMap { VariableValue(text, as: $0)?.description } ?? text
      }
      #expect(keeper.stringValueRepresentation(for: key) == expected, "\(parameter.key)")
    }
    return texts
  }

  @Test func `features become parameters with Booleans, variation names or the app's own default`()
    async throws
  {
    let lab = try FeaturesDocumentState(
      FeaturesDocumentSample.text,
      context: EvaluationContext(targetingKey: "ana")
    )
    try lab.store.override(.variation("Blue"), for: ["MVT"])
    try lab.store.override(.enabled(true), for: ["Flag off", "On/off", "Development flag"])
    let texts = try await texts(lab.served)
    #expect(texts["Flag off"] == "true")
    #expect(texts["Flag on"] == "true")
    #expect(texts["Development flag"] == "true")
    #expect(texts["Development flag off"] == "false")
    #expect(texts["On/off"] == "true")
    #expect(texts["MVT"] == "Blue")
    #expect(texts["A/B disabled"] == "in-app default")
    let assigned = try #require(try lab.feature("A/B").state(in: .release).variation)
    #expect(texts["A/B"] == assigned.rawValue)
    #expect(texts.count == lab.store.features.count)
    let groups = try RemoteConfigTemplate(bytes: ServedTemplate(lab.served).json()).groups
    #expect(groups.map(\.name) == ["Shop"])
  }

  @Test(arguments: [nil, "ana", "ben"] as [String?])
  func `each flag of a datafile becomes a parameter, and so does each of its variables`(
    user: String?
  ) async throws {
    let lab = try FeaturesDocumentState(
      try FeaturesDocumentState.datafile(),
      format: .optimizely(),
      context: EvaluationContext(targetingKey: "default user")
    )
    let context = EvaluationContext(targetingKey: user ?? "default user")
    let texts = try await texts(lab.served, user: user)
    var variableCount = 0
    for (name, evaluation) in lab.store.evaluateAll(in: context) {
      let text = try #require(texts[name.rawValue])
      if ["true", "false"].contains(text) {
        #expect(text == String(evaluation.isEnabled), "\(name)")
      } else {
        #expect(text == evaluation.variation?.rawValue ?? "in-app default", "\(name)")
      }
      for variable in evaluation.variables {
        let text = texts["\(name).\(variable.name)"].map { VariableValue.string($0) }
        #expect(
          text?.converted(to: variable.value.type) == variable.value || variable.value.type == .json
        )
        variableCount += 1
      }
    }
    #expect(variableCount > 0)
  }

  @Test func `forced variables of a datafile are served to every user`() async throws {
    let lab = try FeaturesDocumentState(
      try FeaturesDocumentState.datafile(),
      format: .optimizely()
    )
    var count = 0
    for feature in lab.store.features {
      for variable in feature.declaredVariables where variable.value.type == .string {
        try lab.store.override(.enabled(true), for: [feature.name])
        try lab.store.override(.variable(variable.name, .string("forced")), for: [feature.name])
        let texts = try await texts(lab.served, user: "ben")
        #expect(texts["\(feature.name).\(variable.name)"] == "forced")
        count += 1
      }
    }
    #expect(count > 0)
  }

  @Test func `parameters of a template that is only a fallback keep their values`() async throws {
    let lab = try FeaturesDocumentState(
      Array(TemplateSample.text.replacing("percent <= 10", with: "false").utf8),
      format: .remoteConfigTemplate,
      isFallbackOnly: true
    )
    try lab.store.override(.variation("A tenth"), for: ["welcome"])
    try lab.store.override(.variable("value", .double(7)), for: ["tax"])
    let texts = try await texts(lab.served)
    #expect(texts["welcome"] == "hi")
    #expect(texts["steps"] == "3")
    #expect(texts["tax"] == "7")
    #expect(texts["home"] == "in-app default")
    // Whether the system of the user is iOS is unknown.
    #expect(texts["dark_mode"] == "in-app default")
    #expect(texts.keys.sorted() == lab.store.features.map(\.name.rawValue).sorted())
  }

  @Test func `a feature that only the fallback of a template defines becomes a parameter`()
    async throws
  {
    let lab = try FeaturesDocumentState(
      TemplateSample.text,
      format: .remoteConfigTemplate,
      fallback: #"[{"name": "extra", "section": "Checkout 2"}, {"name": "more", "enabled": true}]"#
    )
    try lab.store.override(.enabled(true), for: ["extra"])
    let texts = try await texts(lab.served)
    #expect(texts["extra"] == "true")
    #expect(texts["more"] == "true")
    #expect(texts["welcome"] == "hello")
  }
}
