import FeatureFlags

extension OptimizelyClient {
  /// Fetches the predictions that the decisions of some flags need, and adds them to the user.
  ///
  /// - Parameters:
  ///   - keys: The flags; `nil` is all of them.
  ///   - context: The user.
  ///   - options: The options beside the client's own.
  func fetchPredictions(
    _ keys: [String]?,
    for context: OptimizelyUserContext,
    _ options: [OptimizelyDecideOption]
  ) async {
    guard let project else { return }
    let options = defaultOptions.union(DecideOptions(options))
    if options.contains(.resetBanditCache) { bandits.reset() }
    let evaluator = project.loaded.evaluator
    let keys = keys ?? evaluator.keys
    var user = context.user
    _ = addStoredVariations(to: &user, options)
    let overridden = followed.overrides.decided(about: keys, in: evaluator)
    for override in overridden.values { override.force(upon: &user, in: evaluator) }
    var predictions: [String: Prediction] = [:]
    user.predictions = predictions
    // A flag can need a second prediction once it has the first: each round fetches one or more.
    while true {
      let decisions = evaluator.decide(keys: keys, for: user, options: [.excludeVariables])
      let missing = Set(decisions.compactMap(\.missing)).filter { $0.outcome == nil }
      if missing.isEmpty { break }
      for prediction in missing {
        predictions[prediction.rule] = await bandits.fetch(
          prediction,
          for: user,
          in: project.loaded.datafile,
          options
        )
      }
      user.predictions = predictions
    }
    context.withUser { $0.predictions = predictions }
  }
}
