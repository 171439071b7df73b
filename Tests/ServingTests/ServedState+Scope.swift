import FlagSystem

@testable import FeatureFlags

extension ServedState {
  /// Returns the state with its overrides for everyone applied to the users of a scope instead.
  func only(_ scope: OverrideScope) -> ServedState {
    let features = features.map { feature in
      guard let override = feature.override else { return feature }
      var scoped = feature.configured
      scoped.setOverrides(
        FeatureOverrides([scope: override], hasKinds: evaluator.hasContextKinds),
        for: context
      )
      return scoped
    }
    return ServedState(
      features: features,
      evaluator: evaluator,
      context: context,
      document: document
    )
  }

  /// Returns the state with its overrides applied to one user only; with `nil`, the state itself.
  func only(_ user: String?) -> ServedState { user.map { only(.key($0)) } ?? self }
}
