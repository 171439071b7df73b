extension Feature {
  /// Whether the feature has an override.
  public var isOverridden: Bool {
    override?.isEmpty == false
  }

  /// The override that selects the next or the previous variation; a flag is flipped.
  ///
  /// - Parameter step: 1 for the next variation, -1 for the previous one.
  /// - Returns: `nil` if the feature has no other variation.
  public func cycled(by step: Int) -> Decision? {
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
    // The only variation can be forced once.
    if variations.count == 1, forcedVariation != nil { return nil }
    let next = (index + step + variations.count) % variations.count
    return .variation(variations[next])
  }
}
