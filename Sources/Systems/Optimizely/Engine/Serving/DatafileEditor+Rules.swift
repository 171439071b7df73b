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
    setRollout(of: overridden, rules: [rule.tree])
    exempt.insert(overridden.position)
  }

  /// Inserts an experiment before the rules of a flag that delivers a variation to the users of one scope.
  ///
  /// For a key, the user is on the allow-list, and the experiment has no traffic. For an attribute, the
  /// experiment has an audience. All other users continue with the next rule.
  mutating func deliver(_ overridden: OverriddenFlag) {
    guard overridden.scope.isExpressible(for: overridden.feature) else { return }
    let decision = evaluator.decision(
      of: overridden.feature,
      in: overridden.scope.user(from: context)
    )
    let source = variation(of: decision, overridden.flag)
    // Creates the id first: as an argument, `names.id()` would copy all used names, because `copy`
    // reads `self` at the same time.
    let copyID = names.id()
    let variation = copy(
      of: source,
      id: copyID,
      isOn: decision.isEnabled,
      variables: originalDefaults(of: overridden, source).merging(overridden.variables) { $1 }
    )
    let key = decision.variation.flatMap { source == nil ? nil : $0 }
    let id = names.id()
    var rule = Self.rule(
      id: id,
      key: names.ruleKey(for: overridden.flag.key),
      variation: variation,
      // As a targeted delivery, the experiment also applies to users in a holdout that excludes targeted
      // deliveries.
      type: excludesTargetedDeliveries ? "td" : nil
    )
    switch overridden.scope {
    case .everyone: break
    case .key(let user, _):
      let name = key ?? (decision.isEnabled ? "on" : "off")
      rule["forcedVariations"] = JSONTree(members: [(user, .string(name))])
    case .attribute(let name, let value):
      rule["audienceIds"] = [.string(addAudience(name, value))]
      rule["trafficAllocation"] = [["entityId": .string(copyID), "endOfRange": 10_000]]
    }
    addedExperiments.append(rule)
    let path = Self.path(ofFlagAt: overridden.position) + ["experimentIds"]
    let present = document[path]?.elements.compactMap(\.string) ?? []
    setExperiments([id] + present, of: overridden)
  }

  /// Adds an audience of the users with the given value of an attribute, and returns its id.
  private mutating func addAudience(_ name: String, _ value: AttributeValue) -> String {
    let id = names.id()
    let condition: JSONTree = [
      "type": "custom_attribute", "name": .string(name), "match": "exact",
      "value": JSONTree(value.json),
    ]
    let audience: JSONTree = [
      "id": .string(id), "name": .string("halyard-\(id)"), "conditions": ["or", condition],
    ]
    if document["typedAudiences"] == nil { document["typedAudiences"] = [] }
    document.append(audience, to: "typedAudiences")
    return id
  }

  /// The original default values of the variables of a flag that have an override for everyone, and that a
  /// variation does not set, by id.
  private func originalDefaults(
    of overridden: OverriddenFlag,
    _ variation: Variation?
  ) -> [String: String] {
    let own = Set(variation?.model.variables.map(\.id) ?? [])
    let variables = overridden.flag.variables.filter {
      editedVariables.contains($0.id) && !own.contains($0.id)
    }
    return Dictionary(variables.map { ($0.id, $0.defaultValue) }) { $1 }
  }

  /// Replaces the overridden rules of a flag by rules that deliver the forced variations.
  ///
  /// A new rule delivers the variation to every user whose evaluation reaches it. As for a forced
  /// decision of a rule, global holdouts apply before the new rule, but local holdouts do not.
  mutating func forceRules(of overridden: OverriddenFlag) {
    let flag = overridden.flag
    let experiments = flag.experimentIDs.compactMap { id -> String? in
      guard let rule = index.experiments[id] else { return id }
      if let forced = forced(rule, of: overridden) {
        addedExperiments.append(forced.tree)
        return forced.id
      }
      return overridden.skips(rule) ? nil : id
    }
    if experiments != flag.experimentIDs { setExperiments(experiments, of: overridden) }
    replacedRules[overridden.position] = experiments + forceDeliveries(of: overridden)
  }

  /// Replaces the overridden delivery rules of a flag.
  ///
  /// If other flags use the same rollout, the rules are replaced in a copy of the rollout.
  ///
  /// - Returns: The ids of the delivery rules.
  private mutating func forceDeliveries(of overridden: OverriddenFlag) -> [String] {
    let isShared = index.sharesRollout(overridden.flag)
    let rules = index.deliveries(of: overridden.flag)
    let replacements = rules.map { forced($0, of: overridden) }
    for (rule, forced) in zip(rules, replacements) where !isShared {
      if let forced { document.update(at: rule.path) { $0 = forced.tree } }
    }
    if isShared, replacements.contains(where: { $0 != nil }) {
      let trees = zip(rules, replacements).map { $1?.tree ?? document[$0.path] ?? .null }
      setRollout(of: overridden, rules: trees)
    }
    return zip(rules, replacements).map { $1?.id ?? $0.model.id }
  }

  /// Returns a new rule that delivers the forced variation; `nil` if the given rule is not overridden,
  /// or if the flag does not have the variation.
  private mutating func forced(
    _ rule: DatafileIndex.Rule,
    of overridden: OverriddenFlag
  ) -> (tree: JSONTree, id: String)? {
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

  /// Evaluates a flag with its override for everyone for the user of ``context``.
  func decision(for overridden: OverriddenFlag) -> FlagDecision {
    evaluator.decision(of: overridden.feature, in: context)
  }

  private var excludesTargetedDeliveries: Bool {
    index.globalHoldouts.contains { $0.model.excludesTargetedDeliveries }
  }
}

