import FeatureFlags

/// Decides about flags for one user.
///
/// This is all that decides: it reads nothing but the index and the user, and changes nothing but
/// itself.
struct FlagEvaluation {
  /// What has been decided.
  struct Outcome {
    var variation: Rule.Variation?
    var rule: Rule?
    var source: FlagDecision.Source = .rollout
  }

  /// The holdout that has the user and lets targeted deliveries and delivery rules pass.
  private(set) var passedHoldout: Outcome?

  private var conditions: ConditionEvaluation
  private let usesProfile: Bool
  /// Whether it is told how decisions come about.
  let isTracing: Bool
  /// What of the user's buckets is the same for all rules.
  let userHash: MurmurHash3
  private(set) var trace = Trace()
  /// The prediction that is still to be fetched, or that failed.
  var missing: Prediction?
  /// The prediction that selected the variation.
  var prediction: Prediction?
  /// What is new for the user's profile.
  private(set) var sticky: FlagDecision.StickyVariation?

  init(index: FlagIndex, user: UserContext, order: ConjunctionOrder, options: DecideOptions) {
    userHash = Bucket.hash(of: user.bucketingID)
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

  /// Results that are the same for other flags of the user.
  var results: UserResults {
    get { conditions.results }
    set { conditions.results = newValue }
    _modify { yield &conditions.results }
  }

  /// Decides about a flag: forced, held out, in an experiment, or by a delivery rule.
  mutating func decide(_ flag: FlagIndex.Flag) -> Outcome {
    if let variation = forced(flag) {
      return Outcome(variation: variation, rule: nil, source: .featureTest)
    }
    if let outcome = heldOut() {
      guard outcome.rule?.sparesTargetedDeliveries == true else { return outcome }
      note(.sparesTargetedDeliveries)
      _ = give(nil)
      passedHoldout = outcome
    }
    for rule in flag.experiments where passedHoldout == nil || rule.isTargetedDelivery {
      if let outcome = experiment(rule, of: flag) { return outcome }
      // A bandit without a prediction ends the evaluation: later rules are not tried.
      if missing != nil { return Outcome() }
    }
    return delivery(flag) ?? Outcome()
  }
}

// MARK: Trace

extension FlagEvaluation {
  /// Begins an entry, or goes on with the last one if that is about the same rule.
  private mutating func begin(_ place: Trace.Place, _ key: String) {
    guard isTracing else { return }
    if let last = trace.entries.last, last.place == place, last.key == key { return }
    trace.entries.append(Trace.Entry(place: place, key: key))
  }

  mutating func note(_ check: @autoclosure () -> Trace.Check) {
    guard isTracing, !trace.entries.isEmpty else { return }
    trace.entries[trace.entries.count - 1].checks.append(check())
  }

  /// Notes what the rule has given.
  private mutating func give(_ variation: Rule.Variation?) -> Rule.Variation? {
    if isTracing, !trace.entries.isEmpty {
      trace.entries[trace.entries.count - 1].variation = variation?.key
    }
    return variation
  }
}

// MARK: Forced decisions and holdouts

extension FlagEvaluation {
  /// The variation that a tester has forced on the whole flag.
  private mutating func forced(_ flag: FlagIndex.Flag) -> Rule.Variation? {
    guard let key = forcedKey(flag.key, rule: nil) else { return nil }
    begin(.flag, flag.key)
    return give(forced(key, flag))
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

  /// What stands before a rule's own conditions: the decision forced on it, then its holdouts.
  private mutating func preempted(
    _ rule: Rule,
    _ place: Trace.Place,
    of flag: FlagIndex.Flag,
    as source: FlagDecision.Source
  ) -> Outcome? {
    if let key = forcedKey(flag.key, rule: rule.key) {
      begin(place, rule.key)
      if let variation = give(forced(key, flag)) {
        return Outcome(variation: variation, rule: rule, source: source)
      }
    }
    for holdout in rule.holdouts {
      if let outcome = heldOut(by: holdout, .localHoldout) { return outcome }
    }
    begin(place, rule.key)
    return nil
  }

  /// The first holdout for all rules that has the user, which may be known from another flag.
  private mutating func heldOut() -> Outcome? {
    if !isTracing, let known = results.holdout { return known }
    var found: Outcome?
    for holdout in conditions.index.globalHoldouts where found == nil {
      found = heldOut(by: holdout, .globalHoldout)
    }
    if results.areStored { results.holdout = .some(found) }
    return found
  }

  private mutating func heldOut(by rule: Rule, _ place: Trace.Place) -> Outcome? {
    begin(place, rule.key)
    guard rule.isRunning else {
      note(.notRunning(status: rule.status))
      return nil
    }
    guard meetsAudience(rule), let variation = give(bucketed(rule)) else { return nil }
    return Outcome(variation: variation, rule: rule, source: .holdout)
  }
}

// MARK: Rules

extension FlagEvaluation {
  private mutating func experiment(_ rule: Rule, of flag: FlagIndex.Flag) -> Outcome? {
    if let outcome = preempted(rule, .experiment, of: flag, as: .featureTest) { return outcome }
    guard let variation = give(variation(of: rule)) else { return nil }
    return Outcome(variation: variation, rule: rule, source: .featureTest)
  }

