import FeatureFlags

extension OptimizelyClient {
  /// Fetches the predictions of contextual bandits without which the given flags cannot be
  /// evaluated.
  ///
  /// - Parameters:
  ///   - keys: The keys of the flags; `nil` means all flags.
  ///   - context: The context of the user.
  ///   - options: The options, in addition to the client's default options.
  /// - Returns: The predictions by rule id, including failed ones.
  func predictions(
    _ keys: [String]?,
    for context: OptimizelyUserContext,
    _ options: [OptimizelyDecideOption]
  ) async -> [String: Prediction] {
    guard let active else { return [:] }
    let options = defaultOptions.union(DecideOptions(options))
    if options.contains(.resetBanditCache) { bandits.reset() }
    let evaluator = active.loaded.evaluator
    let keys = keys ?? evaluator.keys
    guard evaluator.hasFlag(in: keys) else { return [:] }
    var user = context.user
    _ = addStoredVariations(to: &user, options)
    let overridden = followed.overrides.ofFlags(keys, in: evaluator)
    for override in overridden.values { override.force(on: &user, in: evaluator) }
    var predictions: [String: Prediction] = [:]
    user.predictions = predictions
    // A later rule of a flag can be another contextual bandit: each round fetches the predictions
    // that were missing in the previous evaluation.
    while true {
      let decisions = evaluator.decide(keys: keys, for: user, options: [.excludeVariables])
      let missing = Set(decisions.compactMap(\.missing)).filter { $0.outcome == nil }
      if missing.isEmpty { return predictions }
      let datafile = active.loaded.datafile
      await withTaskGroup(of: Prediction.self) { [user, bandits] group in
        for prediction in missing {
          group.addTask { await bandits.fetch(prediction, for: user, in: datafile, options) }
        }
        for await prediction in group { predictions[prediction.rule] = prediction }
      }
      user.predictions = predictions
    }
  }
}
