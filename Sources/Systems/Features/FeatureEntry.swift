import Documents
import FeatureFlags
import FlagSystem

/// An entry of a document of features, whose fields can be changed in place.
struct FeatureEntry {
  /// The keys of the fields.
  enum Key: String {
    case name, description, section, enabled, development, unlocked, type, labels
    case variations = "test-variations"
    case biases = "test-biases"
    case assignment = "test-variation-assignment"
  }

  private(set) var json: JSONValue

  /// The value of a field; `nil` for a missing field and for null.
  subscript(key: Key) -> JSONValue? {
    get { json[key.rawValue] }
    set { json[key.rawValue] = newValue }
  }

  /// The names of the variations as the entry spells them; empty for a plain flag.
  var variations: [String] { self[.variations]?.list?.compactMap(\.string) ?? [] }

  /// Sets a Boolean field, unless it already has the value.
  mutating func set(_ key: Key, to flag: Bool) {
    if case .bool(flag)? = self[key] { return }
    self[key] = .bool(flag)
  }

  /// Sets the biases to 100 for one variation and to 0 for all others.
  ///
  /// The biases are integers, because the original framework compares their sum with 100 exactly.
  private mutating func allocateEveryone(to index: Int) {
    // A flag with one declared variation has two outcomes, and the framework expects a bias for each
    // outcome.
    let count = max(variations.count, 2)
    self[.biases] = .list((0..<count).map { .integer($0 == index ? 100 : 0) })
  }
}

extension FeatureEntry {
  /// Applies an override by changing the fields that the original FeatureFlags framework reads; all
  /// other fields are unchanged.
  ///
  /// An app chooses its assignments at random and stores them. A served document can therefore force a
  /// result only through the state and the biases of an entry.
  mutating func apply(_ override: Override, of feature: Feature) {
    switch feature.type {
    case .featureTest(.featureFlagAB): applyToOnOffTest(override, of: feature)
    case .featureTest: applyToTest(override, of: feature)
    case .featureFlag, .unlockFlag, .value, .deprecated: applyToFlag(override, of: feature)
    }
  }

  private mutating func applyToFlag(_ override: Override, of feature: Feature) {
    if let isUnlocked = override.unlocked, feature.type == .unlockFlag {
      set(.unlocked, to: isUnlocked)
      // Removes the two variations: FeatureFlags reads an entry with two variations as a test, and a
      // test cannot be unlocked.
      if isUnlocked, variations.count == 2 {
        self[.variations] = nil
        self[.biases] = nil
      }
    }
    guard let isEnabled = override.enabled else { return }
    guard isEnabled else { return set(.enabled, to: false) }
    enable(isTest: false)
    // Forces the first outcome with biases, because the framework selects between the outcomes of a flag
    // with declared variations by their biases.
    if variations.count == 1 { allocateEveryone(to: 0) }
    if let index = indexOfState(.enabled) { allocateEveryone(to: index) }
  }

  /// Forces the state of an on/off test with biases, because a disabled test would remain off in the
  /// cache of an app.
  private mutating func applyToOnOffTest(_ override: Override, of feature: Feature) {
    let forced = override.enabled ?? feature.forcedVariation.map { $0 == .enabled }
    guard let isEnabled = forced,
      let index = indexOfState(isEnabled ? .enabled : .disabled)
    else { return }
    allocateEveryone(to: index)
    if isEnabled || hasNormalisedStates {
      enable(isTest: true, isReleased: isEnabled)
    } else {
      // The framework treats a test with variations such as "ON" as an A/B test, which is on unless it
      // is disabled.
      set(.enabled, to: false)
    }
  }

  private mutating func applyToTest(_ override: Override, of feature: Feature) {
    let variation = feature.forcedVariation
    guard let isEnabled = override.enabled ?? (variation == nil ? nil : true) else { return }
    guard isEnabled else { return set(.enabled, to: false) }
    enable(isTest: true)
    if let variation {
      let names = variations.map(TestVariation.init(rawValue:))
      let normalised = TestVariation(rawValue: variation.rawValue)
      if let index = names.firstIndex(of: variation) ?? names.firstIndex(of: normalised) {
        allocateEveryone(to: index)
      }
    } else if let index = indexOfState(.enabled) {
      // The framework ignores the declared type, and treats a test with the variations `on` and `off` as
      // an on/off test.
      allocateEveryone(to: index)
    }
  }

