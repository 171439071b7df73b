import FeatureFlags

/// Evaluates flags for one user, without side effects: it reads only the index and the user.
struct FlagEvaluation {
  /// The result of an evaluation: the variation, and the rule that selected it.
  struct Outcome {
    var variation: Rule.Variation?
    var rule: Rule?
    var source: FlagDecision.Source = .rollout
  }

  /// The outcome of a holdout that contains the user but does not exclude them from targeted
  /// deliveries.
  private(set) var passedHoldout: Outcome?

  private var conditions: ConditionEvaluation
  private let usesProfile: Bool
  private let isTracing: Bool
  /// The hash of the user's bucketing id, which is the same for all rules.
  private let userHash: MurmurHash3
  /// The result of ``AllowList/classes(of:)`` for the user's id, which is the same for all rules.
  private let userClasses: UInt64
  private(set) var trace = Trace()
  /// The prediction without which the evaluation cannot continue: not fetched yet, or failed.
  private(set) var missing: Prediction?
  /// The prediction that selected the variation; `nil` if no contextual bandit selected it.
  private(set) var prediction: Prediction?
  /// The new sticky variation, which the caller stores in the user's profile.
  private(set) var sticky: FlagDecision.StickyVariation?

  init(index: FlagIndex, user: UserContext, order: ConjunctionOrder, options: DecideOptions) {
    userHash = Bucket.hash(of: user.bucketingID)
    userClasses = AllowList.classes(of: user.id)
    usesProfile = !options.contains(.ignoreUserProfileService)
    isTracing = !options.isDisjoint(with: [.includeReasons, .includeTrace])
    conditions = ConditionEvaluation(
      index: index,
      user: user,
      order: order,
      isTracing: isTracing
    )
  }

  var user: UserContext { conditions.user }

  /// The cached results, which also apply to the user's other flags.
  var results: UserResults {
    get { conditions.results }
    set { conditions.results = newValue }
    _modify { yield &conditions.results }
  }

  /// Evaluates a flag: forced decision, then global holdouts, experiments and delivery rules.
  mutating func decide(_ flag: FlagIndex.Flag) -> Outcome {
    if let variation = forced(flag) {
      return Outcome(variation: variation, rule: nil, source: .featureTest)
    }
    if let outcome = heldOut() {
      guard outcome.rule?.excludesTargetedDeliveries == true else { return outcome }
      note(.excludesTargetedDeliveries)
      _ = record(nil)
      passedHoldout = outcome
    }
    for rule in flag.experiments where passedHoldout == nil || rule.isTargetedDelivery {
      if let outcome = experiment(rule, of: flag) { return outcome }
      // A contextual bandit without a prediction ends the evaluation: later rules are not
      // evaluated.
      if missing != nil { return Outcome() }
    }
    return delivery(flag) ?? Outcome()
  }
}

// MARK: Trace

extension FlagEvaluation {
  /// Begins a trace entry for a rule, unless the last entry is about the same rule.
  private mutating func begin(_ kind: Trace.EntryKind, _ key: String) {
    guard isTracing else { return }
    if let last = trace.entries.last, last.kind == kind, last.key == key { return }
    trace.entries.append(Trace.Entry(kind: kind, key: key))
  }

  private mutating func note(_ check: @autoclosure () -> Trace.Check) {
    guard isTracing, !trace.entries.isEmpty else { return }
    trace.entries[trace.entries.count - 1].checks.append(check())
  }

  /// Records the variation of the current entry in the trace, and returns it.
  private mutating func record(_ variation: Rule.Variation?) -> Rule.Variation? {
    if isTracing, !trace.entries.isEmpty {
      trace.entries[trace.entries.count - 1].variation = variation?.key
    }
    return variation
  }
}

// MARK: Forced decisions and holdouts

