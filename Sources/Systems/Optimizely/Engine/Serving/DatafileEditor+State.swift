import Documents

extension DatafileEditor {
  /// Sets the overridden variables of flags for every user: as the default values of the variables, which
  /// also apply to a flag that is off, and in all variations that set these variables.
  mutating func editVariables(of flags: [OverriddenFlag]) {
    let texts = flags.reduce(into: [String: String]()) { $0.merge($1.variables) { $1 } }
    guard !texts.isEmpty else { return }
    var edited: Set<Int> = []
    for overridden in flags where !overridden.variables.isEmpty {
      editDefaults(of: overridden)
      for rule in index.rules(of: overridden.flag)
      where edited.insert(rule.range.lowerBound).inserted {
        editSettings(in: rule.range, texts)
      }
    }
    for holdout in index.holdouts {
      editSettings(in: holdout.range, texts)
    }
  }

  private mutating func editDefaults(of overridden: OverriddenFlag) {
    let list = text.value("variables", of: index.flags[overridden.position])
    for (variable, range) in zip(overridden.flag.variables, text.elements(of: list)) {
      guard let value = overridden.variables[variable.id] else { continue }
      let members = text.members(of: range)
      edits.set("defaultValue", to: JSONValue.string(value).text(), in: range, members: members)
    }
  }

  /// Replaces the values of variables in the variations of a rule or a holdout.
  private mutating func editSettings(in rule: Range<Int>, _ texts: [String: String]) {
    for variation in text.elements(of: text.value("variations", of: rule)) {
      for setting in text.elements(of: text.value("variables", of: variation)) {
        let members = text.members(of: setting)
        guard let id = members.last(where: { $0.key == "id" }).flatMap({ text.string($0.value) }),
          let value = texts[id]
        else { continue }
        edits.set("value", to: JSONValue.string(value).text(), in: setting, members: members)
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
      for variation in variations(of: rule) where !variation.model.isEnabled {
        let members = text.members(of: variation.range)
        edits.set("featureEnabled", to: "true", in: variation.range, members: members)
        // Remove the values of the variation: as in the evaluator, a variation that an override turns on
        // has the default values of the variables.
        guard let settings = members.last(where: { $0.key == "variables" }) else { continue }
        edits.replace(settings.value, with: "[]")
      }
    }
    exempt.insert(overridden.position)
    exemptRules.formUnion(index.rules(of: flag).map(\.model.id))
    turnOnForEveryoneElse(overridden)
  }

  /// Delivers a variation that is on to the users for whom the rules select no variation: the traffic of
  /// the last delivery rule becomes 100 percent.
  ///
  /// An added rule behind the last one would change the variations of other users, because a user who
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
    let list = JSONValue.list(
      (ranges + [(id, 10_000)]).map {
        .object([("entityId", .string($0.0)), ("endOfRange", .integer($0.1))])
      }
    )
    let members = text.members(of: last.range)
    edits.set("trafficAllocation", to: list.text(), in: last.range, members: members)
    guard let variations = members.last(where: { $0.key == "variations" }) else { return }
    // SDKs look up the variations of a rule by key: a second variation `on` would replace the original one.
    let isTaken = last.model.variations.contains { $0.key == "on" }
    let key = isTaken ? names.ruleKey(for: "on") : nil
    let variation = new(id: id, key: key, isOn: true)
    edits.append([variation], to: variations.value, of: text)
  }

  private mutating func addRuleForEveryoneElse(_ overridden: OverriddenFlag) {
    let id = names.id()
    let rule = everyone(
      key: names.ruleKey(for: overridden.flag.key),
      variation: new(id: id, isOn: true),
      id: id
    )
    guard let rollout = index.rollouts[overridden.flag.rolloutID],
      let list = text.value("experiments", of: rollout.range)
    else { return setRollout(of: overridden, rules: [rule.text]) }
    edits.append([rule.text], to: list, of: text)
  }
}

extension Datafile.Experiment {
  /// Whether the rule has an audience, so that it does not match every user.
  fileprivate var hasAudience: Bool {
    audienceConditions.map { $0 != .list([]) } ?? !audienceIDs.isEmpty
  }
}

extension DatafileEditor.OverriddenFlag {
  /// Whether the rule has to be removed, because the flag is forced on and the rule is a contextual bandit:
  /// SDKs cannot get its prediction, and then turn the flag off.
  func skips(_ rule: DatafileIndex.Rule) -> Bool {
    isTurnedOn && rule.model.contextualBandit != nil
  }
}
