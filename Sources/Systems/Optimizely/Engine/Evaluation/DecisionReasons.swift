/// Derives the reasons of a decision from its trace: the SDKs' messages in the SDKs' order, because
/// apps log and compare them.
///
/// ``Trace`` has the same steps with more details, worded for testers.
struct DecisionReasons {
  let user: UserContext
  /// The flag; `nil` for the decision of a single experiment.
  let flag: FlagIndex.Flag?
  let index: FlagIndex
  /// The reasons so far, in the order of the SDKs.
  private(set) var texts: [String] = []
  /// The number of delivery rules so far; the SDKs' reasons name a delivery rule by its number.
  private(set) var deliveries = 0

  /// Adds the reasons for the steps of a trace.
  mutating func add(_ trace: Trace) {
    let isContainer = { (entry: Trace.Entry) in entry.kind == .flag || entry.kind == .globalHoldout
    }
    let whole = trace.entries.prefix(while: isContainer)
    let rules = trace.entries.dropFirst(whole.count)
    for entry in whole { add(entry) }
    guard whole.last?.variation == nil else { return }
    if let flag, flag.listsNoExperiment {
      texts.append("Feature (\(flag.key)) is not attached to any experiments.")
    }
    for entry in rules { add(entry) }
    if let flag, rules.last?.variation == nil { addMissingRollout(of: flag) }
  }

  private mutating func addMissingRollout(of flag: FlagIndex.Flag) {
    if flag.rolloutID.isEmpty {
      texts.append("There is no rollout of feature (\(flag.key)).")
    } else if !index.rolloutIDs.contains(flag.rolloutID) {
      add(.rolloutIdInvalid(flag.rolloutID, flag.key))
    } else if flag.deliveries.isEmpty {
      texts.append("Rollout of feature (\(flag.rolloutID)) has no experiments")
    }
  }

  private mutating func add(_ entry: Trace.Entry) {
    if entry.kind == .delivery { deliveries += 1 }
    for check in entry.checks {
      switch check {
      case .forcedDecision, .forcedVariation, .allowList, .profile: addForced(check, of: entry)
      case .notRunning:
        let kind = entry.kind == .experiment ? "Experiment" : "Holdout"
        texts.append("\(kind) (\(entry.key)) is not running.")
      case .audience(let conditions, let truth):
        if let error = conditions?.error { add(error) }
        addAudience(isMet: truth == .yes, of: entry)
      case .contextualBandit, .prediction: addPrediction(check, of: entry)
      case .group(let id, let bucket, let ranges, let isChosen):
        addGroup(id, bucket, ranges, isChosen: isChosen, entry.key)
        guard !isChosen else { continue }
        if isBandit(entry) { addMissedBandit(entry) }
        addOutcome(nil, of: entry)
      case .bucket(let bucket, let ranges, let variation):
        if entry.kind == .experiment, ranges.first?.entityID == Trace.banditID {
          addMissedBandit(entry)
        } else if ranges.isEmpty {
          add(.experimentHasNoTrafficAllocation(entry.key))
        } else if variation == nil, let range = ranges.first(where: { bucket < $0.end }) {
          texts.append("Bucketed into an invalid variation id (\(range.entityID))")
        }
        addOutcome(variation, of: entry)
      case .excludesTargetedDeliveries: break
      }
    }
  }

  private mutating func add(_ error: OptimizelyError) { texts.append(error.reason) }
}

// MARK: Checks

extension DecisionReasons {
  /// Adds the reasons for a forced or a sticky variation.
  private mutating func addForced(_ check: Trace.Check, of entry: Trace.Entry) {
    switch check {
    case .forcedDecision(let variation, let isKnown):
      let rule = entry.kind == .flag ? "" : ", rule (\(entry.key))"
      texts.append(
        (isKnown ? "Variation (\(variation))" : "Invalid variation")
          + " is mapped to flag (\(flag?.key ?? ""))\(rule) and user (\(user.id)) "
          + "in the forced decision map."
      )
    case .forcedVariation(let variation, let isKnown):
      // The SDKs print an unmatched parenthesis after the user if the variation is known.
      texts.append(
        (isKnown
          ? "Variation (\(variation)) is mapped to experiment (\(entry.key)) and user \(user.id))"
          : "Invalid variation is mapped to experiment (\(entry.key)) and user (\(user.id))")
          + " in the forced variation map."
      )
    case .allowList(let variation, let isKnown):
      texts.append(
        "Forced variation (\(variation)) is found for user (\(user.id))"
          + (isKnown ? "" : ", but it's not in datafile.")
      )
    case .profile(_, let variation?):
      texts.append(
        "Returning previously activated variation (\(variation)) of experiment (\(entry.key)) "
          + "for user (\(user.id)) from user profile."
      )
    case .profile(_, nil), .notRunning, .audience, .excludesTargetedDeliveries, .contextualBandit,
      .prediction, .group, .bucket:
      break
    }
  }

