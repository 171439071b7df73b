import Documents
import FeatureFlags

extension DatafileEditor {
  /// Delivers one variation to every user: an added rollout with one rule, which has no audience, replaces
  /// all rules of the flag.
  mutating func pin(_ overridden: OverriddenFlag) {
    let flag = overridden.flag
    let isOn = overridden.feature.override?.enabled
    // A flag that is forced off has the new variation `off`, as in the evaluator.
    let forced = isOn == false ? nil : overridden.feature.forcedVariation
    let variation =
      forced.map { self.variation(forcedTo: $0.rawValue, of: flag) }
      ?? variation(of: decision(for: overridden), flag)
    let id = names.id()
    let rule = everyone(
      key: names.ruleKey(for: flag.key),
      variation: copy(of: variation, id: id, isOn: isOn),
      id: id
    )
    setExperiments([], of: overridden)
    setRollout(of: overridden, rules: [rule.text])
    exempt.insert(overridden.position)
  }

  /// Puts an experiment in front of the rules of a flag that allow-lists one user.
  ///
  /// The experiment has no traffic, so that all other users continue with the next rule.
  mutating func allowList(_ user: String, for overridden: OverriddenFlag) {
    let decision = decision(for: overridden)
    let source = variation(of: decision, overridden.flag)
    // Create the id first: as an argument, `names.id()` would copy all used names, because `copy` reads
    // `self` at the same time.
    let copyID = names.id()
    let text = copy(
      of: source,
      id: copyID,
      isOn: decision.isEnabled,
      variables: overridden.variables
    )
    let key = decision.variation.flatMap { source == nil ? nil : $0 }
    let id = names.id()
    let rule = Self.rule(
      id: id,
      key: names.ruleKey(for: overridden.flag.key),
      variation: text,
      allowList: [(key: user, value: .string(key ?? (decision.isEnabled ? "on" : "off")))],
      // As a targeted delivery, the experiment also applies to users in a holdout that excludes targeted
      // deliveries.
      type: sparesTargetedDeliveries ? "td" : nil
    )
    addedExperiments.append(rule)
    setExperiments([id] + overridden.flag.experimentIDs, of: overridden)
  }

  /// Replaces the overridden rules of a flag by rules that deliver the forced variations.
  ///
  /// A new rule delivers the variation to every user whose evaluation reaches it. As for a forced decision
  /// of a rule, holdouts for all rules apply before the new rule, and local holdouts do not.
  mutating func forceRules(of overridden: OverriddenFlag) {
    let flag = overridden.flag
    let experiments = flag.experimentIDs.compactMap { id -> String? in
      guard let rule = index.experiments[id] else { return id }
      if let forced = forced(rule, of: overridden) {
        addedExperiments.append(forced.text)
        return forced.id
      }
      return overridden.skips(rule) ? nil : id
    }
    if experiments != flag.experimentIDs { setExperiments(experiments, of: overridden) }
    replacedRules[overridden.position] = experiments + forceDeliveries(of: overridden)
  }

  /// Replaces the overridden delivery rules of a flag; if other flags have the same rollout, in a copy of
  /// it.
  ///
  /// - Returns: The ids of the delivery rules.
  private mutating func forceDeliveries(of overridden: OverriddenFlag) -> [String] {
    let isShared = index.sharesRollout(overridden.flag)
    let rules = index.deliveries(of: overridden.flag)
    let replacements = rules.map { forced($0, of: overridden) }
    for (rule, forced) in zip(rules, replacements) where !isShared {
      if let forced { edits.replace(rule.range, with: forced.text) }
    }
    if isShared, replacements.contains(where: { $0 != nil }) {
      let texts = zip(rules, replacements).map { rule, forced in
        forced?.text ?? rendered(rule.range)
      }
      setRollout(of: overridden, rules: texts)
    }
    return zip(rules, replacements).map { $1?.id ?? $0.model.id }
  }

  /// Returns the rule that delivers the forced variation; `nil` if the rule is not overridden.
  private mutating func forced(
    _ rule: DatafileIndex.Rule,
    of overridden: OverriddenFlag
  ) -> (text: String, id: String)? {
    guard let key = overridden.rules[rule.model.key],
      let variation = variation(forcedTo: key, of: overridden.flag)
    else { return nil }
    let id = names.id()
    return everyone(
      key: names.ruleKey(for: rule.model.key),
      variation: copy(of: variation, id: id, isOn: nil),
      id: id
    )
  }

  /// Evaluates a flag with its override for the user of ``context``.
  func decision(for overridden: OverriddenFlag) -> FlagDecision {
    evaluator.decision(of: overridden.feature, in: context)
  }

  private var sparesTargetedDeliveries: Bool {
    index.globalHoldouts.contains { $0.model.excludesTargetedDeliveries }
  }
}

// MARK: Texts

extension DatafileEditor {
  /// Returns a rule without an audience that delivers a variation to every user.
  mutating func everyone(key: String, variation: String, id: String) -> (text: String, id: String) {
    let rule = names.id()
    let traffic: JSONValue = .object([("entityId", .string(id)), ("endOfRange", .integer(10_000))])
    let text = Self.rule(id: rule, key: key, variation: variation, traffic: [traffic])
    return (text, rule)
  }

  /// Returns the text of a rule without an audience.
  static func rule(
    id: String,
    key: String,
    variation: String?,
    traffic: [JSONValue] = [],
    allowList: [(key: String, value: JSONValue)] = [],
    type: String? = nil
  ) -> String {
    let members: [(key: String, value: JSONValue)] = [
      ("id", .string(id)),
      ("key", .string(key)),
      ("status", .string("Running")),
      ("layerId", .string(id)),
      ("audienceIds", .list([])),
      ("forcedVariations", .object(allowList)),
      ("trafficAllocation", .list(traffic)),
    ]
    let kind = type.map { [(key: "type", value: JSONValue.string($0))] } ?? []
    return "\(JSONValue.object(members + kind).text().dropLast()),"
      + "\"variations\":[\(variation ?? "")]}"
  }

  /// Replaces the experiments that a flag evaluates, in their order.
  mutating func setExperiments(_ ids: [String], of overridden: OverriddenFlag) {
    let list = JSONValue.list(ids.map(JSONValue.string)).text()
    setMember("experimentIds", to: list, ofFlagAt: overridden.position)
  }

  /// Adds a rollout with the given rules, and makes it the rollout of a flag.
  mutating func setRollout(of overridden: OverriddenFlag, rules: [String]) {
    let id = addRollout(rules)
    setMember("rolloutId", to: JSONValue.string(id).text(), ofFlagAt: overridden.position)
  }

  /// Adds a rollout, and returns its id.
  mutating func addRollout(_ rules: [String]) -> String {
    let id = names.id()
    let key = JSONValue.string(id).text()
    addedRollouts.append("{\"id\":\(key),\"experiments\":[\(rules.joined(separator: ","))]}")
    return id
  }

  mutating func setMember(_ key: String, to value: String, ofFlagAt position: Int) {
    let range = index.flags[position]
    edits.set(key, to: value, in: range, members: text.members(of: range))
  }
}
