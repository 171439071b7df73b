import FeatureFlags
import Locking

extension OptimizelyClient {
  /// Evaluates an experiment for a user, and dispatches its impression.
  ///
  /// For flags, prefer ``OptimizelyUserContext/decide(key:options:)``.
  ///
  /// - Parameters:
  ///   - experimentKey: The key of the experiment.
  ///   - userId: The id of the user.
  ///   - attributes: The attributes of the user.
  /// - Returns: The key of the variation.
  /// - Throws: `sdkNotReady`, `experimentKeyInvalid`, or `variationUnknown` if no variation is
  ///   assigned to the user.
  public func activate(
    experimentKey: String,
    userId: String,
    attributes: OptimizelyAttributes? = nil
  ) throws -> String {
    try variation(experimentKey, userId, attributes, sendsImpression: true).key
  }

  /// Evaluates an experiment for a user, without dispatching an impression.
  ///
  /// - Parameters:
  ///   - experimentKey: The key of the experiment.
  ///   - userId: The id of the user.
  ///   - attributes: The attributes of the user.
  /// - Returns: The key of the variation.
  /// - Throws: `sdkNotReady`, `experimentKeyInvalid`, or `variationUnknown` if no variation is
  ///   assigned to the user.
  public func getVariationKey(
    experimentKey: String,
    userId: String,
    attributes: OptimizelyAttributes? = nil
  ) throws -> String {
    try variation(experimentKey, userId, attributes, sendsImpression: false).key
  }

  /// Evaluates an experiment for a user, and dispatches its impression if `sendsImpression` is
  /// `true`.
  func variation(
    _ experiment: String,
    _ userId: String,
    _ attributes: OptimizelyAttributes?,
    sendsImpression: Bool
  ) throws(OptimizelyError) -> (key: String, id: String) {
    let user = user(userId, attributes)
    let (decision, active) = try decision(experiment, for: user)
    guard let key = decision.variation, let id = decision.variationID else {
      throw .variationUnknown(userId, experiment)
    }
    if sendsImpression {
      dispatchImpressions(of: [decision], of: user, ruleType: "experiment", in: active)
    }
    return (key, id)
  }

  /// Evaluates an experiment with a tester's overrides, stores a new sticky variation, and notifies
  /// the listeners.
  private func decision(
    _ key: String,
    for user: UserContext
  ) throws(OptimizelyError) -> (FlagDecision, ActiveDatafile) {
    guard let active else { throw .sdkNotReady }
    let evaluator = active.loaded.evaluator
    guard let experiment = evaluator.experiment(key) else { throw .experimentKeyInvalid(key) }
    var user = user
    let isSticky = addStoredVariations(to: &user, [])
    let overridden = followed.features.ofFlags(experiment.flags, for: user, in: evaluator)
    // If several flags use the experiment, the first override that forces a variation applies.
    for override in experiment.flags.compactMap({ overridden[$0] }) {
      guard let variation = override.variationKey(of: experiment.rule) else { continue }
      user.forcedVariations[key] = variation
      break
    }
    let options: DecideOptions = logger.logsDecisions ? [.includeReasons] : []
    guard let decision = evaluator.decide(experiment: key, for: user, options: options) else {
      throw .experimentKeyInvalid(key)
    }
    for reason in decision.reasons { logger.log(.debug, reason) }
    if isSticky { store(decision.sticky.map { [$0] } ?? [], of: user) }
    let hasFlag = !experiment.flags.isEmpty
    hub.send(.experiment(key, variation: decision.variation, hasFlag: hasFlag), of: user)
    return (decision, active)
  }
}

// MARK: Forced variations

extension OptimizelyClient {
  /// Forces a variation of an experiment on a user, until the client is started again.
  ///
  /// - Parameters:
  ///   - experimentKey: The key of the experiment.
  ///   - userId: The id of the user.
  ///   - variationKey: The key of the variation, whose surrounding white space is ignored; `nil`
  ///     removes the forced variation.
  /// - Returns: Whether the experiment and the variation exist; if not, nothing is changed.
  @discardableResult
  public func setForcedVariation(
    experimentKey: String,
    userId: String,
    variationKey: String?
  ) -> Bool {
    let key = variationKey?.withoutOuterSpace
    let experiments = active?.loaded.datafile.allExperiments ?? []
    guard let experiment = experiments.last(where: { $0.key == experimentKey }) else {
      return false
    }
    if let key, !experiment.variations.contains(where: { $0.key == key }) { return false }
    state.withLock { $0.forcedVariations[userId, default: [:]][experimentKey] = key }
    return true
  }

  /// Returns the key of the variation of an experiment that is forced on a user; `nil` if there is
  /// none.
  public func getForcedVariation(experimentKey: String, userId: String) -> String? {
    state.withLock { $0.forcedVariations[userId]?[experimentKey] }
  }
}
