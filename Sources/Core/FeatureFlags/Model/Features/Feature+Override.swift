extension Feature {
  /// Whether the feature has an override that forces at least one part, such as the state.
  public var isOverridden: Bool {
    override?.isEmpty == false
  }

  /// Returns the feature with another override, for a preview of a change; no store is changed.
  package func overridden(by override: Override?) -> Feature {
    var feature = self
    feature.override = override
    return feature
  }

  /// Returns the change of the override that selects the next or the previous variation, or flips a
  /// flag.
  ///
  /// - Parameter step: 1 for the next variation, -1 for the previous one; after the last variation
  ///   comes the first.
  /// - Returns: The change; `nil` if there is no further variation to select.
  public func cycled(by step: Int) -> OverrideChoice? {
    let state = state(in: .development)
    switch type {
    case .featureFlag, .featureTest(.featureFlagAB): return .enabled(!state.isEnabled)
    case .unlockFlag: return .unlocked(!(state.isUnlocked ?? false))
    case .value, .deprecated: return nil
    case .featureTest: break
    }
    var seen: Set<TestVariation> = []
    let variations = testVariations.filter { seen.insert($0).inserted }
    guard let first = variations.first, let last = variations.last else { return nil }
    guard let current = state.variation, let index = variations.firstIndex(of: current) else {
      return .variation(step > 0 ? first : last)
    }
    // A single variation has no successor: once it is forced, there is nothing to change.
    if variations.count == 1, forcedVariation != nil { return nil }
    let next = (index + step + variations.count) % variations.count
    return .variation(variations[next])
  }
}