// MARK: New parts

extension DatafileEditor {
  /// Returns a rule without an audience that delivers a variation to every user.
  mutating func everyone(
    key: String,
    variation: JSONTree,
    id: String
  ) -> (tree: JSONTree, id: String) {
    let rule = names.id()
    let traffic: JSONTree = ["entityId": .string(id), "endOfRange": 10_000]
    return (Self.rule(id: rule, key: key, variation: variation, traffic: [traffic]), rule)
  }

  /// Returns a rule without an audience.
  static func rule(
    id: String,
    key: String,
    variation: JSONTree?,
    traffic: [JSONTree] = [],
    allowList: [(key: String, value: JSONTree)] = [],
    type: String? = nil
  ) -> JSONTree {
    var rule: JSONTree = [
      "id": .string(id), "key": .string(key), "status": "Running", "layerId": .string(id),
      "audienceIds": [], "forcedVariations": JSONTree(members: allowList),
      "trafficAllocation": JSONTree(elements: traffic),
    ]
    rule["type"] = type.map(JSONTree.string)
    rule["variations"] = JSONTree(elements: variation.map { [$0] } ?? [])
    return rule
  }

  static func list(_ texts: [String]) -> JSONTree {
    JSONTree(elements: texts.map(JSONTree.string))
  }

  static func path(ofFlagAt position: Int) -> [JSONTree.Step] {
    ["featureFlags", .index(position)]
  }

  /// Replaces the experiment ids of a flag, which are in evaluation order.
  mutating func setExperiments(_ ids: [String], of overridden: OverriddenFlag) {
    document["featureFlags"]?[.index(overridden.position)]?["experimentIds"] = Self.list(ids)
  }

  /// Adds a rollout with the given rules, and makes it the rollout of a flag.
  private mutating func setRollout(of overridden: OverriddenFlag, rules: [JSONTree]) {
    let id = addRollout(rules)
    document["featureFlags"]?[.index(overridden.position)]?["rolloutId"] = .string(id)
  }

  /// Adds a rollout, and returns its id.
  mutating func addRollout(_ rules: [JSONTree]) -> String {
    let id = names.id()
    addedRollouts.append(["id": .string(id), "experiments": JSONTree(elements: rules)])
    return id
  }
}

extension DatafileEditor {
  /// Sets the overridden variables of flags for every user: as the default values of the variables, which
  /// also apply to a flag that is off, and in all variations that set these variables.
  mutating func editVariables(of flags: [OverriddenFlag]) {
    let texts = flags.reduce(into: [String: String]()) { $0.merge($1.variables) { $1 } }
    guard !texts.isEmpty else { return }
    for overridden in flags where !overridden.variables.isEmpty {
      editDefaults(of: overridden)
      for rule in index.rules(of: overridden.flag) { editSettings(of: rule.path, texts) }
    }
    for holdout in index.holdouts { editSettings(of: holdout.path, texts) }
  }

  private mutating func editDefaults(of overridden: OverriddenFlag) {
    for (position, variable) in overridden.flag.variables.enumerated() {
      guard let value = overridden.variables[variable.id] else { continue }
      let flag = Self.path(ofFlagAt: overridden.position)
      document.update(at: flag + ["variables", .index(position)]) {
        $0["defaultValue"] = .string(value)
      }
    }
  }

