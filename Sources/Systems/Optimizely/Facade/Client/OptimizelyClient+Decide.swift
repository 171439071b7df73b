import FeatureFlags
import Locking

extension OptimizelyClient {
  /// Evaluates flags, stores sticky variations, dispatches impressions and notifies the listeners.
  ///
  /// - Parameters:
  ///   - keys: The keys of the flags; `nil` means all flags.
  ///   - context: The context of the user.
  ///   - options: The options, in addition to the client's default options.
  ///   - predictions: The predictions of contextual bandits; `nil` skips bandits.
  /// - Returns: The decisions in the order of the keys; empty without a datafile.
  func decide(
    _ keys: [String]?,
    for context: OptimizelyUserContext,
    _ options: [OptimizelyDecideOption],
    predictions: [String: Prediction]? = nil
  ) -> [FlagDecision] {
    guard let active else { return [] }
    let options = defaultOptions.union(DecideOptions(options))
    var user = context.user
    user.predictions = predictions
    let decisions = evaluate(keys, for: &user, options, in: active)
    dispatchImpressions(of: decisions, of: user, in: active)
    if hub.hasListeners(.decision) {
      for decision in decisions where decision.source != nil {
        hub.send(.flag(decision), of: user)
      }
    }
    return decisions
  }

  /// Evaluates flags with a tester's overrides, and stores sticky variations.
  ///
  /// - Parameters:
  ///   - keys: The keys of the flags; `nil` means all flags.
  ///   - user: The user, to whom the forced and the sticky variations are added.
  ///   - options: The options of the decision.
  ///   - active: The active datafile.
  /// - Returns: The decisions in the order of the keys.
  func evaluate(
    _ keys: [String]?,
    for user: inout UserContext,
    _ options: DecideOptions,
    in active: ActiveDatafile
  ) -> [FlagDecision] {
    let evaluator = active.loaded.evaluator
    let keys = keys ?? evaluator.keys
    let isSticky = evaluator.hasFlag(in: keys) && addStoredVariations(to: &user, options)
    let overridden = followed.features.ofFlags(keys, for: user, in: evaluator)
    for override in overridden.values { override.force(on: &user, in: evaluator) }
    // Evaluates without `enabledFlagsOnly`, because flags that are off also have impressions and
    // notifications; the callers exclude these flags from their results.
    var evaluated = options.subtracting(.enabledFlagsOnly)
    if logger.logsDecisions { evaluated.insert(.includeReasons) }
    var decisions = evaluator.decide(keys: keys, for: user, options: evaluated)
    if !overridden.isEmpty {
      for index in decisions.indices {
        overridden[decisions[index].flag]?.apply(to: &decisions[index], options, in: evaluator)
      }
    }
    for index in decisions.indices { log(&decisions[index], options) }
    if isSticky { store(decisions.compactMap(\.sticky), of: user) }
    return decisions
  }

  /// Logs the reasons of a decision, and removes the reasons that the options exclude.
  private func log(_ decision: inout FlagDecision, _ options: DecideOptions) {
    if decision.hasFailed, let reason = decision.errors.first { logger.log(.error, reason) }
    guard logger.logsDecisions else { return }
    for reason in decision.reasons { logger.log(.debug, reason) }
    if !options.contains(.includeReasons) { decision.reasons = decision.errors }
  }

  /// Whether `enabledFlagsOnly` excludes a decision from the results of a call for several flags.
  func excludes(_ decision: FlagDecision, _ options: [OptimizelyDecideOption]) -> Bool {
    guard !decision.isEnabled, !decision.hasFailed else { return false }
    return defaultOptions.contains(.enabledFlagsOnly) || options.contains(.enabledFlagsOnly)
  }

  /// Adds the stored forced and sticky variations to a user.
  ///
  /// - Returns: Whether the caller has to store new sticky variations.
  func addStoredVariations(to user: inout UserContext, _ options: DecideOptions) -> Bool {
    user.forcedVariations = state.withLock { $0.forcedVariations[user.id] } ?? [:]
    guard !options.contains(.ignoreUserProfileService) else { return false }
    let profile = settings.reporting(try profiles.profile(of: user.id)) ?? nil
    user.profile = profile?.variations ?? [:]
    return true
  }

  func store(_ sticky: [FlagDecision.StickyVariation], of user: UserContext) {
    guard !sticky.isEmpty else { return }
    var profile = UserProfile(userId: user.id, variations: user.profile)
    for variation in sticky { profile.variations[variation.experimentID] = variation.variationID }
    settings.reporting(try profiles.save(profile))
  }

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
    let overridden = followed.features.ofFlags(keys, for: user, in: evaluator)
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
