/// The variation that a contextual bandit's service predicts for a user; `outcome` is `nil` until
/// it is fetched.
struct Prediction: Hashable, Sendable {
  /// The outcome of the request to the service.
  enum Outcome: Hashable, Sendable {
    /// A variation, with the id of the prediction, which impressions contain.
    case variation(id: String, predictionID: String)
    /// No variation could be fetched.
    case failed(OptimizelyError)
  }

  /// The id of the rule.
  let rule: String
  /// The key of the rule.
  let key: String
  /// The ids of the attributes that the service gets.
  let attributeIDs: [String]
  /// The outcome; `nil` before there is a response.
  var outcome: Outcome?

  /// The id of the prediction, which impressions contain; `nil` without a variation.
  var id: String? {
    if case .variation(_, let id) = outcome { id } else { nil }
  }
}

extension FlagDecision {
  /// The decision of a flag whose contextual bandit has no prediction: off, with the reason.
  static func withoutPrediction(_ flag: String, _ missing: Prediction) -> FlagDecision {
    var decision = FlagDecision.failed(flag, because: .cmabFetchFailed(missing.key))
    decision.missing = missing
    return decision
  }
}
