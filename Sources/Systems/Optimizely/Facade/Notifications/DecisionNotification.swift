import FeatureFlags

/// The arguments of a decision notification: the type and the info dictionary, with the keys of the
/// SDKs.
struct DecisionNotification {
  let type: String
  let info: [String: Any?]

  /// Returns the notification of the `decide` methods.
  static func flag(_ decision: FlagDecision) -> DecisionNotification {
    DecisionNotification(
      type: "flag",
      info: [
        "flagKey": decision.flag,
        "enabled": decision.isEnabled,
        "variables": decision.variables.mapValues(\.any),
        "variationKey": decision.variation,
        "ruleKey": decision.rule,
        "reasons": decision.reasons,
        "decisionEventDispatched": !decision.impressions.isEmpty,
        "experimentId": decision.ruleID,
        "variationId": decision.variationID,
      ]
    )
  }

  /// Returns the notification of `activate` and `getVariationKey`.
  ///
  /// - Parameters:
  ///   - experiment: The key of the experiment.
  ///   - variation: The key of the variation; `nil` if no variation is assigned to the user.
  ///   - hasFlag: Whether the experiment belongs to a flag.
  /// - Returns: The notification, of type `feature-test` or `ab-test`.
  static func experiment(_ experiment: String, variation: String?, hasFlag: Bool)
    -> DecisionNotification
  {
    DecisionNotification(
      type: hasFlag ? "feature-test" : "ab-test",
      info: ["experimentKey": experiment, "variationKey": variation]
    )
  }

  /// Returns the notification of `isFeatureEnabled`; `more` contains the additional entries of the
  /// methods that return variables.
  static func feature(
    _ decision: FlagDecision,
    type: String = "feature",
    _ more: [String: Any?] = [:]
  ) -> DecisionNotification {
    var source: [String: Any] = [:]
    if let rule = decision.rule, let variation = decision.variation {
      source = ["experimentKey": rule, "variationKey": variation]
    }
    let info: [String: Any?] = [
      "featureKey": decision.flag,
      "featureEnabled": decision.isEnabled,
      "source": (decision.source ?? .rollout).rawValue,
      "sourceInfo": source,
    ]
    return DecisionNotification(type: type, info: info.merging(more) { $1 })
  }
}
