import Documents
import FeatureFlags
import Files
import FlagSystem

/// Edits a datafile so that SDKs apply the overrides of flags.
struct DatafileEditor {
  /// A flag with an override, and the parts of the override that have an effect.
  struct OverriddenFlag {
    let position: Int
    let flag: Datafile.Flag
    let feature: Feature
    let scope: OverrideScope
    /// Whether every user gets the same variation, instead of the variation that the rules select.
    let isPinned: Bool
    /// Whether all variations of the flag are turned on.
    let isTurnedOn: Bool
    /// The variation keys that are forced for rules, by rule key.
    let rules: [String: String]
    /// The overridden values of variables as text, by variable id.
    let variables: [String: String]
  }

  var document: JSONTree
  /// The datafile as received.
  private let original: JSONTree
  let index: DatafileIndex
  let evaluator: DatafileEvaluator
  let context: EvaluationContext
  /// The ids of the variables with an override for everyone.
  private(set) var editedVariables: Set<String> = []
  /// Whether overrides for single users are being applied, which are relative to the datafile as received.
  private var isScoped = false
  var names: UnusedNames
  /// The experiments to append to the datafile.
  var addedExperiments: [JSONTree] = []
  var addedRollouts: [JSONTree] = []
  /// The positions of the flags to whose rules holdouts do not apply any more.
  var exempt: Set<Int> = []
  /// The ids of the rules to which local holdouts do not apply any more.
  var exemptRules: Set<String> = []
  /// The new rule ids of the flags whose rules were replaced, by position of the flag.
  var replacedRules: [Int: [String]] = [:]

  init(
    _ document: [UInt8],
    evaluator: DatafileEvaluator,
    context: EvaluationContext
  ) {
    self.document = JSONTree(document)
    self.document.update { $1.parse() }
    original = self.document
    self.evaluator = evaluator
    self.context = context
    let datafile = evaluator.evaluator.datafile
    index = DatafileIndex(datafile)
    names = UnusedNames(datafile)
  }

  /// Applies the overrides of features; a feature that is not a flag of the datafile is skipped.
  ///
  /// - Returns: The bytes of the edited datafile, with a new revision; `nil` if the overrides have no
  ///   effect.
  mutating func edit(
    _ features: [Feature.Name: [ScopedFeature]]
  ) throws(ServedDocumentError) -> [UInt8]? {
    let all = features.values.flatMap { $0.compactMap(overridden) }
      .sorted { $0.position < $1.position }
    let former = digest(of: all)
    let flags = all.filter { $0.scope == .everyone }
    editVariables(of: flags)
    for flag in flags where flag.isTurnedOn { turnOn(flag) }
    for flag in flags {
      if flag.isPinned { pin(flag) } else if !flag.rules.isEmpty { forceRules(of: flag) }
    }
    editedVariables = Set(flags.flatMap(\.variables.keys))
    isScoped = true
    for flag in all where flag.scope != .everyone { deliver(flag) }
    try moveHoldouts(hasScopes: flags.count < all.count)
    let digest = digest(of: all)
    guard digest != former else { return nil }
    for rule in addedExperiments { document.append(rule, to: "experiments") }
    for rollout in addedRollouts { document.append(rollout, to: "rollouts") }
    if let old = document["revision"]?.string {
      document["revision"] = .string("\(old)-\(digest.prefix(12))")
    }
    return document.bytes
  }

  /// Returns a digest of all parts of the datafile that overrides of flags can change.
  private func digest(of flags: [OverriddenFlag]) -> String {
    let rules = flags.flatMap { index.rules(of: $0.flag).map(\.path) }
    let paths = flags.map { Self.path(ofFlagAt: $0.position) } + rules
    let lists = [document["holdouts"], document["localHoldouts"]].compactMap(\.self)
    let parts = paths.compactMap { document[$0] } + lists + addedExperiments + addedRollouts
    return SHA256.digest(of: Array(parts.map(\.bytes).joined()))
  }
}

// MARK: Overrides

