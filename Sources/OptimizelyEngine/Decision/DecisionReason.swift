/// A step of a decision, with the wording of the SDKs, which apps log and compare.
///
/// ``Trace`` has the same steps with more details, worded for testers.
enum DecisionReason: Hashable {
  case error(OptimizelyError)
  case featureHasNoExperiments(flag: String)
  case noRolloutExists(flag: String)
  case rolloutHasNoExperiments(id: String)
  case experimentNotRunning(String)
  case holdoutNotRunning(String)
  case forcedDecision(variation: String, target: String)
  case invalidForcedDecision(target: String)
  case forcedVariation(variation: String, experiment: String)
  case invalidForcedVariation(experiment: String)
  case allowListVariation(String)
  case invalidAllowListVariation(String)
  case profileVariation(variation: String, experiment: String)
  case notInExperiment(String)
  case banditInSyncMode
  case notInBandit(String)
  case predictionFailed(experiment: String)
  case predicted(variation: String, prediction: String, experiment: String)
  case bucketValue(Int, bucketingID: String)
  case inGroupExperiment(String, group: String, bucketingID: String)
  case notInGroupExperiment(String, group: String, bucketingID: String)
  case inNoGroupExperiment(group: String, bucketingID: String)
  case invalidExperiment(id: String)
  case invalidVariation(id: String)
  case inVariation(String, experiment: String)
  case inNoVariation
  case meetsHoldout(String)
  case missesHoldout(String)
  case inHoldoutVariation(String, holdout: String)
  case inNoHoldoutVariation
  case meetsRule(String)
  case missesRule(String)
  case bucketedIntoRule(String)
  case notBucketedIntoRule(String)

  /// Returns the wording of the step for the user with the given id.
  func text(for user: String) -> String {
    switch self {
    case .error(let error): error.reason
    case .featureHasNoExperiments(let flag):
      "Feature (\(flag)) is not attached to any experiments."
    case .noRolloutExists(let flag): "There is no rollout of feature (\(flag))."
    case .rolloutHasNoExperiments(let id): "Rollout of feature (\(id)) has no experiments"
    case .experimentNotRunning(let key): "Experiment (\(key)) is not running."
    case .holdoutNotRunning(let key): "Holdout (\(key)) is not running."
    case .forcedDecision(let variation, let target):
      "Variation (\(variation)) is mapped to \(target) and user (\(user)) in the forced decision map."
    case .invalidForcedDecision(let target):
      "Invalid variation is mapped to \(target) and user (\(user)) in the forced decision map."
    case .forcedVariation(let variation, let experiment):
      "Variation (\(variation)) is mapped to experiment (\(experiment)) and user \(user)) "
        + "in the forced variation map."
    case .invalidForcedVariation(let experiment):
      "Invalid variation is mapped to experiment (\(experiment)) and user (\(user)) "
        + "in the forced variation map."
    case .allowListVariation(let key): "Forced variation (\(key)) is found for user (\(user))"
    case .invalidAllowListVariation(let key):
      "Forced variation (\(key)) is found for user (\(user)), but it's not in datafile."
    case .profileVariation(let variation, let experiment):
      "Returning previously activated variation (\(variation)) of experiment (\(experiment)) "
        + "for user (\(user)) from user profile."
    case .notInExperiment(let key):
      "User (\(user)) does not meet conditions to be in experiment (\(key))."
    case .banditInSyncMode: "CMAB is not supported in sync mode."
    case .notInBandit(let key):
      "User (\(user)) does not fall into cmab traffic allocation in experiment (\(key))."
    case .predictionFailed(let key): "Failed to fetch CMAB data for experiment \(key)."
    case .predicted(let variation, let prediction, let experiment):
      "Successfully fetched CMAB decision, variationId: \(variation), cmabUUID: \(prediction) "
        + "for experiment \(experiment)."
    case .bucketValue(let bucket, let id):
      "Assigned bucket (\(bucket)) to user with bucketing ID (\(id))."
    case .inGroupExperiment(let key, let group, let id):
      "User (\(id)) is in experiment (\(key)) of group (\(group))."
    case .notInGroupExperiment(let key, let group, let id):
      "User (\(id)) is not in experiment (\(key)) of group (\(group))."
    case .inNoGroupExperiment(let group, let id):
      "User (\(id)) is not in any experiment of group (\(group))."
    case .invalidExperiment(let id): "Bucketed into an invalid experiment id (\(id))"
    case .invalidVariation(let id): "Bucketed into an invalid variation id (\(id))"
    case .inVariation(let variation, let experiment):
      "User (\(user)) is in variation (\(variation)) of experiment (\(experiment))"
    case .inNoVariation: "User (\(user)) is in no variation."
    case .meetsHoldout(let key): "User (\(user)) meets conditions for holdout(\(key))."
    case .missesHoldout(let key): "User (\(user)) does not meet conditions for holdout (\(key))."
    case .inHoldoutVariation(let variation, let holdout):
      "User (\(user)) is in variation (\(variation)) of holdout (\(holdout))"
    case .inNoHoldoutVariation: "User (\(user)) is in no holdout variation."
    case .meetsRule(let rule): "User (\(user)) meets conditions for targeting rule (\(rule))."
    case .missesRule(let rule):
      "User (\(user)) does not meet conditions for targeting rule (\(rule))."
    case .bucketedIntoRule(let rule):
      "User (\(user)) is in the traffic group of targeting rule (\(rule))."
    case .notBucketedIntoRule(let rule):
      "User (\(user)) is not in the traffic group for targeting rule (\(rule)). "
        + "Checking (Everyone Else) rule now."
    }
  }
}
