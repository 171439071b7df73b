/// The overridden features on which other features depend, as one user gets them.
package struct ForcedFeatures: Sendable {
  private let features: [Feature.Name: Feature]
  /// The user; `nil` for the user for whom the overrides of the features are selected.
  private var context: EvaluationContext?

  package init(_ features: [Feature] = []) {
    self.features = Dictionary(features.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Returns the features as another user gets them.
  package func features(for context: EvaluationContext) -> ForcedFeatures {
    var forced = self
    forced.context = context
    return forced
  }

  /// The feature with the given name and the override that holds for the user; `nil` if it is not overridden.
  package subscript(name: Feature.Name) -> Feature? {
    guard var feature = features[name] else { return nil }
    if let context { feature.selectOverride(for: context) }
    return feature.override == nil ? nil : feature
  }
}