  /// Enables the feature; with `isReleased`, also for release builds, by setting `development` to `false`.
  private mutating func enable(isTest: Bool, isReleased: Bool = true) {
    // A test without the field `enabled` is enabled.
    if self[.enabled] != nil || !isTest { set(.enabled, to: true) }
    if isReleased, self[.development] != nil { set(.development, to: false) }
  }

  /// Returns the index of the variation for the given state.
  ///
  /// The variations must be `on` and `off` in any letter case; otherwise the result is `nil`.
  private func indexOfState(_ state: TestVariation) -> Int? {
    let states = variations.map { TestVariation(rawValue: $0.lowercased()) }
    guard states.count == 2, Set(states) == [.enabled, .disabled] else { return nil }
    return states.firstIndex(of: state)
  }

  /// Whether the framework recognises the variations as the states of an on/off test, which requires
  /// `on` and `off` in lower case.
  private var hasNormalisedStates: Bool {
    Set(variations.map(TestVariation.init(rawValue:))) == [.enabled, .disabled]
  }
}

extension FeatureEntry {
  /// Creates the entry of a feature that is missing in the served document.
  ///
  /// A feature with biases is encoded with its definition, so that each app chooses its own assignment
  /// at random. A feature that a flag service evaluates becomes a test with the state and the variation
  /// of its user, or a flag if it has no variations; variables are omitted, because a document of
  /// features has no field for them.
  ///
  /// - Returns: The entry; `nil` for a deprecated feature, whose type the framework cannot decode.
  init?(projecting feature: Feature) {
    guard feature.type != .deprecated else { return nil }
    self.init(json: .object([(Key.name.rawValue, .string(feature.name.rawValue))]))
    if let text = feature.detailText { self[.description] = .string(text) }
    if let section = feature.section { self[.section] = .string(section) }
    if feature.isEvaluatedByService {
      setResult(of: feature)
    } else {
      setDefinition(of: feature)
    }
  }

  private mutating func setDefinition(of feature: Feature) {
    self[.enabled] = .bool(feature.enabled)
    if feature.isDevelopment { self[.development] = .bool(true) }
    if let isUnlocked = feature.unlocked { self[.unlocked] = .bool(isUnlocked) }
    let names = feature.declaredVariations
    if !names.isEmpty { self[.variations] = .list(names.map(JSONValue.string)) }
    if case .featureTest(let test) = feature.type, names.count == 2, test != .featureFlagAB {
      let isOnOff = Set(feature.testVariations) == [.enabled, .disabled]
      // The framework decodes this type only in its object form.
      if test == .mvt || isOnOff {
        self[.type] = .object([("feature-test", .string(test.rawValue))])
      }
    }
    if Set(feature.testBiases).count > 1, feature.type.isTest {
      self[.biases] = .list(feature.testBiases.map { .number($0.rawValue) })
    }
    if !feature.labels.isEmpty { self[.labels] = .list(feature.labels.map(JSONValue.text)) }
    if let number = feature.definition.assignment { self[.assignment] = .number(number) }
  }

  private mutating func setResult(of feature: Feature) {
    let state = feature.state(in: .release)
    self[.enabled] = .bool(state.isEnabled)
    var variations = feature.testVariations
    // A holdout's variation is not one of the feature's variations, so it has to be added.
    if let variation = state.variation, !variations.contains(variation), !variations.isEmpty {
      variations.append(variation)
    }
    guard !variations.isEmpty else { return }
    self[.variations] = .list(variations.map { .string($0.rawValue) })
    let states = variations.map { TestVariation(rawValue: $0.rawValue.lowercased()) }
    if states.count == 2, Set(states) == [.enabled, .disabled] {
      // FeatureFlags treats a test with the variations `on` and `off` as an on/off test, whose biases
      // determine the state.
      let current: TestVariation = state.isEnabled ? .enabled : .disabled
      if let index = states.firstIndex(of: current) { allocateEveryone(to: index) }
    } else if let index = state.variation.flatMap(variations.firstIndex) {
      allocateEveryone(to: index)
    }
  }
}

extension Feature {
  /// The variations that the entry declares; empty for a flag without declared variations.
  fileprivate var declaredVariations: [String] {
    let names = testVariations.map(\.rawValue)
    guard !type.isTest else { return names }
    if testVariations == [.enabled, .disabled] { return [] }
    // A flag with one declared variation has two outcomes: the variation, and its negation with a
    // leading `!`. Only the name after the `!` is declared.
    return names.dropFirst().prefix(1).filter { $0.first == "!" }.map { String($0.dropFirst()) }
  }
}
