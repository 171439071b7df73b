package import FeatureFlags

extension ServedState {
  /// Returns the features with their overrides, evaluated for the user with the given targeting
  /// key; with `nil`, for the default user.
  ///
  /// The user has the attributes of the default user, but neither the segments nor the sticky
  /// variations, which belong to the key.
  package func features(for user: String?) -> [Feature] {
    guard let user else { return features }
    guard user != context.targetingKey else { return features(in: context) }
    return features(in: EvaluationContext(targetingKey: user, attributes: context.attributes))
  }

  /// Returns the features with their overrides, or some of them, evaluated for any user.
  package func features(_ features: [Feature]? = nil, in context: EvaluationContext) -> [Feature] {
    let features = features ?? self.features
    let allocator = evaluator.allocator(for: context, count: features.count)
    return features.map { feature in
      var feature = feature
      feature.allocate(by: allocator)
      return feature
    }
  }
}
