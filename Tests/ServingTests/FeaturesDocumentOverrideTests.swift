import Documents
import FeatureFlags
import FeaturesSystem
import FlagSystem
import Serving
import Testing

/// Tests that the original framework follows every override of every type of feature.
struct FeaturesDocumentOverrideTests {
  private static let assignments = stride(from: 0.0, through: 100, by: 0.5)

  /// The keys of an entry that an override may change.
  private static let editable: Set<String> = [
    "enabled", "development", "unlocked", "test-biases", "test-variations",
  ]

  private func original(
    _ name: String,
    in bytes: [UInt8],
    isPropertyList: Bool = false
  ) throws -> OriginalFeature {
    let features =
      isPropertyList
      ? try OriginalFeature.read(propertyList: bytes) : try OriginalFeature.read(json: bytes)
    return try #require(features.first { $0.name == name })
  }

  private func entries(_ bytes: [UInt8]) throws -> [Node] {
    let root = try JSONReader.read(bytes, as: .json)
    return try #require((root["features"] ?? root).list)
  }

  /// Whether a name in the document is that of the given variation, ignoring letter case and the different
  /// names of on and off.
  private func isSame(_ name: String, _ variation: TestVariation) -> Bool {
    TestVariation(rawValue: name.lowercased())
      == TestVariation(rawValue: variation.rawValue.lowercased())
  }

  static let names: [String] = {
    // Drops the error: with an empty list of arguments, the test that counts the cases fails.
    let configuration = try? Configuration(bytes: Array(FeaturesDocumentSample.text.utf8))
    return configuration?.features.map(\.name.rawValue) ?? []
  }()

  @Test
  func `the sample document has every type of feature, and the original framework decodes it`()
    throws
  {
    #expect(Self.names.count == 28)
    let bytes = Array(FeaturesDocumentSample.text.utf8)
    let kinds = try OriginalFeature.read(json: bytes).map(\.kind)
    for kind: OriginalFeature.Kind in [.flag, .unlockFlag, .onOffTest, .abTest, .mvtTest] {
      #expect(kinds.contains(kind))
    }
  }

  @Test(arguments: names)
  func `the original framework returns the forced state and variation for every assignment`(
    name: String
  ) throws {
    let key = Feature.Name(rawValue: name)
    let lab = try FeaturesDocumentState(FeaturesDocumentSample.text)
    let received = try original(name, in: Array(FeaturesDocumentSample.text.utf8))
    var count = 0
    try lab.withEachOverride(of: key) { override in
      count += 1
      let feature = try lab.feature(key)
      let state = feature.state(in: .release)
      let forced = forcedVariation(of: feature)
      let served = ServedFeatures(lab.served)
      for (bytes, isPropertyList) in [(served.json(), false), (served.propertyList(), true)] {
        let original = try original(name, in: bytes, isPropertyList: isPropertyList)
        #expect(original.isUnlocked == (state.isUnlocked ?? false), "\(override)")
        for assignment in Self.assignments {
          let variation = original.variation(at: assignment)
          if let forced {
            // The framework has a documented defect: the range of the last variation includes its upper
            // bound.
            let isLast = isSame(original.variations.last ?? "", forced)
            if assignment == 100, !isLast { continue }
            #expect(isSame(variation, forced), "\(override) at \(assignment)")
          } else if feature.type.isTest {
            let expected = state.isEnabled ? received.allocated(at: assignment) : "Disabled"
            #expect(variation == expected, "\(override) at \(assignment)")
          }
          guard feature.override?.hasState == true else { continue }
          let isEnabled = original.isEnabled(at: assignment)
          #expect(isEnabled == state.isEnabled, "\(override) at \(assignment)")
        }
      }
    }
    #expect(count >= 2)
  }

  /// The variation that the override forces for every user; `nil` if it forces none, or if the assignment
  /// still selects a variation.
  private func forcedVariation(of feature: Feature) -> TestVariation? {
    guard let override = feature.override else { return nil }
    let state = feature.state(in: .release)
    switch feature.type {
    case .featureTest(.featureFlagAB): return override.hasState ? state.variation : nil
    case .featureTest: return state.isEnabled ? feature.forcedVariation : nil
    case .featureFlag, .unlockFlag, .value, .deprecated:
      return override.enabled == true ? feature.testVariations.first : nil
    }
  }