extension DatafileEditor {
  /// Returns the flag of a feature with the effective parts of its override; `nil` if the datafile
  /// does not have the flag, or if no part has an effect.
  private func overridden(_ scoped: ScopedFeature) -> OverriddenFlag? {
    let feature = scoped.feature
    guard let override = feature.override, let position = index.flagIndices[feature.name.rawValue]
    else { return nil }
    let flag = index.datafile.flags[position]
    let variables = overriddenVariables(of: flag, feature)
    let forced = feature.forcedVariation.flatMap { variation(forcedTo: $0.rawValue, of: flag) }
    let rules = override.rules.mapValues(\.rawValue).filter { rule, key in
      index.rules(of: flag).contains { $0.model.key == rule }
        && variation(forcedTo: key, of: flag) != nil
    }
    guard forced != nil || override.enabled != nil || !rules.isEmpty || !variables.isEmpty else {
      return nil
    }
    let isPinned =
      scoped.scope != .everyone || forced != nil || override.enabled == false
      || override.enabled == true && index.sharesRules(flag)
    return OverriddenFlag(
      position: position,
      flag: flag,
      feature: feature,
      scope: scoped.scope,
      isPinned: isPinned,
      isTurnedOn: !isPinned && override.enabled == true,
      rules: isPinned ? [:] : rules,
      variables: variables
    )
  }

  /// Returns the overridden values of a flag's variables as text, by variable id.
  private func overriddenVariables(of flag: Datafile.Flag, _ feature: Feature) -> [String: String] {
    let texts = flag.variables.last(by: \.key).compactMap { variable in
      feature.override?.convertedValue(of: variable.key, of: feature).map {
        (variable.id, $0.description)
      }
    }
    return Dictionary(texts) { $1 }
  }
}

// MARK: Variations

extension DatafileEditor {
  /// A variation: its decoded model, and its JSON in the document.
  struct Variation {
    let model: Datafile.Variation
    let tree: JSONTree
  }

  /// Returns the variations of a rule or a holdout, without the fallback variations that SDKs add to
  /// feature rollouts.
  private func variations(
    _ models: [Datafile.Variation],
    of owner: [JSONTree.Step]
  ) -> [Variation] {
    let tree = isScoped ? original : document
    return zip(models, tree[owner]?.elements(of: "variations") ?? []).map(Variation.init)
  }

  /// Returns the variation that a forced decision with the key selects, as SDKs do: of several
  /// variations with the same id only the first one can be forced.
  func variation(forcedTo key: String, of flag: Datafile.Flag) -> Variation? {
    var seen: Set<String> = []
    for rule in index.rules(of: flag) {
      for variation in variations(rule.model.variations, of: rule.path)
      where seen.insert(variation.model.id).inserted {
        if variation.model.key == key { return variation }
      }
    }
    return nil
  }

  /// Returns the variation that a decision selected: a variation of a rule of the flag, or of a
  /// holdout.
  func variation(of decision: FlagDecision, _ flag: Datafile.Flag) -> Variation? {
    guard let key = decision.variation, let id = decision.variationID else { return nil }
    guard decision.source != .holdout else {
      return index.holdouts.filter { $0.model.id == decision.ruleID }.lazy
        .flatMap { variations($0.model.variations, of: $0.path) }
        .first { $0.model.id == id }
    }
    let rules = index.rules(of: flag)
    let own = rules.filter { $0.model.id == decision.ruleID } + rules
    return own.lazy.flatMap { variations($0.model.variations, of: $0.path) }.first {
      $0.model.id == id && $0.model.key == key
    }
  }

  /// Returns a copy of a variation.
  ///
  /// - Parameters:
  ///   - variation: The variation; `nil` for a variation without values.
  ///   - id: The id of the copy. A copy needs an id of its own, because SDKs look up the values of
  ///     variables by the id of the variation.
  ///   - isOn: The state of the copy; `nil` for the state of the variation.
  ///   - variables: The values of variables that the copy sets, as text by variable id.
  /// - Returns: The copy.
  func copy(
    of variation: Variation?,
    id: String,
    isOn: Bool?,
    variables: [String: String] = [:]
  ) -> JSONTree {
    guard let variation else { return new(id: id, isOn: isOn ?? false, variables: variables) }
    var copy = variation.tree
    copy["id"] = .string(id)
    let model = variation.model
    let isChanged = isOn.map { $0 != model.isEnabled } ?? false
    if isChanged { copy["featureEnabled"] = JSONTree(.bool(!model.isEnabled)) }
    let isTurnedOn = isChanged && !model.isEnabled
    if isTurnedOn || !variables.isEmpty {
      // As in the evaluator, a variation that an override turns on has the default values of the variables.
      let own = isTurnedOn ? [] : model.variables.map { ($0.id, $0.value) }
      copy["variables"] = Self.settings(
        Dictionary(own) { first, _ in first }.merging(variables) { $1 }
      )
    }
    return copy
  }