extension FlagEvaluation {
  /// Returns the variation that a forced decision selects for the whole flag.
  private mutating func forced(_ flag: FlagIndex.Flag) -> Rule.Variation? {
    guard let key = forcedKey(flag.key, rule: nil) else { return nil }
    begin(.flag, flag.key)
    return record(forced(key, flag))
  }

  private func forcedKey(_ flag: String, rule: String?) -> String? {
    guard !user.forcedDecisions.isEmpty else { return nil }
    return user.forcedDecisions[UserContext.ForcedDecision(flag: flag, rule: rule)]
  }

  private mutating func forced(_ key: String, _ flag: FlagIndex.Flag) -> Rule.Variation? {
    let variation = flag.forcedVariation(key)
    note(.forcedDecision(variation: key, isKnown: variation != nil))
    return variation
  }

  /// Returns the outcome that takes precedence over the rule, from a forced decision or else a
  /// local holdout.
  private mutating func preempted(
    _ rule: Rule,
    _ kind: Trace.EntryKind,
    of flag: FlagIndex.Flag,
    as source: FlagDecision.Source
  ) -> Outcome? {
    if let key = forcedKey(flag.key, rule: rule.key) {
      begin(kind, rule.key)
      if let variation = record(forced(key, flag)) {
        return Outcome(variation: variation, rule: rule, source: source)
      }
    }
    for holdout in rule.holdouts {
      if let outcome = heldOut(by: holdout, .localHoldout) { return outcome }
    }
    begin(kind, rule.key)
    return nil
  }

  /// Returns the outcome of the first global holdout that contains the user, from the cache if
  /// possible.
  private mutating func heldOut() -> Outcome? {
    if !isTracing, let known = results.holdout { return known }
    var found: Outcome?
    for holdout in conditions.index.globalHoldouts where found == nil {
      found = heldOut(by: holdout, .globalHoldout)
    }
    if results.areStored { results.holdout = .some(found) }
    return found
  }

  private mutating func heldOut(by rule: Rule, _ kind: Trace.EntryKind) -> Outcome? {
    begin(kind, rule.key)
    guard rule.isRunning else {
      note(.notRunning(status: rule.status))
      return nil
    }
    guard meetsAudience(rule), let variation = record(bucketed(rule)) else { return nil }
    return Outcome(variation: variation, rule: rule, source: .holdout)
  }
}

// MARK: Rules

extension FlagEvaluation {
  private mutating func experiment(_ rule: Rule, of flag: FlagIndex.Flag) -> Outcome? {
    if let outcome = preempted(rule, .experiment, of: flag, as: .featureTest) { return outcome }
    guard let variation = record(variation(of: rule)) else { return nil }
    return Outcome(variation: variation, rule: rule, source: .featureTest)
  }

  /// Returns the variation of an experiment that is evaluated without its flag: forced decisions
  /// and holdouts do not apply.
  mutating func variation(ofExperiment rule: Rule) -> Rule.Variation? {
    begin(.experiment, rule.key)
    return record(variation(of: rule))
  }

  private mutating func delivery(_ flag: FlagIndex.Flag) -> Outcome? {
    var index = 0
    let last = flag.deliveries.count - 1
    while index <= last {
      let rule = flag.deliveries[index]
      let kind: Trace.EntryKind = index == last ? .everyoneElse : .delivery
      if let outcome = preempted(rule, kind, of: flag, as: .rollout) { return outcome }
      guard meetsAudience(rule) else {
        index += 1
        continue
      }
      if let variation = record(bucketed(rule)) {
        return Outcome(variation: variation, rule: rule, source: .rollout)
      }
      // A user who is in the audience of a rule, but outside its traffic, continues with the last
      // rule.
      index = max(index + 1, last)
    }
    return nil
  }

