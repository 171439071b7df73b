/// Derives the reasons of a decision from its trace: the SDKs' messages in the SDKs' order, because
/// apps log and compare them.
///
/// ``Trace`` has the same steps with more details, worded for testers.
struct DecisionReasons {
  private let user: UserContext
  private let flag: FlagIndex.Flag?
  private let index: FlagIndex
  private var reasons: [String] = []
  /// The number of delivery rules so far; the SDKs' reasons name a delivery rule by its number.
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
    return reasons.reasons
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
    if let flag, flag.listsNoExperiment {
      reasons.append("Feature (\(flag.key)) is not attached to any experiments.")
    }
    for entry in rules { add(entry) }
    if let flag, rules.last?.variation == nil { addMissingRollout(of: flag) }
  }

  private mutating func addMissingRollout(of flag: FlagIndex.Flag) {
    if flag.rolloutID.isEmpty {
      reasons.append("There is no rollout of feature (\(flag.key)).")
    } else if !index.rolloutIDs.contains(flag.rolloutID) {
      add(.rolloutIdInvalid(flag.rolloutID, flag.key))
    } else if flag.deliveries.isEmpty {
      reasons.append("Rollout of feature (\(flag.rolloutID)) has no experiments")
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
      (isKnown ? "Variation (\(variation))" : "Invalid variation")
        + " is mapped to \(target) and user (\(user.id)) in the forced decision map."
    )
  }

  private mutating func addHoldout(_ check: Trace.Check, _ key: String) {
    switch check {
    case .notRunning: reasons.append("Holdout (\(key)) is not running.")
    case .audience(let tree, let truth):
      add(tree)
      reasons.append(
        truth == .yes
          ? "User (\(user.id)) meets conditions for holdout(\(key))."
          : "User (\(user.id)) does not meet conditions for holdout (\(key))."
      )
    case .bucket(_, _, let variation):
      addAllocation(check, key)
      reasons.append(
        variation.map { "User (\(user.id)) is in variation (\($0)) of holdout (\(key))" }
          ?? "User (\(user.id)) is in no holdout variation."
      )
    case .forcedDecision, .forcedVariation, .allowList, .profile, .sparesTargetedDeliveries,
      .contextualBandit, .prediction, .group:
      break
    }
  }

  private mutating func addExperiment(_ check: Trace.Check, _ key: String) {
    switch check {
    case .forcedDecision: addForced(check, rule: key)
    case .notRunning: reasons.append("Experiment (\(key)) is not running.")
    case .forcedVariation(let variation, let isKnown):
      // The SDKs print an unmatched parenthesis after the user if the variation is known.
      reasons.append(
        (isKnown
          ? "Variation (\(variation)) is mapped to experiment (\(key)) and user \(user.id))"
          : "Invalid variation is mapped to experiment (\(key)) and user (\(user.id))")
          + " in the forced variation map."
      )
    case .allowList(let variation, let isKnown):
      reasons.append(
        "Forced variation (\(variation)) is found for user (\(user.id))"
          + (isKnown ? "" : ", but it's not in datafile.")
      )
    case .profile(_, let variation?):
      reasons.append(
        "Returning previously activated variation (\(variation)) of experiment (\(key)) "
          + "for user (\(user.id)) from user profile."
      )
    case .audience(let tree, let truth):
      add(tree)
      if truth != .yes {
        reasons.append("User (\(user.id)) does not meet conditions to be in experiment (\(key)).")
      }
    case .contextualBandit, .prediction: addBandit(check, key)
    case .group(_, _, _, let isChosen):
      addGroup(check, key)
      if !isChosen, isBandit(key) { addMiss(ofBandit: key) }
      if !isChosen { addVariation(nil, key) }
    case .bucket(_, let ranges, let variation):
      if ranges.first?.entityID == Trace.banditID {
        addMiss(ofBandit: key)
      } else {
        addAllocation(check, key)
      }
      addVariation(variation, key)
    case .profile, .sparesTargetedDeliveries: break
    }
  }

  private mutating func addVariation(_ variation: String?, _ experiment: String) {
    reasons.append(
      variation.map { "User (\(user.id)) is in variation (\($0)) of experiment (\(experiment))" }
        ?? "User (\(user.id)) is in no variation."
    )
  }

  private mutating func addBandit(_ check: Trace.Check, _ key: String) {
    guard case .prediction(let id, let variation) = check else {
      reasons.append("CMAB is not supported in sync mode.")
      return addVariation(nil, key)
    }
    if let prediction = user.predictions?.values.first(where: { $0.key == key })?.id {
      reasons.append(
        "Successfully fetched CMAB decision, variationId: \(id), cmabUUID: \(prediction) "
          + "for experiment \(key)."
      )
    }
    addVariation(variation, key)
  }

  private mutating func addMiss(ofBandit key: String) {
    reasons.append(
      "User (\(user.id)) does not fall into cmab traffic allocation in experiment (\(key))."
    )
  }

  private func isBandit(_ key: String) -> Bool {
    flag?.experiments.contains { $0.key == key && $0.bandit != nil } ?? false
  }

  private mutating func addDelivery(_ check: Trace.Check, _ key: String, name: String) {
    switch check {
    case .forcedDecision: addForced(check, rule: key)
    case .audience(let tree, let truth):
      add(tree)
      let verb = truth == .yes ? "meets" : "does not meet"
      reasons.append("User (\(user.id)) \(verb) conditions for targeting rule (\(name)).")
    case .group(_, _, _, let isChosen):
      addGroup(check, key)
      if !isChosen { addMiss(of: name) }
    case .bucket(_, _, let variation):
      addAllocation(check, key)
      if variation == nil {
        addMiss(of: name)
      } else {
        reasons.append("User (\(user.id)) is in the traffic group of targeting rule (\(name)).")
      }
    case .notRunning, .forcedVariation, .allowList, .profile, .sparesTargetedDeliveries,
      .contextualBandit, .prediction:
      break
    }
  }

  private mutating func addMiss(of name: String) {
    guard name != "Everyone Else" else { return }
    reasons.append(
      "User (\(user.id)) is not in the traffic group for targeting rule (\(name)). "
        + "Checking (Everyone Else) rule now."
    )
  }
}

