/// The features of a store after a load, so that a consumer of the change need not read the store.
public struct LoadedFeatures: Sendable {
  /// The number of the change with which the features became active.
  package let revision: Int
  /// The features with their overrides, in the order of the configuration.
  package let features: [Feature]
  /// The overrides of features that the configuration does not have.
  package let orphans: [Feature.Name: Override]
  /// The default user, for whom the features were evaluated.
  package let context: EvaluationContext

  package init(
    revision: Int,
    features: [Feature],
    orphans: [Feature.Name: Override],
    context: EvaluationContext
  ) {
    self.revision = revision
    self.features = features
    self.orphans = orphans
    self.context = context
  }

  /// Returns the features with the given names, in the order of the configuration.
  package func features(named names: some Sequence<Feature.Name>) -> [Feature] {
    let names = Set(names)
    return names.isEmpty ? [] : features.filter { names.contains($0.name) }
  }
}
