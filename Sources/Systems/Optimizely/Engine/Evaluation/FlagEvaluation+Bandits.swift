import FeatureFlags

extension FlagEvaluation {
  /// Returns the variation that the prediction service has selected for a contextual bandit.
  ///
  /// The result is `nil` if the user's bucket is outside the traffic allocation, or if the
  /// prediction is missing.
  mutating func predicted(
    _ rule: Rule,
    _ bandit: Datafile.ContextualBandit
  ) -> Rule.Variation? {
    guard let predictions = user.predictions else {
      note(.contextualBandit)
      return nil
    }
    if let exclusion = rule.exclusion, !isChosen(rule, exclusion) { return nil }
    let bucket = Bucket.number(of: userHash, in: rule.id)
    guard bucket < bandit.trafficAllocation else {
      let name: String? = rule.key
      let range = (end: bandit.trafficAllocation, name: name, entityID: Trace.banditID)
      note(.bucket(bucket, ranges: BucketRange.all([range]), variation: nil))
      return nil
    }
    let prediction = predictions[rule.id]
    guard let prediction, case .variation(let id, _) = prediction.outcome else {
      note(.contextualBandit)
      missing =
        prediction
        ?? Prediction(
          rule: rule.id,
          key: rule.key,
          attributeIDs: bandit.attributeIDs
        )
      return nil
    }
    let variation = rule.variation(id: id)
    note(.prediction(variationID: id, variation: variation?.key))
    self.prediction = variation == nil ? nil : prediction
    return variation
  }
}