  /// The variation of a single experiment, without forced decisions and holdouts.
  mutating func variation(ofExperiment rule: Rule) -> Rule.Variation? {
    begin(.experiment, rule.key)
    return give(variation(of: rule))
  }

  private mutating func delivery(_ flag: FlagIndex.Flag) -> Outcome? {
    var index = 0
    let last = flag.deliveries.count - 1
    while index <= last {
      let rule = flag.deliveries[index]
      let place: Trace.Place = index == last ? .everyoneElse : .delivery
      if let outcome = preempted(rule, place, of: flag, as: .rollout) { return outcome }
      guard meetsAudience(rule) else {
        index += 1
        continue
      }
      if let variation = give(bucketed(rule)) {
        return Outcome(variation: variation, rule: rule, source: .rollout)
      }
      // A user who meets a rule's audience and gets no variation is passed on to the last rule.
      index = max(index + 1, last)
    }
    return nil
  }

  /// The variation of an experiment: forced in the older way, allowed, kept, or by bucket.
  private mutating func variation(of rule: Rule) -> Rule.Variation? {
    guard rule.isRunning else {
      note(.notRunning(status: rule.status))
      return nil
    }
    if let variation = forcedVariation(rule) ?? allowed(rule) ?? kept(rule) { return variation }
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

  private mutating func allowed(_ rule: Rule) -> Rule.Variation? {
    guard !rule.allowList.isEmpty, let key = rule.allowList[user.id] else { return nil }
    let variation = rule.variation(key: key)
    note(.allowList(variation: key, isKnown: variation != nil))
    return variation
  }

  private mutating func kept(_ rule: Rule) -> Rule.Variation? {
    guard usesProfile, !user.profile.isEmpty, let id = user.profile[rule.id] else { return nil }
    let variation = rule.variation(id: id)
    note(.profile(variationID: id, variation: variation?.key))
    return variation
  }
}

// MARK: Audience and bucket

extension FlagEvaluation {
  private mutating func meetsAudience(_ rule: Rule) -> Bool {
    guard let place = rule.conditions else {
      note(.audience(nil, .yes))
      return true
    }
    let (result, trace) = conditions.evaluate(place)
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

  /// Whether the user is in this experiment, of those that exclude one another.
  mutating func isChosen(_ rule: Rule, _ exclusion: Rule.Exclusion) -> Bool {
    let bucket = Bucket.number(of: userHash, in: exclusion.group)
    let isChosen = exclusion.experiment(of: bucket) == rule.id
    note(
      .group(
        id: exclusion.group,
        bucket: bucket,
        ranges: exclusion.tracedRanges,
        isChosen: isChosen
      )
    )
    return isChosen
  }
}

extension Rule {
  fileprivate var tracedRanges: [Trace.Range] {
    Trace.Range.all(
      ranges.map { ($0.end, $0.variation.map { variations[$0].key }, $0.entityID) }
    )
  }
}

extension Rule.Exclusion {
  fileprivate var tracedRanges: [Trace.Range] {
    Trace.Range.all(ranges.map { ($0.end, keys[$0.entityID], $0.entityID) })
  }
}