  /// Returns the variation of an experiment: forced by the legacy API, from the allow-list, sticky,
  /// or selected by bucketing.
  private mutating func variation(of rule: Rule) -> Rule.Variation? {
    guard rule.isRunning else {
      note(.notRunning(status: rule.status))
      return nil
    }
    if let variation = forcedVariation(rule) ?? allowListVariation(rule) ?? storedVariation(rule) {
      return variation
    }
    guard meetsAudience(rule) else { return nil }
    if let bandit = rule.bandit { return predicted(rule, bandit) }
    guard let variation = bucketed(rule) else { return nil }
    if usesProfile {
      sticky = FlagDecision.StickyVariation(experimentID: rule.id, variationID: variation.id)
    }
    return variation
  }

  private mutating func forcedVariation(_ rule: Rule) -> Rule.Variation? {
    guard !user.forcedVariations.isEmpty, let key = user.forcedVariations[rule.key] else {
      return nil
    }
    let variation = rule.variation(key: key)
    note(.forcedVariation(variation: key, isKnown: variation != nil))
    return variation
  }

  private mutating func allowListVariation(_ rule: Rule) -> Rule.Variation? {
    guard let key = rule.allowList.variation(for: user.id, userClasses) else { return nil }
    let variation = rule.variation(key: key)
    note(.allowList(variation: key, isKnown: variation != nil))
    return variation
  }

  private mutating func storedVariation(_ rule: Rule) -> Rule.Variation? {
    guard usesProfile, !user.profile.isEmpty, let id = user.profile[rule.id] else { return nil }
    let variation = rule.variation(id: id)
    note(.profile(variationID: id, variation: variation?.key))
    return variation
  }
}

// MARK: Audience and bucket

extension FlagEvaluation {
  private mutating func meetsAudience(_ rule: Rule) -> Bool {
    guard let position = rule.conditions else {
      note(.audience(nil, .yes))
      return true
    }
    let (result, trace) = conditions.evaluate(position)
    note(.audience(trace, result))
    return result == .yes
  }

  private mutating func bucketed(_ rule: Rule) -> Rule.Variation? {
    if let exclusion = rule.exclusion, !isChosen(rule, exclusion) { return nil }
    let bucket = Bucket.number(of: userHash, in: rule.id)
    var variation: Rule.Variation?
    for range in rule.ranges where bucket < range.end {
      variation = range.variation.map { rule.variations[$0] }
      break
    }
    note(.bucket(bucket, ranges: rule.tracedRanges, variation: variation?.key))
    return variation
  }

  /// Whether the user's bucket is allocated to this experiment of a mutually exclusive group.
  private mutating func isChosen(_ rule: Rule, _ exclusion: Rule.Exclusion) -> Bool {
    let bucket = Bucket.number(of: userHash, in: exclusion.group)
    let isChosen = exclusion.experiment(of: bucket) == rule.id
    note(exclusion.check(of: bucket, isChosen: isChosen))
    return isChosen
  }

  /// Returns the variation that the prediction service has selected for a contextual bandit.
  ///
  /// The result is `nil` if the user's bucket is outside the traffic allocation, or if the
  /// prediction is missing.
  private mutating func predicted(
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
        ?? Prediction(rule: rule.id, key: rule.key, attributeIDs: bandit.attributeIDs)
      return nil
    }
    let variation = rule.variation(id: id)
    note(.prediction(variationID: id, variation: variation?.key))
    self.prediction = variation == nil ? nil : prediction
    return variation
  }
}

extension Rule {
  fileprivate var tracedRanges: [BucketRange] {
    BucketRange.all(
      zip(ranges, allocation).map { range, source in
        (source.end, range.variation.map { variations[$0].key }, source.entityID)
      }
    )
  }
}

extension Rule.Exclusion {
  fileprivate func check(of bucket: Int, isChosen: Bool) -> Trace.Check {
    let ranges = BucketRange.all(ranges.map { ($0.end, keys[$0.entityID], $0.entityID) })
    return .group(id: group, bucket: bucket, ranges: ranges, isChosen: isChosen)
  }
}