// MARK: Buckets and conditions

extension DecisionReasons {
  private mutating func addGroup(_ check: Trace.Check, _ key: String) {
    guard case .group(let group, let bucket, let ranges, let isChosen) = check else { return }
    let id = user.bucketingID
    let target = "experiment (\(key)) of group (\(group))."
    reasons.append("Assigned bucket (\(bucket)) to user with bucketing ID (\(id)).")
    guard !isChosen else { return reasons.append("User (\(id)) is in \(target)") }
    let range = ranges.first { bucket < $0.end }
    if ranges.isEmpty {
      add(.groupHasNoTrafficAllocation(group))
    } else if let range, range.name == nil {
      reasons.append("Bucketed into an invalid experiment id (\(range.entityID))")
    }
    reasons.append(
      range?.name == nil
        ? "User (\(id)) is not in any experiment of group (\(group))."
        : "User (\(id)) is not in \(target)"
    )
  }

  private mutating func addAllocation(_ check: Trace.Check, _ key: String) {
    guard case .bucket(let bucket, let ranges, let variation) = check else { return }
    if ranges.isEmpty {
      add(.experimentHasNoTrafficAllocation(key))
    } else if variation == nil, let range = ranges.first(where: { bucket < $0.end }) {
      reasons.append("Bucketed into an invalid variation id (\(range.entityID))")
    }
  }

  private mutating func add(_ conditions: ConditionTrace?) {
    if let error = conditions?.error { add(error) }
  }

  private mutating func add(_ error: OptimizelyError) {
    reasons.append(error.reason)
  }
}
