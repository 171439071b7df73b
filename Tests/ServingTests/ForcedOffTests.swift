import Documents
import FeatureFlags
import LaunchDarkly
import OptimizelyEngine
import RemoteConfig
import Testing
import Unleash

@testable import Serving

/// Tests that a feature which is forced off has one result in the evaluation, over OFREP and in documents.
struct ForcedOffTests {
  /// Forces a feature off, and returns its results over OFREP, by part.
  private func results(
    of name: Feature.Name,
    in store: FlagStore,
    after choices: [OverrideChoice] = []
  ) throws -> (state: FeatureState, parts: [ServedResult.Part: ServedResult]) {
    try store.override(choices + [.enabled(false)], for: [name])
    let feature = try store.requiredFeature(named: name)
    let parts = FlagKey.parts(of: feature).compactMap { part in
      ServedResult(part, of: feature, origin: nil).map { (part, $0) }
    }
    return (feature.state(in: .release), Dictionary(parts) { first, _ in first })
  }

  @Test(arguments: ["datafile", "synthetic_rules", "synthetic_holdouts"])
  func `an Optimizely flag that is forced off has the variation off, also in the served datafile`(
    name: String
  ) throws {
    let project = try DatafileProject(name)
    for flag in project.flags {
      let key = Feature.Name(rawValue: flag)
      let variations = try project.store.requiredFeature(named: key).testVariations
      let forced = variations.prefix(1).map { OverrideChoice.variation($0) }
      for choices in [[], forced] {
        let (state, parts) = try results(of: key, in: project.store, after: choices)
        #expect(state.variation == "off" && !state.isEnabled, "\(flag)")
        #expect(parts[.feature]?.value == .variation("off") && parts[.feature]?.variant == "off")
        #expect(parts[.enabled].map { $0.value == .boolean(false) } ?? true)
        let feature = try project.store.requiredFeature(named: key)
        for user in [nil, project.users[0].targetingKey] {
          let served = Evaluator(try Datafile(bytes: try project.served(for: user)))
          let decision = served.decide(flag, for: UserContext(project.users[0]))
          #expect(decision.variation == "off" && !decision.isEnabled, "\(flag) \(user ?? "")")
        }
        let decision = project.evaluator.decision(of: feature, in: project.users[0])
        #expect(decision.variation == "off" && !decision.isEnabled && decision.rule == nil)
      }
      try project.store.resetAll()
    }
  }

  @Test
  func `an Optimizely flag that is forced on has the variation on for a user without a variation`()
    throws
  {
    let project = try DatafileProject("synthetic_rules")
    let without = project.store.features.filter { $0.state(in: .release).variation == nil }
    #expect(!without.isEmpty)
    for feature in without {
      try project.store.override(.enabled(true), for: [feature.name])
      let forced = try project.store.requiredFeature(named: feature.name)
      let result = ServedResult(.feature, of: forced, origin: nil)
      #expect(result?.value == .variation("on") && result?.variant == "on", "\(feature.name)")
    }
  }

  @Test func `a flag of Unleash that is forced off has the variant disabled, and no payload`()
    throws
  {
    let store = FlagStore(user: "ana")
    try store.load(try FlagSystemSample.unleashFormat.parse(Array(FlagSystemSample.unleash.utf8)))
    for choices in [[], [.variation("blue")], [.variable("payload", .string("x"))]]
      as [[OverrideChoice]]
    {
      let (state, parts) = try results(of: "colour", in: store, after: choices)
      #expect(state.variation == "disabled" && !state.isEnabled && state.variables.isEmpty)
      #expect(parts[.feature]?.value == .variation("disabled"))
      #expect(parts[.enabled]?.value == .boolean(false))
      let payload = try #require(parts[.variable("payload")])
      #expect(payload.value == .none)
      try store.resetAll()
    }
  }

  @Test func `an Ascend experiment that is forced off has the variation Default and its values`()
    throws
  {
    let lab = try AscendSample.lab()
    let (state, parts) = try results(of: "checkout_flow", in: lab.store)
    #expect(state.variation == "Default" && !state.isEnabled)
    #expect(parts[.feature]?.value == .variation("Default"))
    #expect(parts[.variable("steps")]?.value == .variable(.integer(9)))
    #expect(parts[.enabled]?.value == .boolean(false))
  }

  @Test func `a parameter with conditions that is forced off has the app's own default value`()
    throws
  {
    let lab = try FeaturesDocumentState(TemplateSample.text, format: .remoteConfigTemplate)
    let (state, parts) = try results(of: "welcome", in: lab.store)
    #expect(!state.isEnabled && state.variation == nil && state.variables.isEmpty)
    #expect(parts[.feature]?.value == ServedResult.Value.none)
    let document = String(decoding: ServedTemplate(lab.served).json(), as: UTF8.self)
    #expect(
      document.contains(#""welcome":{"defaultValue":{"useInAppDefault":true}"#),
      "\(document)"
    )
  }

  @Test func `a Boolean parameter with the app's own default has no value until it is forced`()
    throws
  {
    let text = """
      {"parameters": {"p": {"defaultValue": {"useInAppDefault": true}, "valueType": "BOOLEAN"}}}
      """
    let lab = try FeaturesDocumentState(text, format: .remoteConfigTemplate)
    let result = ServedResult(
      .feature,
      of: try lab.store.requiredFeature(named: "p"),
      origin: nil
    )
    #expect(result?.value == ServedResult.Value.none && result?.variant == "")
    #expect(try lab.store.requiredFeature(named: "p").stateText == "app's default")
    let (_, parts) = try results(of: "p", in: lab.store)
    #expect(parts[.feature]?.value == .boolean(false) && parts[.feature]?.variant == "off")
    let document = String(decoding: ServedTemplate(lab.served).json(), as: UTF8.self)
    #expect(document.contains(#""defaultValue":{"value":"false"}"#), "\(document)")
  }

  @Test func `each OFREP result has a variant, which is empty if the app decides the value`() throws
  {
    let systems = [
      (FlagSystemSample.flagd, FlagSystemSample.flagdFormat, "colour"),
      (FlagSystemSample.unleash, FlagSystemSample.unleashFormat, "colour"),
    ]
    for (text, format, key) in systems {
      let store = FlagStore(user: "ana")
      try store.load(try format.parse(Array(text.utf8)))
      try store.override(.enabled(false), for: [Feature.Name(rawValue: key)])
      for feature in store.features {
        for part in FlagKey.parts(of: feature) {
          guard let result = ServedResult(part, of: feature, origin: nil), result.failure == nil
          else { continue }
          var json = JSONBytes(capacity: 100)
          json.append(result, key: feature.name.rawValue)
          let text = String(decoding: json.bytes, as: UTF8.self)
          #expect(try JSONReader.read(json.bytes)["variant"]?.string != nil, "\(text)")
        }
      }
    }
    let flagd = FlagStore()
    try flagd.load(try FlagSystemSample.flagdFormat.parse(Array(FlagSystemSample.flagd.utf8)))
    let off = ServedResult(.feature, of: try flagd.requiredFeature(named: "limit"), origin: nil)
    #expect(off?.variant == "" && off?.value == ServedResult.Value.none)
  }
}
