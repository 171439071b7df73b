import FeatureFlags
import FeaturesSystem
import FlagSystem
import Optimizely
import RemoteConfig
import Serving
import Testing

/// Tests the configuration that is served for sources of other formats.
struct FeaturesDocumentProjectionTests {
  private static let users: [String?] = [nil, "ana", "ben", "carl"]

  /// Returns the features of the served document, both as this project and as the original framework reads
  /// them.
  private func served(
    _ state: ServedState,
    user: String? = nil
  ) throws -> [(Feature, OriginalFeature)] {
    let served = ServedFeatures(state, user: user)
    let features = try Configuration(bytes: served.json()).features
    let originals = try OriginalFeature.read(json: served.json())
    #expect(
      try Configuration(bytes: served.propertyList()).features.map(\.name) == features.map(\.name)
    )
    #expect(originals.count == features.count)
    return Array(zip(features, originals))
  }

  @Test(arguments: ["synthetic_rules.json", "synthetic_holdouts.json"])
  func `the features served for a datafile have the state and the variation of the user`(
    datafile: String
  ) throws {
    let lab = try FeaturesDocumentState(
      try FeaturesDocumentState.datafile(datafile),
      format: .optimizely(),
      context: EvaluationContext(targetingKey: "default user", attributes: ["plan": "gold"])
    )
    var variationCount = 0
    for user in Self.users {
      let context = EvaluationContext(
        targetingKey: user ?? "default user",
        attributes: ["plan": "gold"]
      )
      for (feature, original) in try served(lab.served, user: user) {
        let evaluation = try #require(lab.store.evaluate(feature.name, in: context))
        #expect(feature.state(in: .release).isEnabled == evaluation.isEnabled, "\(feature.name)")
        for assignment in stride(from: 0.0, to: 100, by: 0.5) {
          #expect(original.isEnabled(at: assignment) == evaluation.isEnabled, "\(feature.name)")
          guard evaluation.isEnabled, let variation = evaluation.variation,
            original.kind != .flag, original.kind != .onOffTest
          else { continue }
          #expect(original.variation(at: assignment) == variation.rawValue, "\(feature.name)")
          variationCount += 1
        }
      }
    }
    #expect(variationCount > 0)
  }

  @Test func `an override of a datafile's flag applies to every user of the served features`()
    throws
  {
    let lab = try FeaturesDocumentState(
      try FeaturesDocumentState.datafile(),
      format: .optimizely(),
      context: EvaluationContext(targetingKey: "ana")
    )
    var forcedCount = 0
    for flag in lab.store.features {
      try lab.withEachOverride(of: flag.name) { override in
        let overridden = try lab.feature(flag.name)
        let state = overridden.state(in: .release)
        for user in [nil, "ben"] as [String?] {
          let pair = try served(lab.served, user: user).first { $0.0.name == flag.name }
          let (feature, original) = try #require(pair)
          let new = feature.state(in: .release)
          #expect(original.isEnabled(at: 50) == new.isEnabled, "\(override)")
          let isForced = overridden.override?.enabled != nil || overridden.forcedVariation != nil
          if isForced { #expect(new.isEnabled == state.isEnabled, "\(override)") }
          guard state.isEnabled, let variation = overridden.forcedVariation else { continue }
          guard feature.type != .featureTest(.featureFlagAB) else { continue }
          // A parser of features normalises the names of variations such as "on".
          #expect(new.variation == TestVariation(rawValue: variation.rawValue), "\(override)")
          forcedCount += 1
        }
      }
    }
    #expect(forcedCount > 0)
  }

  @Test func `parameters of a template become flags and tests`() throws {
    let lab = try FeaturesDocumentState(
      TemplateSample.withoutConditions,
      format: .remoteConfigTemplate
    )
    try lab.store.override(.enabled(false), for: ["dark_mode"])
    try lab.store.override(.variation("A tenth"), for: ["welcome"])
    let features = try served(lab.served)
    func state(_ name: Feature.Name) throws -> FeatureState {
      try #require(features.first { $0.0.name == name }).0.state(in: .release)
    }
    #expect(try !state("dark_mode").isEnabled)
    #expect(try state("welcome").variation == "A tenth")
    #expect(try state("steps").variation == "Default")
    #expect(try state("tax").isEnabled)
    #expect(features.map(\.0.name) == lab.store.features.map(\.name))
  }

  @Test func `without a document of the source, the features of the fallback are served`() throws {
    let lab = try FeaturesDocumentState(
      Array(FeaturesDocumentSample.text.utf8),
      isFallbackOnly: true
    )
    try lab.store.override(.variation("Blue"), for: ["MVT"])
    let served = try served(lab.served)
    #expect(served.map(\.0.name) == lab.store.features.map(\.name))
    for ((feature, _), expected) in zip(served, lab.store.features) {
      #expect(feature.type == expected.type, "\(feature.name)")
      #expect(feature.labels == expected.labels)
      if expected.name != "MVT" { #expect(feature.testBiases == expected.testBiases) }
    }
    let mvt = try #require(served.first { $0.0.name == "MVT" })
    #expect(mvt.1.variation(at: 3) == "Blue")
    // The definition is served with biases, so that each app chooses its own random assignment.
    let test = try #require(served.first { $0.0.name == "A/B disabled" })
    #expect(test.1.biases == [50.5, 49.5])
  }
}
