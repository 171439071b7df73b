package import FeatureFlags
import Targeting

/// The state of a session from which the documents for clients are generated.
package struct ServedState: Sendable {
  /// The features with their overrides, evaluated for ``context``.
  package let features: [Feature]
  /// The evaluator of the features, which can also evaluate them for other users.
  package let evaluator: any FlagEvaluator
  /// The default user of the session.
  package let context: EvaluationContext
  /// The document as received from the source, without overrides; `nil` if only a fallback is active.
  package let document: [UInt8]?

  package init(
    features: [Feature],
    evaluator: any FlagEvaluator,
    context: EvaluationContext = EvaluationContext(),
    document: [UInt8]?
  ) {
    self.features = features
    self.evaluator = evaluator
    self.context = context
    self.document = document
  }
}

extension ServedState {
  /// The effects of the overrides on flags whose variants have values, by the keys of the flags.
  var forcedResults: [FeatureName: ForcedResult] {
    let pairs = features.compactMap { feature in
      feature.isRemoved ? nil : ForcedResult(feature).map { (feature.name, $0) }
    }
    return Dictionary(pairs) { first, _ in first }
  }
}
