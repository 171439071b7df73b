public import FeatureFlags

/// What acting on a feature comes to.
enum Tap: Hashable, Sendable {
  /// Something is decided.
  case decide(Decision)
  /// The user is asked to choose.
  case pick
  /// The user is asked for a value.
  case edit
  /// Nothing, since the feature is gone from the app.
  case nothing
}

extension Feature {
  /// The state of the feature as the dashboard shows it.
  var state: FeatureState { state(in: .development) }

  /// What a tap on the feature does: flips it, goes to the other variation, or asks which one.
  var tap: Tap {
    switch type {
    case .value: .edit
    case .featureFlag, .featureTest(.featureFlagAB): .decide(.enabled(!state.isEnabled))
    case .unlockFlag: .decide(.unlocked(!(state.isUnlocked ?? false)))
    case .featureTest(.ab): cycled(by: 1).map(Tap.decide) ?? .nothing
    case .featureTest(.mvt): .pick
    case .deprecated: .nothing
    }
  }

  /// What going on to another variation decides; a flag has two, so it is flipped.
  ///
  /// - Parameter step: 1 for the next variation, -1 for the one before.
  /// - Returns: `nil` if there is nothing to go to.
  public func cycled(by step: Int) -> Decision? {
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
