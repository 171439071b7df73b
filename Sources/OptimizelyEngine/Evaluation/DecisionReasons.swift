/// Derives the reasons of a decision from its trace, in the SDKs' order.
struct DecisionReasons {
  private let user: UserContext
  private let flag: FlagIndex.Flag?
  private let index: FlagIndex
  private var reasons: [DecisionReason] = []
  /// The number of delivery rules so far; the SDKs' reasons call each delivery rule by its number.
  private var deliveries = 0

  /// Returns the SDKs' reasons for the steps of a trace.
  ///
  /// - Parameters:
  ///   - trace: The steps of the decision.
  ///   - flag: The flag; `nil` for the decision of a single experiment.
  ///   - user: The user of the decision.
  ///   - index: The rules of the datafile.
  /// - Returns: The reasons, in the order of the SDKs.
  static func texts(
    of trace: Trace,
    flag: FlagIndex.Flag?,
    user: UserContext,
    index: FlagIndex
  ) -> [String] {
    var reasons = DecisionReasons(user: user, flag: flag, index: index)
    reasons.add(trace)
    return reasons.reasons.map { $0.text(for: user.id) }
  }

  private init(user: UserContext, flag: FlagIndex.Flag?, index: FlagIndex) {
    (self.user, self.flag, self.index) = (user, flag, index)
  }

  private mutating func add(_ trace: Trace) {
    let isWhole = { (entry: Trace.Entry) in entry.kind == .flag || entry.kind == .globalHoldout }
    let whole = trace.entries.prefix(while: isWhole)
    let rules = trace.entries.dropFirst(whole.count)
    for entry in whole { add(entry) }
    guard whole.last?.variation == nil else { return }
    if let flag, flag.listsNoExperiment { reasons.append(.featureHasNoExperiments(flag: flag.key)) }
    for entry in rules { add(entry) }
    if let flag, rules.last?.variation == nil { addMissingRollout(of: flag) }
  }

  private mutating func addMissingRollout(of flag: FlagIndex.Flag) {
    if flag.rolloutID.isEmpty {
      reasons.append(.noRolloutExists(flag: flag.key))
    } else if !index.rolloutIDs.contains(flag.rolloutID) {
      reasons.append(.error(.rolloutIdInvalid(flag.rolloutID, flag.key)))
    } else if flag.deliveries.isEmpty {
      reasons.append(.rolloutHasNoExperiments(id: flag.rolloutID))
    }
  }

  private mutating func add(_ entry: Trace.Entry) {
    switch entry.kind {
    case .flag: for check in entry.checks { addForced(check, rule: nil) }
    case .globalHoldout, .localHoldout: for check in entry.checks { addHoldout(check, entry.key) }
    case .experiment: for check in entry.checks { addExperiment(check, entry.key) }
    case .delivery:
      deliveries += 1
      for check in entry.checks { addDelivery(check, entry.key, name: "\(deliveries)") }
    case .everyoneElse:
      for check in entry.checks { addDelivery(check, entry.key, name: "Everyone Else") }
    }
  }

  private mutating func addForced(_ check: Trace.Check, rule: String?) {
    guard case .forcedDecision(let variation, let isKnown) = check else { return }
    let target = "flag (\(flag?.key ?? ""))" + (rule.map { ", rule (\($0))" } ?? "")
    reasons.append(
      isKnown
        ? .forcedDecision(variation: variation, target: target)
        : .invalidForcedDecision(target: target)
    )
  }

  private mutating func addHoldout(_ check: Trace.Check, _ key: String) {
    switch check {
    case .notRunning: reasons.append(.holdoutNotRunning(key))
    case .audience(let tree, let truth):
      add(tree)
      reasons.append(truth == .yes ? .meetsHoldout(key) : .missesHoldout(key))
    case .bucket(_, _, let variation):
      addAllocation(check, key)
      reasons.append(
        variation.map { .inHoldoutVariation($0, holdout: key) } ?? .inNoHoldoutVariation
      )
    case .forcedDecision, .forcedVariation, .allowList, .profile, .sparesTargetedDeliveries,
      .contextualBandit, .prediction, .group:
      break
    }
  }

