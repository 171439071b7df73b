/// Something in a datafile that is allowed, and has no or another effect than its author may think.
public enum DatafileWarning: Hashable, Sendable {
  /// A holdout for all rules names rules; they are ignored.
  case rulesOfGlobalHoldout(holdout: String)
  /// A holdout for some rules names none; it is left out.
  case localHoldoutWithoutRules(holdout: String)
  /// A rule asks for an audience that the datafile has not; the condition is unknown.
  case unknownAudience(rule: String, audience: String)
  /// A flag lists an experiment that the datafile has not; it is passed over.
  case unknownExperiment(flag: String, experiment: String)
  /// A flag has a rollout that the datafile has not.
  case unknownRollout(flag: String, rollout: String)
  /// The allow-list of a rule sends users to a variation that the rule has not.
  case unknownAllowedVariation(rule: String, variation: String)
}

extension DatafileWarning: CustomStringConvertible {
  /// What is wrong, and what comes of it, in words.
  public var description: String {
    switch self {
    case .rulesOfGlobalHoldout(let holdout):
      "holdout \"\(holdout)\" is for all rules; its \"includedRules\" are ignored"
    case .localHoldoutWithoutRules(let holdout):
      "holdout \"\(holdout)\" has no \"includedRules\", so it is left out"
    case .unknownAudience(let rule, let audience):
      "rule \"\(rule)\" asks for audience \"\(audience)\", which does not exist"
    case .unknownExperiment(let flag, let experiment):
      "flag \"\(flag)\" lists experiment \"\(experiment)\", which does not exist"
    case .unknownRollout(let flag, let rollout):
      "flag \"\(flag)\" has rollout \"\(rollout)\", which does not exist"
    case .unknownAllowedVariation(let rule, let variation):
      "rule \"\(rule)\" allows users into variation \"\(variation)\", which it does not have"
    }
  }
}
