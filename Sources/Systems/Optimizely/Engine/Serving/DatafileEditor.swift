import Documents
import FeatureFlags
import Files

/// Edits the text of a datafile, so that SDKs obey the overrides of flags.
struct DatafileEditor {
  /// A flag with an override, and the parts of the override that have an effect.
  struct OverriddenFlag {
    let position: Int
    let flag: Datafile.Flag
    let feature: Feature
    /// Whether every user gets one variation, instead of the one that the rules of the flag select.
    let isPinned: Bool
    /// Whether all variations of the flag are turned on.
    let isTurnedOn: Bool
    /// The variation keys that are forced for rules, by rule key.
    let rules: [String: String]
    /// The texts of overridden variables, by variable id.
    let variables: [String: String]
  }

  let text: JSONText
  let index: DatafileIndex
  let evaluator: DatafileEvaluator
  let context: EvaluationContext
  /// The only user to whom the overrides apply; `nil` for every user.
  let user: String?
  var names: UnusedNames
  var edits = JSONEdits()
  /// The edits inside of variations and rules, sorted by position; copies of variations and rules contain
  /// them.
  var base = JSONEdits()
  /// The experiments to append to the datafile, as JSON.
  var addedExperiments: [String] = []
  var addedRollouts: [String] = []
  /// The positions of the flags to whose rules holdouts do not apply any more.
  var exempt: Set<Int> = []
  /// The ids of the rules to which local holdouts do not apply any more.
  var exemptRules: Set<String> = []
  /// The new rule ids of the flags whose rules were replaced, by position of the flag.
  var replacedRules: [Int: [String]] = [:]

  init(text: JSONText, evaluator: DatafileEvaluator, context: EvaluationContext, user: String?) {
    self.text = text
    self.evaluator = evaluator
    self.context = context
    self.user = user
    let datafile = evaluator.evaluator.datafile
    index = DatafileIndex(datafile, in: text)
    names = UnusedNames(datafile)
  }

  /// Whether the overrides change the datafile.
  var hasEdits: Bool { !edits.isEmpty || !addedExperiments.isEmpty || !addedRollouts.isEmpty }

  /// Applies the overrides of features; a feature that is not a flag of the datafile is skipped.
  mutating func edit(_ features: [Feature]) {
    let flags = features.compactMap(overridden).sorted { $0.position < $1.position }
    if let user {
      for flag in flags { allowList(user, for: flag) }
      return
    }
    editVariables(of: flags)
    for flag in flags where flag.isTurnedOn { turnOn(flag) }
    edits.sort()
    base = edits
    for flag in flags {
      if flag.isPinned { pin(flag) } else if !flag.rules.isEmpty { forceRules(of: flag) }
    }
  }

  /// Appends the added rules, changes the revision, and returns the bytes of the datafile.
  mutating func finish() -> [UInt8] {
    append(addedExperiments, to: "experiments")
    append(addedRollouts, to: "rollouts")
    edits.sort()
    if let revision = index.members["revision"], let old = text.string(revision) {
      let digest = SHA256.digest(of: Array(edits.fingerprint.utf8)).prefix(12)
      edits.replace(revision, with: JSONValue.string("\(old)-\(digest)").text())
      edits.sort()
    }
    return edits.rendered(0..<text.bytes.count, of: text.bytes)
  }

  private mutating func append(_ elements: [String], to list: String) {
    guard let list = index.members[list] else { return }
    edits.append(elements, to: list, of: text)
  }
}

// MARK: Overrides

extension DatafileEditor {
  /// Returns the flag of a feature with the effective parts of its override; `nil` if the datafile
  /// does not have the flag, or if no part has an effect.
  private func overridden(_ feature: Feature) -> OverriddenFlag? {
    guard let override = feature.override, let position = index.flagIndices[feature.name.rawValue],
      position < index.flags.count
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
      user != nil || forced != nil || override.enabled == false
      || override.enabled == true && index.sharesRules(flag)
    return OverriddenFlag(
      position: position,
      flag: flag,
      feature: feature,
      isPinned: isPinned,
      isTurnedOn: !isPinned && override.enabled == true,
      rules: isPinned ? [:] : rules,
      variables: variables
    )
  }

  /// Returns the texts of the overridden variables of a flag, by variable id.
  private func overriddenVariables(of flag: Datafile.Flag, _ feature: Feature) -> [String: String] {
    guard let forced = feature.override?.variables, !forced.isEmpty else { return [:] }
    let ids = Dictionary(flag.variables.map { ($0.key, $0.id) }) { $1 }
    var texts: [String: String] = [:]
    for declared in feature.declaredVariables {
      guard let value = forced[declared.name]?.converted(to: declared.value.type),
        let id = ids[declared.name]
      else { continue }
      texts[id] = value.description
    }
    return texts
  }
}
