import Locking

/// Evaluates the flags of a datafile for users, with the same results as the SDKs.
///
/// ```swift
/// import Foundation
///
/// let data = try Data(contentsOf: URL(filePath: "datafile.json"))
/// let evaluator = Evaluator(try Datafile(bytes: Array(data)))
/// let user = UserContext(id: "ana", attributes: ["plan": "gold"])
/// let decision = evaluator.decide("new_cart", for: user, options: .includeTrace)
/// print(decision.isEnabled, decision.trace?.description ?? "")
/// ```
///
/// Evaluation has no side effects and needs no network: the same user and the same datafile have
/// the same result on every machine. An evaluator may be used from any thread.
public final class Evaluator: Sendable {
  /// The datafile whose flags are evaluated.
  public let datafile: Datafile
  let index: FlagIndex
  private let order: ConjunctionOrder
  /// The index of the experiments; created on first use, because most apps evaluate only flags.
  private let experiments = Locked<[String: FlagIndex.Experiment]?>(nil)

  /// Creates an evaluator, and compiles the rules of the datafile.
  ///
  /// - Parameters:
  ///   - datafile: The datafile with the flags and their rules.
  ///   - order: Whether `false` takes precedence over unknown in an `and` condition; by default the
  ///     order of the Swift SDK.
  public init(_ datafile: Datafile, order: ConjunctionOrder = .leftToRight) {
    self.datafile = datafile
    self.order = order
    index = FlagIndex(datafile)
  }

  /// The keys of the flags without duplicates, in the order of the datafile.
  public var keys: [String] { index.keys }

  /// Whether the datafile has a flag with at least one of the keys; otherwise a caller need not
  /// read the user's profile.
  package func hasFlag(in keys: [String]) -> Bool {
    keys.contains { index.flags[$0] != nil }
  }

  /// Returns the declared variables of a flag; `nil` for an unknown flag.
  package func variables(of key: String) -> [Datafile.Variable]? {
    index.flags[key]?.variables.variables
  }

  /// Evaluates one flag for a user.
  ///
  /// - Parameters:
  ///   - key: The key of the flag.
  ///   - user: The user for whom the flag is evaluated.
  ///   - options: The options of the decision.
  /// - Returns: The decision; for an unknown flag, a decision that is off and has the error as its
  ///   reason.
  public func decide(
    _ key: String,
    for user: UserContext,
    options: DecideOptions = []
  ) -> FlagDecision {
    var results = UserResults()
    return decide(key, for: user, options: options, &results)
  }

  /// Evaluates one of several flags, with the results that are cached for all of the user's flags.
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
    // Swaps the cached results instead of copying them: a copy would share the array of results,
    // and the first change would then copy the whole array.
    swap(&evaluation.results, &results)
    let outcome = evaluation.decide(flag)
    swap(&evaluation.results, &results)
    if let missing = evaluation.missing {
      var decision = FlagDecision.withoutPrediction(flag.key, missing)
      if options.contains(.includeTrace) { decision.trace = evaluation.trace }
      return decision
    }
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

  /// Evaluates one experiment without its flags: forced variations, the allow-list and the profile
  /// apply; holdouts and forced decisions do not.
  ///
  /// - Parameters:
  ///   - key: The key of the experiment.
  ///   - user: The user for whom the experiment is evaluated.
  ///   - options: The options of the decision.
  /// - Returns: The decision, with an empty flag key, and enabled if it has a variation; `nil` for
  ///   an unknown experiment.
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

  /// Adds the reasons and the trace to a decision if the options include them.
  private func explain(
    _ decision: inout FlagDecision,
    by trace: Trace,
    of flag: FlagIndex.Flag?,
    for user: UserContext,
    _ options: DecideOptions
  ) {
    if options.contains(.includeReasons) {
      var reasons = DecisionReasons(user: user, flag: flag, index: index)
      reasons.add(trace)
      decision.reasons += reasons.texts
    }
    if options.contains(.includeTrace) { decision.trace = trace }
  }

  /// Returns the experiment with the given key and the keys of its flags; `nil` for an unknown
  /// experiment.
  package func experiment(_ key: String) -> FlagIndex.Experiment? {
    experiments.withLock { made in
      let experiments = made ?? index.experiments(of: datafile)
      made = experiments
      return experiments[key]
    }
  }

  private func sendsImpression(_ outcome: FlagEvaluation.Outcome, _ options: DecideOptions) -> Bool
  {
    guard !options.contains(.disableDecisionEvent) else { return false }
    let isTest = outcome.source != .rollout && outcome.variation != nil
    return isTest || index.sendsFlagDecisions
  }

  /// Evaluates several flags for a user.
  ///
  /// A new sticky variation applies to the later decisions of the call. The option
  /// ``DecideOptions/enabledFlagsOnly`` excludes flags that are off, but not unknown flags.
  ///
  /// - Parameters:
  ///   - keys: The keys of the flags.
  ///   - user: The user for whom the flags are evaluated.
  ///   - options: The options of the decision.
  /// - Returns: The decisions in the order of the keys.
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
      let isIncluded =
        decision.isEnabled || decision.hasFailed || !options.contains(.enabledFlagsOnly)
      if isIncluded { decisions.append(decision) }
    }
    return decisions
  }

  /// Evaluates several flags independently: unlike with `decide(keys:for:options:)`, a sticky
  /// variation of one decision does not apply to the others.
  package func decide(
    eachOf keys: [String],
    for user: UserContext,
    options: DecideOptions
  ) -> [FlagDecision] {
    var results = UserResults(for: index)
    return keys.map { decide($0, for: user, options: options, &results) }
  }

  /// Evaluates all flags for a user.
  ///
  /// - Parameters:
  ///   - user: The user for whom the flags are evaluated.
  ///   - options: The options of the decision.
  /// - Returns: The decisions in the order of the datafile.
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
  /// Returns the values of the variables in an outcome; the defaults if the outcome has no
  /// variation.
  fileprivate func values(in outcome: FlagEvaluation.Outcome) -> FlagVariables.Values {
    outcome.variation.map(values) ?? variables.defaults
  }
}