  /// Replaces the values of variables in the variations of a rule or a holdout.
  private mutating func editSettings(of path: [JSONTree.Step], _ texts: [String: String]) {
    document.update(at: path + ["variations"]) { variations in
      variations.update { _, variation in
        variation["variables"]?.update { _, setting in
          guard let value = setting["id"]?.string.flatMap({ texts[$0] }) else { return }
          setting["value"] = .string(value)
        }
      }
    }
  }

  /// Turns all variations of a flag on.
  ///
  /// The rules of the flag must not be shared with another flag. They still select the variation of each
  /// user.
  mutating func turnOn(_ overridden: OverriddenFlag) {
    let flag = overridden.flag
    for rule in index.rules(of: flag) {
      for (index, variation) in rule.model.variations.enumerated() where !variation.isEnabled {
        document.update(at: rule.path + ["variations", .index(index)]) { variation in
          variation["featureEnabled"] = true
          // Removes the values of the variation: as in the evaluator, a variation that an override
          // turns on has the default values of the variables.
          variation["variables"]? = []
        }
      }
    }
    exempt.insert(overridden.position)
    exemptRules.formUnion(index.rules(of: flag).map(\.model.id))
    turnOnForEveryoneElse(overridden)
  }

  /// Delivers a variation that is on to the users for whom the rules select no variation: the traffic of
  /// the last delivery rule becomes 100 percent.
  ///
  /// An added rule after the last rule would change the variations of other users, because a user who
  /// is in the audience of a rule, but outside of its traffic, continues with the last rule.
  private mutating func turnOnForEveryoneElse(_ overridden: OverriddenFlag) {
    let flag = overridden.flag
    if overridden.rules.isEmpty {
      let remaining = flag.experimentIDs.filter { id in
        index.experiments[id].map { !overridden.skips($0) } ?? true
      }
      if remaining != flag.experimentIDs { setExperiments(remaining, of: overridden) }
    }
    guard let last = index.deliveries(of: flag).last, !last.model.hasAudience else {
      return addRuleForEveryoneElse(overridden)
    }
    let known = Set(last.model.variations.map(\.id))
    let traffic = last.model.trafficAllocation
    if traffic.allSatisfy({ known.contains($0.entityID) }),
      (traffic.map(\.end).max() ?? 0) >= 10_000
    {
      return
    }
    let id = names.id()
    let ranges = traffic.map { (known.contains($0.entityID) ? $0.entityID : id, $0.end) }
    let list: [JSONTree] = (ranges + [(id, 10_000)]).map {
      ["entityId": .string($0.0), "endOfRange": JSONTree(.integer($0.1))]
    }
    // SDKs look up the variations of a rule by key: a second variation `on` would replace the original one.
    let isTaken = last.model.variations.contains { $0.key == "on" }
    let key = isTaken ? names.ruleKey(for: "on") : nil
    let variation = new(id: id, key: key, isOn: true)
    document.update(at: last.path) { rule in
      rule["trafficAllocation"] = JSONTree(elements: list)
      if rule["variations"] != nil { rule.append(variation, to: "variations") }
    }
  }

  private mutating func addRuleForEveryoneElse(_ overridden: OverriddenFlag) {
    let id = names.id()
    let rule = everyone(
      key: names.ruleKey(for: overridden.flag.key),
      variation: new(id: id, isOn: true),
      id: id
    )
    guard let rollout = index.rollouts[overridden.flag.rolloutID],
      document[rollout.path]?["experiments"] != nil
    else { return setRollout(of: overridden, rules: [rule.tree]) }
    document.update(at: rollout.path) { $0.append(rule.tree, to: "experiments") }
  }
}

extension Datafile.Experiment {
  /// Whether the rule has an audience, so that it does not match every user.
  fileprivate var hasAudience: Bool {
    switch audienceConditions {
    case .list([]), .operation: false
    case .some: true
    case nil: !audienceIDs.isEmpty
    }
  }
}

extension DatafileEditor.OverriddenFlag {
  /// Whether the rule must be removed, because the flag is forced on and the rule is a contextual
  /// bandit.
  ///
  /// Without a prediction, which SDKs cannot get, the flag would be off.
  func skips(_ rule: DatafileIndex.Rule) -> Bool {
    isTurnedOn && rule.model.contextualBandit != nil
  }
}

extension OverrideScope {
  /// Whether a datafile can deliver the result of an override to the users of the scope.
  ///
  /// An override for an attribute must force a variation or off: otherwise each user has another result.
  func isExpressible(for feature: Feature) -> Bool {
    guard case .attribute = self else { return true }
    return feature.forcesVariation
  }
}

extension Feature {
  /// Whether the override forces a variation or off, so that all its users have the same variation.
  var forcesVariation: Bool { forcedVariation != nil || override?.enabled == false }
}