  private mutating func addAudience(isMet: Bool, of entry: Trace.Entry) {
    let verb = "User (\(user.id)) " + (isMet ? "meets" : "does not meet")
    switch entry.kind {
    case .globalHoldout, .localHoldout:
      texts.append("\(verb) conditions for holdout\(isMet ? "" : " ")(\(entry.key)).")
    case .experiment:
      if !isMet { texts.append("\(verb) conditions to be in experiment (\(entry.key)).") }
    case .delivery, .everyoneElse:
      texts.append("\(verb) conditions for targeting rule (\(name(of: entry))).")
    case .flag: break
    }
  }

  private mutating func addPrediction(_ check: Trace.Check, of entry: Trace.Entry) {
    guard case .prediction(let id, let variation) = check else {
      texts.append("CMAB is not supported in sync mode.")
      return addOutcome(nil, of: entry)
    }
    if let prediction = user.predictions?.values.first(where: { $0.key == entry.key })?.id {
      texts.append(
        "Successfully fetched CMAB decision, variationId: \(id), cmabUUID: \(prediction) "
          + "for experiment \(entry.key)."
      )
    }
    addOutcome(variation, of: entry)
  }

  private func isBandit(_ entry: Trace.Entry) -> Bool {
    guard entry.kind == .experiment, let flag else { return false }
    return flag.experiments.contains { $0.key == entry.key && $0.bandit != nil }
  }

  private mutating func addMissedBandit(_ entry: Trace.Entry) {
    texts.append(
      "User (\(user.id)) does not fall into cmab traffic allocation in experiment (\(entry.key))."
    )
  }

  private mutating func addGroup(
    _ group: String,
    _ bucket: Int,
    _ ranges: [BucketRange],
    isChosen: Bool,
    _ key: String
  ) {
    let id = user.bucketingID
    let target = "experiment (\(key)) of group (\(group))."
    texts.append("Assigned bucket (\(bucket)) to user with bucketing ID (\(id)).")
    guard !isChosen else { return texts.append("User (\(id)) is in \(target)") }
    let range = ranges.first { bucket < $0.end }
    if ranges.isEmpty {
      add(.groupHasNoTrafficAllocation(group))
    } else if let range, range.name == nil {
      texts.append("Bucketed into an invalid experiment id (\(range.entityID))")
    }
    texts.append(
      range?.name == nil
        ? "User (\(id)) is not in any experiment of group (\(group))."
        : "User (\(id)) is not in \(target)"
    )
  }

  /// Adds the reason for the outcome of a rule; `variation` is `nil` if the rule assigns none to the
  /// user.
  private mutating func addOutcome(_ variation: String?, of entry: Trace.Entry) {
    let user = "User (\(user.id)) is"
    switch (entry.kind, variation) {
    case (.globalHoldout, let variation?), (.localHoldout, let variation?):
      texts.append("\(user) in variation (\(variation)) of holdout (\(entry.key))")
    case (.globalHoldout, nil), (.localHoldout, nil):
      texts.append("\(user) in no holdout variation.")
    case (.experiment, let variation?):
      texts.append("\(user) in variation (\(variation)) of experiment (\(entry.key))")
    case (.experiment, nil): texts.append("\(user) in no variation.")
    case (.delivery, _?), (.everyoneElse, _?):
      texts.append("\(user) in the traffic group of targeting rule (\(name(of: entry))).")
    case (.delivery, nil):
      texts.append(
        "\(user) not in the traffic group for targeting rule (\(name(of: entry))). "
          + "Checking (Everyone Else) rule now."
      )
    case (.everyoneElse, nil), (.flag, _): break
    }
  }

  /// The name of a delivery rule in the SDKs' reasons.
  private func name(of entry: Trace.Entry) -> String {
    entry.kind == .everyoneElse ? "Everyone Else" : "\(deliveries)"
  }
}
