import Locking

/// Decides about the flags of a datafile, as the SDKs do.
///
/// An evaluator keeps nothing of what it has decided: the same user gets the same of the same
/// datafile, on every machine. It may be used from any thread.
public final class Evaluator: Sendable {
  /// The datafile on which the decisions are based.
  public let datafile: Datafile
  let index: FlagIndex
  private let order: ConjunctionOrder
  /// Made on first use: most apps evaluate flags only.
  private let experimentIndex = Locked<ExperimentIndex?>(nil)

  /// Makes an evaluator of a datafile.
  ///
  /// - Parameters:
  ///   - datafile: The flags and their rules.
  ///   - order: What becomes of conditions of which one is unknown; as in the Swift SDK by default.
  public init(_ datafile: Datafile, order: ConjunctionOrder = .leftToRight) {
    self.datafile = datafile
    self.order = order
    index = FlagIndex(datafile)
  }

  /// The keys of the flags, each once, in the order of the datafile.
  public var keys: [String] { index.keys }

  /// Decides about one flag.
  ///
  /// - Returns: The decision; for a flag that is not there, one that is off and says so.
  public func decide(
    _ key: String,
    for user: UserContext,
    options: DecideOptions = []
  ) -> FlagDecision {
    var results = UserResults()
    return decide(key, for: user, options: options, &results)
  }

  /// Decides about one flag of several, with the results that are the same for all of them.
  func decide(
    _ key: String,
    for user: UserContext,
    options: DecideOptions = [],
    _ results: inout UserResults
  ) -> FlagDecision {
    guard let flag = index.flags[key] else {
      return .failed(key, because: .featureKeyInvalid(key))
    }
    var evaluation = FlagEvaluation(index: index, user: user, order: order, options: options)
    // Swapped and not copied: a second owner would make the first change copy the whole list.
    swap(&evaluation.results, &results)
    let outcome = evaluation.decide(flag)
    swap(&evaluation.results, &results)
    if let missing = evaluation.missing { return .withoutPrediction(flag.key, missing) }
    var decision = FlagDecision(
      outcome,
      flag: flag.key,
      values: options.contains(.excludeVariables) ? nil : flag.values(in: outcome),
      sticky: evaluation.sticky,
      sendsImpression: sendsImpression(outcome, options)
    )
    decision.prediction = evaluation.prediction
    if let holdout = evaluation.passedHoldout {
      let sends = sendsImpression(holdout, options)
      decision.passedHoldouts = [FlagDecision(holdout, flag: flag.key, sendsImpression: sends)]
    }
    explain(&decision, by: evaluation.trace, of: flag, for: user, options)
    return decision
  }

  /// Evaluates one experiment without its flags: holdouts and forced decisions do not apply; forced
  /// variations, the allow-list and the profile do.
  ///
  /// - Returns: The decision, whose flag is empty and which is enabled if it has a variation; `nil` if
  ///   there is no such experiment.
  public func decide(
    experiment key: String,
    for user: UserContext,
    options: DecideOptions = []
  ) -> FlagDecision? {
    guard let rule = experiment(key)?.rule else { return nil }
    var evaluation = FlagEvaluation(index: index, user: user, order: order, options: options)
    let variation = evaluation.variation(ofExperiment: rule)
    let outcome = FlagEvaluation.Outcome(variation: variation, rule: rule, source: .featureTest)
    let sends = variation != nil && !options.contains(.disableDecisionEvent)
    let sticky = evaluation.sticky
    var decision = FlagDecision(outcome, flag: "", sticky: sticky, sendsImpression: sends)
    decision.isEnabled = variation != nil
    explain(&decision, by: evaluation.trace, of: nil, for: user, options)
    return decision
  }

  /// Adds the reasons and the trace if the options include them.
  private func explain(
    _ decision: inout FlagDecision,
    by trace: Trace,
    of flag: FlagIndex.Flag?,
    for user: UserContext,
    _ options: DecideOptions
  ) {
    if options.contains(.includeReasons) {
      decision.reasons += DecisionReasons.texts(of: trace, flag: flag, user: user, index: index)
    }
    if options.contains(.includeTrace) { decision.trace = trace }
  }

  /// The experiment of a key, and the flags that list it.
  func experiment(_ key: String) -> ExperimentIndex.Experiment? {
    let experiments = experimentIndex.withLock { made in
      let experiments = made ?? ExperimentIndex(datafile, index)
      made = experiments
      return experiments
    }
    return experiments[key]
  }

  private func sendsImpression(_ outcome: FlagEvaluation.Outcome, _ options: DecideOptions) -> Bool
  {
    guard !options.contains(.disableDecisionEvent) else { return false }
    let isTest = outcome.source != .rollout && outcome.variation != nil
    return isTest || index.sendsFlagDecisions
  }

  /// Decides about some flags, in the given order.
  ///
  /// What one decision keeps in the user's profile counts for the next ones. With the option
  /// `enabledFlagsOnly` flags that are off are left out, but not keys of no flag.
  public func decide(
    keys: [String],
    for user: UserContext,
    options: DecideOptions = []
  ) -> [FlagDecision] {
    var user = user
    var results = keys.count > 1 ? UserResults(for: index) : UserResults()
    var decisions: [FlagDecision] = []
    decisions.reserveCapacity(keys.count)
    for key in keys {
      let decision = decide(key, for: user, options: options, &results)
      if let sticky = decision.sticky { user.profile[sticky.experimentID] = sticky.variationID }
      let isWanted = decision.isEnabled || decision.hasFailed
      if isWanted || !options.contains(.enabledFlagsOnly) { decisions.append(decision) }
    }
    return decisions
  }

  /// Decides about some flags, each as if it were the only one: unlike with `decide(keys:)`, what one
  /// decision stores in the user's profile does not count for the next ones.
  package func decide(
    eachOf keys: [String],
    for user: UserContext,
    options: DecideOptions
  ) -> [FlagDecision] {
    var results = UserResults(for: index)
    return keys.map { decide($0, for: user, options: options, &results) }
  }

  /// Decides about all flags, in the order of the datafile.
  public func decideAll(for user: UserContext, options: DecideOptions = []) -> [FlagDecision] {
    decide(keys: index.keys, for: user, options: options)
  }
}

extension FlagDecision {
  fileprivate init(
    _ outcome: FlagEvaluation.Outcome,
    flag: String,
    values: FlagVariables.Values? = nil,
    sticky: StickyVariation? = nil,
    sendsImpression: Bool
  ) {
    self.flag = flag
    isEnabled = outcome.variation?.isEnabled ?? false
    variation = outcome.variation?.key
    variationID = outcome.variation?.id
    rule = outcome.rule?.key
    ruleID = outcome.rule?.id
    source = outcome.source
    self.sticky = sticky
    self.sendsImpression = sendsImpression
    guard let values else { return }
    variables = values.byKey
    invalidVariables = values.invalid
    reasons = values.reasons
    errors = values.reasons
  }
}

extension FlagIndex.Flag {
  /// The values of the variables for users with this outcome.
  fileprivate func values(in outcome: FlagEvaluation.Outcome) -> FlagVariables.Values {
    outcome.variation.map(values) ?? variables.defaults
  }
}