  private mutating func addExperiment(_ check: Trace.Check, _ key: String) {
    switch check {
    case .forcedDecision: addForced(check, rule: key)
    case .notRunning: reasons.append(.experimentNotRunning(key))
    case .forcedVariation(let variation, let isKnown):
      reasons.append(
        isKnown
          ? .forcedVariation(variation: variation, experiment: key)
          : .invalidForcedVariation(experiment: key)
      )
    case .allowList(let variation, let isKnown):
      reasons.append(
        isKnown ? .allowListVariation(variation) : .invalidAllowListVariation(variation)
      )
    case .profile(_, let variation?):
      reasons.append(.profileVariation(variation: variation, experiment: key))
    case .audience(let tree, let truth):
      add(tree)
      if truth != .yes { reasons.append(.notInExperiment(key)) }
    case .contextualBandit: reasons += [.banditInSyncMode, .inNoVariation]
    case .prediction(let id, let variation):
      if let prediction = user.predictions?.values.first(where: { $0.key == key })?.id {
        reasons.append(.predicted(variation: id, prediction: prediction, experiment: key))
      }
      reasons.append(variation.map { .inVariation($0, experiment: key) } ?? .inNoVariation)
    case .group(_, _, _, let isChosen):
      addGroup(check, key)
      if !isChosen { reasons += (isBandit(key) ? [.notInBandit(key)] : []) + [.inNoVariation] }
    case .bucket(_, let ranges, let variation):
      if ranges.first?.entityID == Trace.Range.banditID {
        reasons.append(.notInBandit(key))
      } else {
        addAllocation(check, key)
      }
      reasons.append(variation.map { .inVariation($0, experiment: key) } ?? .inNoVariation)
    case .profile, .sparesTargetedDeliveries: break
    }
  }

  /// Whether an experiment of the flag is a contextual bandit.
  private func isBandit(_ key: String) -> Bool {
    flag?.experiments.contains { $0.key == key && $0.bandit != nil } ?? false
  }

  private mutating func addDelivery(_ check: Trace.Check, _ key: String, name: String) {
    switch check {
    case .forcedDecision: addForced(check, rule: key)
    case .audience(let tree, let truth):
      add(tree)
      reasons.append(truth == .yes ? .meetsRule(name) : .missesRule(name))
    case .group(_, _, _, let isChosen):
      addGroup(check, key)
      if !isChosen { addMiss(of: name) }
    case .bucket(_, _, let variation):
      addAllocation(check, key)
      if variation == nil { addMiss(of: name) } else { reasons.append(.bucketedIntoRule(name)) }
    case .notRunning, .forcedVariation, .allowList, .profile, .sparesTargetedDeliveries,
      .contextualBandit, .prediction:
      break
    }
  }

  private mutating func addMiss(of name: String) {
    if name != "Everyone Else" { reasons.append(.notBucketedIntoRule(name)) }
  }
}

// MARK: Buckets and conditions

extension DecisionReasons {
  private mutating func addGroup(_ check: Trace.Check, _ key: String) {
    guard case .group(let group, let bucket, let ranges, let isChosen) = check else { return }
    let id = user.bucketingID
    reasons.append(.bucketValue(bucket, bucketingID: id))
    if isChosen {
      reasons.append(.inGroupExperiment(key, group: group, bucketingID: id))
      return
    }
    let range = ranges.first { bucket < $0.end }
    if ranges.isEmpty {
      reasons.append(.error(.groupHasNoTrafficAllocation(group)))
    } else if let range, range.name == nil {
      reasons.append(.invalidExperiment(id: range.entityID))
    }
    reasons.append(
      range?.name == nil
        ? .inNoGroupExperiment(group: group, bucketingID: id)
        : .notInGroupExperiment(key, group: group, bucketingID: id)
    )
  }

  /// Adds a defect of the traffic allocation; the SDK does not report the bucket of a rule.
  private mutating func addAllocation(_ check: Trace.Check, _ key: String) {
    guard case .bucket(let bucket, let ranges, let variation) = check else { return }
    if ranges.isEmpty {
      reasons.append(.error(.experimentHasNoTrafficAllocation(key)))
    } else if variation == nil, let range = ranges.first(where: { bucket < $0.end }) {
      reasons.append(.invalidVariation(id: range.entityID))
    }
  }

  private mutating func add(_ conditions: ConditionTrace?) {
    if let error = conditions?.error { reasons.append(.error(error)) }
  }
}