  /// Returns a new variation, for users for whom no rule selects a variation.
  func new(
    id: String,
    key: String? = nil,
    isOn: Bool,
    variables: [String: String] = [:]
  ) -> JSONTree {
    [
      "id": .string(id), "key": .string(key ?? (isOn ? "on" : "off")),
      "featureEnabled": JSONTree(.bool(isOn)), "variables": Self.settings(variables),
    ]
  }

  private static func settings(_ values: [String: String]) -> JSONTree {
    JSONTree(
      elements: values.sorted { $0.key < $1.key }.map {
        ["id": .string($0.key), "value": .string($0.value)]
      }
    )
  }
}

extension DatafileEditor {
  /// The largest number of references from holdouts to rules in a generated datafile.
  static let referenceLimit = 1_000_000

  /// Replaces each global holdout by a local holdout for the rules without a forced result.
  ///
  /// SDKs evaluate a global holdout before the rules of every flag, and have no way to except a flag from
  /// it. A local holdout that lists all other rules has the same effect on the other flags. A holdout that
  /// excludes targeted deliveries stays global, because it does not prevent the forced deliveries, and
  /// because a local holdout cannot exclude them.
  private mutating func moveHoldouts(hasScopes: Bool) throws(ServedDocumentError) {
    guard hasScopes || !exempt.isEmpty else { return }
    let moved = index.globalHoldouts.map { holdout in
      holdout.model.status == .running && !holdout.model.trafficAllocation.isEmpty
        && !holdout.model.excludesTargetedDeliveries
    }
    let count = moved.count { $0 }
    guard count > 0 || !exemptRules.isEmpty else { return }
    var rules: JSONTree = []
    if count > 0 {
      let ids = heldRules()
      guard count * ids.count <= Self.referenceLimit else {
        throw .tooManyHoldouts(count: count, limit: Self.referenceLimit)
      }
      rules = Self.list(ids)
    }
    let holdouts = zip(document.elements(of: "holdouts"), moved)
    if count > 0 {
      document["holdouts"] = JSONTree(elements: holdouts.filter { !$0.1 }.map(\.0))
    }
    setLocalHoldouts(holdouts.filter(\.1).map { Self.with(rules, $0.0) })
  }

  /// Writes the local holdouts.
  ///
  /// The holdouts that were global are first, because SDKs evaluate global holdouts before local ones.
  private mutating func setLocalHoldouts(_ added: [JSONTree]) {
    let locals = index.localHoldouts.compactMap { holdout -> JSONTree? in
      let ids = holdout.model.includedRules
      let remaining = ids.filter { !exemptRules.contains($0) }
      guard remaining != ids else { return document[holdout.path] }
      // Removes a local holdout without rules, because SDKs reject it.
      guard !remaining.isEmpty else { return nil }
      return document[holdout.path].map { Self.with(Self.list(remaining), $0) }
    }
    guard !added.isEmpty || locals.count != index.localHoldouts.count || !exemptRules.isEmpty else {
      return
    }
    document["localHoldouts"] = JSONTree(elements: added + locals)
  }

  private static func with(_ rules: JSONTree, _ holdout: JSONTree) -> JSONTree {
    var copy = holdout
    copy["includedRules"] = rules
    return copy
  }

  /// Returns the ids of the rules to which the former global holdouts still apply, without duplicates.
  ///
  /// A flag without rules gets a rule without traffic, so that the holdouts apply to the flag too.
  private mutating func heldRules() -> [String] {
    var seen: Set<String> = []
    var ids: [String] = []
    var emptyRollout: String?
    for (position, flag) in index.datafile.flags.enumerated() where !exempt.contains(position) {
      let rules = replacedRules[position] ?? index.rules(of: flag).map(\.model.id)
      ids += rules.filter { seen.insert($0).inserted }
      guard rules.isEmpty else { continue }
      let rollout = emptyRollout ?? addEmptyRollout(&ids)
      emptyRollout = rollout
      document["featureFlags"]?[.index(position)]?["rolloutId"] = .string(rollout)
    }
    return ids
  }

  private mutating func addEmptyRollout(_ ids: inout [String]) -> String {
    let id = names.id()
    ids.append(id)
    return addRollout([Self.rule(id: id, key: names.ruleKey(for: "no_delivery"), variation: nil)])
  }
}
