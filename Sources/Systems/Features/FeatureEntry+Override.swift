import FeatureFlags
import FlagSystem

extension FeatureEntry {
  /// Changes the fields that make the original FeatureFlags framework follow the override of a feature; all
  /// other fields are unchanged.
  ///
  /// An app draws and stores its own assignments, so that only the state and the biases of an entry can
  /// force a result.
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
      // Remove the two variations: FeatureFlags reads an entry with two variations as a test, and a test
      // cannot be unlocked.
      if isUnlocked, variations.count == 2 {
        self[.variations] = nil
        self[.biases] = nil
      }
    }
    guard let isEnabled = override.enabled else { return }
    guard isEnabled else { return set(.enabled, to: false) }
    enable(isTest: false)
    // Forces the first outcome by its bias: the framework selects between the outcomes of a flag with
    // declared variations by their biases.
    if variations.count == 1 { allocateEveryone(to: 0) }
    if let index = indexOfState(.enabled) { allocateEveryone(to: index) }
  }

  /// Forces an on/off test by its biases: a disabled test would remain off in the cache of an app.
  private mutating func applyToOnOffTest(_ override: Override, of feature: Feature) {
    let forced = override.enabled ?? feature.forcedVariation.map { $0 == .enabled }
    guard let isEnabled = forced,
      let index = indexOfState(isEnabled ? .enabled : .disabled)
    else { return }
    allocateEveryone(to: index)
    if isEnabled || hasNormalisedStates {
      enable(isTest: true, isReleased: isEnabled)
    } else {
      // The framework recognises variations such as "ON" as those of an A/B test, which is on unless it is
      // disabled.
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
      // The framework ignores the declared type, and reads a test with the variations `on` and `off` as an
      // on/off test.
      allocateEveryone(to: index)
    }
  }

  /// Enables the feature; with `isReleased`, also for release builds, by setting `development` to `false`.
  private mutating func enable(isTest: Bool, isReleased: Bool = true) {
    // A test without the field `enabled` is enabled.
    if self[.enabled] != nil || !isTest { set(.enabled, to: true) }
    if isReleased, self[.development] != nil { set(.development, to: false) }
  }

  /// Returns the index of the variation that stands for the given state, if the two variations are `on` and
  /// `off` in any case; `nil` for other variations.
  private func indexOfState(_ state: TestVariation) -> Int? {
    let states = variations.map { TestVariation(rawValue: $0.lowercased()) }
    guard states.count == 2, Set(states) == [.enabled, .disabled] else { return nil }
    return states.firstIndex(of: state)
  }

  /// Whether the framework recognises the variations as the states of an on/off test: it normalises
  /// `on` and `off` in lower case only.
  private var hasNormalisedStates: Bool {
    Set(variations.map(TestVariation.init(rawValue:))) == [.enabled, .disabled]
  }
}