  @Test(arguments: names)
  func `an override changes only the fields of its feature that force the result`(
    name: String
  ) throws {
    let key = Feature.Name(rawValue: name)
    let lab = try FeaturesDocumentState(FeaturesDocumentSample.text)
    let before = try entries(Array(FeaturesDocumentSample.text.utf8))
    try lab.withEachOverride(of: key) { override in
      let after = try entries(ServedFeatures(lab.served).json())
      #expect(after.count == before.count)
      for (old, new) in zip(before, after) {
        let isOverridden = old["name"]?.string == name
        #expect(fixed(new, isOverridden) == fixed(old, isOverridden), "\(override)")
        let keys = Set((old.members ?? []).map(\.key))
        let newKeys = Set((new.members ?? []).map(\.key))
        #expect(newKeys.isSubset(of: keys.union(["enabled", "unlocked", "test-biases"])))
      }
    }
  }

  /// The members of an entry that an override must not change, as text and in order.
  private func fixed(_ entry: Node, _ isOverridden: Bool) -> [String] {
    (entry.members ?? []).filter { !isOverridden || !Self.editable.contains($0.key) }
      .map { "\($0.key): \(JSONValue($0.node)?.text() ?? "")" }
  }

  @Test(arguments: names, [nil, "ana", "ben"])
  func `this project's parser reads the overridden states from the served document`(
    name: String,
    user: String?
  ) throws {
    let context = EvaluationContext(targetingKey: user)
    let lab = try FeaturesDocumentState(FeaturesDocumentSample.text, context: context)
    try lab.withEachOverride(of: Feature.Name(rawValue: name)) { override in
      let served = ServedFeatures(lab.served, user: user)
      for bytes in [served.json(), served.propertyList()] {
        let store = FlagStore()
        try store.load(try Configuration(bytes: bytes))
        #expect(store.features.map(\.name) == lab.store.features.map(\.name))
        for (mine, theirs) in zip(store.features, lab.store.features) {
          // Without a user, the result of a test that is not forced depends on a random assignment.
          guard user != nil || theirs.isOverridden || !theirs.type.isTest else { continue }
          let (new, old) = (mine.state(in: .release), theirs.state(in: .release))
          #expect(new.isEnabled == old.isEnabled, "\(mine.name) \(override)")
          #expect(new.isUnlocked == old.isUnlocked, "\(mine.name) \(override)")
          guard user != nil || theirs.forcedVariation != nil else { continue }
          #expect(new.variation == old.variation, "\(mine.name) \(override)")
        }
      }
    }
  }

  @Test func `without overrides, the original framework reads the served document like the source`()
    throws
  {
    let lab = try FeaturesDocumentState(FeaturesDocumentSample.text)
    let before = try OriginalFeature.read(json: Array(FeaturesDocumentSample.text.utf8))
    let served = ServedFeatures(lab.served)
    for after in [
      try OriginalFeature.read(json: served.json()),
      try OriginalFeature.read(propertyList: served.propertyList()),
    ] {
      #expect(after.map(\.name) == before.map(\.name))
      for (new, old) in zip(after, before) {
        #expect(new.biases == old.biases)
        #expect(new.labels == old.labels)
        #expect(new.isUnlocked == old.isUnlocked)
        for assignment in Self.assignments {
          #expect(new.variation(at: assignment) == old.variation(at: assignment))
          #expect(new.isEnabled(at: assignment) == old.isEnabled(at: assignment))
        }
      }
    }
  }

  @Test func `a reset of all overrides restores the served document byte for byte`() throws {
    let lab = try FeaturesDocumentState(FeaturesDocumentSample.text)
    let before = ServedFeatures(lab.served).json()
    try lab.store.override(.variation("Group B"), for: ["A/B"])
    #expect(ServedFeatures(lab.served).json() != before)
    try lab.store.reset(["A/B"])
    #expect(ServedFeatures(lab.served).json() == before)
  }

  @Test func `a document for one user has the user's assignment for each test that is not forced`()
    throws
  {
    let lab = try FeaturesDocumentState(FeaturesDocumentSample.text)
    try lab.store.override(.variation("Blue"), for: ["MVT"])
    try lab.store.override(.enabled(true), for: ["On/off", "A/B disabled"])
    let user = EvaluationContext(targetingKey: "ana")
    let allocator = BiasEvaluator().allocator(for: user, count: 1)
    let originals = try OriginalFeature.read(json: ServedFeatures(lab.served, user: "ana").json())
    for (original, feature) in zip(originals, lab.store.features) {
      switch feature.name {
      case "MVT", "On/off": #expect(original.assignment == nil)
      case _ where !feature.type.isTest: break
      default:
        let number = try #require(original.assignment)
        #expect(allocator(feature.definition, [:]) == .assignment(number))
        let state = try #require(lab.store.evaluate(feature.name, in: user)).state
        if let variation = state.variation, !feature.isDevelopment {
          #expect(isSame(original.variation(at: 50), variation), "\(feature.name)")
        }
      }
    }
  }
}

extension Override {
  /// Whether the override forces a state or a variation, and not only the unlocked state.
  fileprivate var hasState: Bool { enabled != nil || variation != nil }
}
