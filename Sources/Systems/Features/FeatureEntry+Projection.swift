import Documents
import FeatureFlags
import FlagSystem

extension FeatureEntry {
  /// Creates the entry of a feature that the served document does not have.
  ///
  /// A feature with biases is encoded with its definition, so that each app draws its own
  /// assignment. A feature that a flag service evaluates becomes a test with the state and the
  /// variation of its user, or a flag if it has no variations; variables are omitted, because a
  /// document of features has no field for them.
  ///
  /// - Returns: The entry; `nil` for a deprecated feature, whose type the framework cannot decode.
  init?(projecting feature: Feature) {
    guard feature.type != .deprecated else { return nil }
    self.init(EditedObject([(Key.name.rawValue, .string(feature.name.rawValue))]))
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
      // The framework decodes a type only in its object form.
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
    // The variation of a holdout is not one of the feature's variations, so that it has to be added.
    if let variation = state.variation, !variations.contains(variation), !variations.isEmpty {
      variations.append(variation)
    }
    guard !variations.isEmpty else { return }
    self[.variations] = .list(variations.map { .string($0.rawValue) })
    let states = variations.map { TestVariation(rawValue: $0.rawValue.lowercased()) }
    if states.count == 2, Set(states) == [.enabled, .disabled] {
      // FeatureFlags reads a test with the variations `on` and `off` as an on/off test, whose biases
      // determine the state.
      let current: TestVariation = state.isEnabled ? .enabled : .disabled
      if let index = states.firstIndex(of: current) { allocateEveryone(to: index) }
    } else if let index = state.variation.flatMap(variations.firstIndex) {
      allocateEveryone(to: index)
    }
  }
}

extension Feature {
  /// The variations as a document declares them; empty for a flag without declared variations.
  fileprivate var declaredVariations: [String] {
    let names = testVariations.map(\.rawValue)
    guard !type.isTest else { return names }
    if testVariations == [.enabled, .disabled] { return [] }
    // A flag with one declared variation has two outcomes: the variation, and its negation with a leading
    // `!`. Only the name behind the `!` is declared.
    return names.dropFirst().prefix(1).filter { $0.first == "!" }.map { String($0.dropFirst()) }
  }
}
