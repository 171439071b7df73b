/// The prediction of a contextual bandit's service: the variation of a rule for one user.
package struct Prediction: Hashable, Sendable {
  /// The outcome of the request to the prediction service.
  package enum Outcome: Hashable, Sendable {
    /// The service selected a variation; impressions contain the id of the prediction.
    case variation(id: String, predictionID: String)
    /// The request failed with an error.
    case failed(OptimizelyError)
  }

  /// The id of the rule, which identifies the contextual bandit.
  package let rule: String
  /// The key of the rule, for the error of a failed request.
  package let key: String
  /// The ids of the attributes that the prediction service receives.
  package let attributeIDs: [String]
  /// The outcome of the request; `nil` until there is a response.
  package var outcome: Outcome?

  /// The id of the prediction, which impressions contain; `nil` if no variation was predicted.
  package var id: String? {
    if case .variation(_, let id) = outcome { id } else { nil }
  }
}

extension FlagDecision {
  /// Creates the decision of a flag whose contextual bandit has no prediction; the flag is off.
  static func withoutPrediction(_ flag: String, _ missing: Prediction) -> FlagDecision {
    var decision = FlagDecision.failed(flag, because: .cmabFetchFailed(missing.key))
    let reason = "Failed to fetch CMAB data for experiment \(missing.key)."
    (decision.reasons, decision.errors) = ([reason], [reason])
    decision.missing = missing
    return decision
  }
}
