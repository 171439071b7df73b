import FeatureFlags

/// The states that several features can have in common, for one change of all of them.
///
/// Deprecated and removed features have no state to set, and values are neither on nor off. Such
/// features do not limit the choices: a change of all features reports them as refused.
struct SharedStates: Hashable, Sendable {
  /// The states and variations that all changeable features can have.
  let choices: [Choice]
  /// The number of features whose state can be set.
  let changeableCount: Int
  /// The features that have an override.
  let overridden: [Feature.Name]

  /// A state or variation as one choice for all features.
  struct Choice: Hashable, Sendable {
    let title: String
    /// The change of each feature's override.
    let override: OverrideChoice
    /// The number of features that have the state.
    let count: Int
  }

  init(_ features: [Feature]) {
    let changeable = features.filter(\.hasState)
    choices =
      Self.variations(of: changeable) + Self.locks(of: changeable) + Self.states(of: changeable)
    changeableCount = changeable.count
    overridden = features.filter(\.isOverridden).map(\.name)
  }

  /// Selects the state that follows the state of all features; the first or the last state if the
  /// features have different states.
  ///
  /// - Parameter step: 1 for the next state, -1 for the previous one.
  /// - Returns: The change of all features; `nil` if there is no other state.
  func cycled(by step: Int) -> OverrideChoice? {
    let cycle = cycle
    let current = cycle.firstIndex { $0.count == changeableCount }
    guard let current else { return (step > 0 ? cycle.first : cycle.last)?.override }
    guard cycle.count > 1 else { return nil }
    return cycle[(current + step + cycle.count) % cycle.count].override
  }

  /// The choices between which ``SharedStates/cycled(by:)`` selects: variations, else locks, else states.
  ///
  /// With a single variation there is nothing to choose: features with only one common variation are
  /// switched on and off.
  private var cycle: [Choice] {
    let variations = choices.filter { if case .variation = $0.override { true } else { false } }
    let locks = choices.filter { if case .unlocked = $0.override { true } else { false } }
    let states = choices.filter { if case .enabled = $0.override { true } else { false } }
    return variations.count > 1 ? variations : !locks.isEmpty ? locks : states
  }

  private static func variations(of features: [Feature]) -> [Choice] {
    guard let first = features.first, features.allSatisfy(\.type.hasNamedVariations) else {
      return []
    }
    var shared: [TestVariation] = []
    for variation in first.testVariations
    where !shared.contains(variation)
      && features.allSatisfy({ $0.testVariations.contains(variation) })
    {
      shared.append(variation)
    }
    return shared.map { variation in
      Choice(
        title: variation.rawValue,
        override: .variation(variation),
        count: features.count { $0.state.variation == variation }
      )
    }
  }

  private static func locks(of features: [Feature]) -> [Choice] {
    guard !features.isEmpty, features.allSatisfy({ $0.type == .unlockFlag }) else { return [] }
    return [true, false].map { isUnlocked in
      Choice(
        title: isUnlocked ? "Unlocked" : "Locked",
        override: .unlocked(isUnlocked),
        count: features.count { $0.state.isUnlocked == isUnlocked }
      )
    }
  }

  private static func states(of features: [Feature]) -> [Choice] {
    guard !features.isEmpty else { return [] }
    return [true, false].map { isEnabled in
      Choice(
        title: isEnabled ? "Enabled" : "Disabled",
        override: .enabled(isEnabled),
        count: features.count { $0.state.isEnabled == isEnabled }
      )
    }
  }
}

extension Feature {
  /// Whether the state of the feature can be overridden.
  fileprivate var hasState: Bool { !isRemoved && type != .deprecated && type != .value }

  /// The reason why the feature refuses changes of its override; `nil` if it accepts all of them.
  func refusal(of choices: [OverrideChoice]) -> String? {
    if isRemoved, !choices.isEmpty { return "is no longer in the source" }
    var feature = self
    do throws(OverrideError) {
      for choice in choices { feature.override = try feature.override(after: choice) }
      return nil
    } catch {
      return "\(error)"
    }
  }
}

extension FeatureType {
  /// Whether the type has named variations, and not only the states on and off.
  fileprivate var hasNamedVariations: Bool {
    switch self {
    case .featureTest(.ab), .featureTest(.mvt): true
    case .featureTest(.featureFlagAB), .featureFlag, .unlockFlag, .value, .deprecated: false
    }
  }
}
