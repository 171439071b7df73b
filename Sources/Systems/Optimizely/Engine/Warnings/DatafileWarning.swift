import FeatureFlags

/// A warning about a part of a datafile that is valid, but has no effect or an unexpected effect.
public enum DatafileWarning: Hashable, Sendable {
  /// A global holdout has a list of rules, which is ignored.
  case rulesOfGlobalHoldout(holdout: String)
  /// A local holdout has no list of rules, and so has no effect.
  case localHoldoutWithoutRules(holdout: String)
  /// A holdout has a list of flags, a legacy setting that is ignored: the holdout applies to all
  /// flags.
  case flagsOfHoldout(holdout: String)
  /// A rule or holdout references an audience that does not exist; the result of the condition is
  /// unknown.
  case unknownAudience(Subject, audience: String)
  /// A flag references an experiment that does not exist; the reference is ignored.
  case unknownExperiment(flag: String, experiment: String)
  /// A flag references a rollout that does not exist; the flag has no delivery rules.
  case unknownRollout(flag: String, rollout: String)
  /// The allow-list of a rule contains a variation that does not belong to the rule.
  case unknownAllowedVariation(rule: String, variation: String)
  /// Traffic is allocated to a variation that does not exist; users in this traffic have no
  /// variation.
  case unknownTraffic(Subject, variation: String)
  /// The ends of the traffic ranges are not in ascending order, or above 10,000: some ranges have
  /// no effect.
  case unorderedTraffic(Subject, ends: [Int])
  /// A condition of a rule or holdout evaluates to unknown for every user.
  case unknownCondition(Datafile.AttributeCondition, UnknownCause, Subject)
  /// A condition of a referenced audience evaluates to unknown for every user; `referencedBy`
  /// contains at most the first 201 rules and holdouts that reference the audience.
  case unknownInAudience(String, Datafile.AttributeCondition, UnknownCause, referencedBy: [Subject])
  /// The conditions of a rule or holdout contain a malformed list, which evaluates to unknown for
  /// every user.
  case malformedConditions(Subject)
  /// The conditions of a referenced audience contain a malformed list; `referencedBy` contains at
  /// most the first 201 rules and holdouts that reference the audience.
  case malformedAudience(String, referencedBy: [Subject])
  /// Several flags have the same key; the last one applies.
  case duplicateFlag(String)
  /// The value of a variable in a variation, or its default if `variation` is `nil`, does not have
  /// the variable's type. `hidesAll` is true for an infinite number: JSON cannot represent it, so
  /// that the SDKs omit all variables of the flag.
  case unreadableValue(
    flag: String,
    variation: String?,
    variable: String,
    found: String,
    type: String,
    hidesAll: Bool
  )

  /// A rule or a holdout, which references audiences and has traffic.
  public enum Subject: Hashable, Sendable, CustomStringConvertible {
    /// An experiment or a delivery rule, by its key.
    case rule(String)
    /// A holdout, by its key.
    case holdout(String)

    /// The kind and the key, such as `rule "new_cart"`.
    public var description: String {
      switch self {
      case .rule(let key): "rule \(QuotedName(key))"
      case .holdout(let key): "holdout \(QuotedName(key))"
      }
    }
  }
}

extension DatafileWarning: CustomStringConvertible {
  /// The message of the warning, which includes the effect on users.
  public var description: String {
    switch self {
    case .rulesOfGlobalHoldout(let holdout):
      "holdout \(QuotedName(holdout)) applies to all rules; its \"includedRules\" are ignored"
    case .localHoldoutWithoutRules(let holdout):
      "holdout \(QuotedName(holdout)) has no \"includedRules\", so it is ignored"
    case .flagsOfHoldout(let holdout):
      "holdout \(QuotedName(holdout)) names flags, which are ignored; it applies to all rules"
    case .unknownAudience(let subject, let audience):
      "\(subject) references audience \(QuotedName(audience)), which does not exist"
    case .unknownExperiment(let flag, let experiment):
      "flag \(QuotedName(flag)) lists experiment \(QuotedName(experiment)), which does not exist"
    case .unknownRollout(let flag, let rollout):
      "flag \(QuotedName(flag)) has rollout \(QuotedName(rollout)), which does not exist"
    case .unknownAllowedVariation(let rule, let variation):
      "the allow-list of rule \(QuotedName(rule)) has variation \(QuotedName(variation)), "
        + "which the rule does not have"
    case .unknownTraffic(let subject, let variation):
      "\(subject) allocates traffic to variation \(QuotedName(variation)), which it does not have"
    case .unorderedTraffic(let subject, let ends):
      "\(subject) has traffic ranges that end at \(Self.list(ends)), "
        + "expected ascending numbers up to 10000"
    case .unknownCondition(let condition, let cause, let subject):
      "\(subject) " + Self.message(condition, cause)
    case .unknownInAudience(let audience, let condition, let cause, _):
      "audience \(QuotedName(audience)) " + Self.message(condition, cause)
    case .malformedConditions(let subject): "\(subject) " + Self.malformedMessage
    case .malformedAudience(let audience, _):
      "audience \(QuotedName(audience)) " + Self.malformedMessage
    case .duplicateFlag(let flag):
      "flag \(QuotedName(flag)) is defined more than once; the last definition applies"
    case .unreadableValue(let flag, let variation, let variable, let found, let type, let hidesAll):
      "flag \(QuotedName(flag)) has \(variation == nil ? "the default " : "")"
        + "\(QuotedName(found, limit: 60)) for \(type) variable \(QuotedName(variable))"
        + (variation.map { " in variation \(QuotedName($0))" } ?? "")
        + (hidesAll
          ? ", expected a finite number; apps receive no variables of the flag"
          : ", expected \(Self.expected(type)); apps receive no value")
    }
  }

  private static func message(
    _ condition: Datafile.AttributeCondition,
    _ cause: UnknownCause
  ) -> String {
    let limit = DatafileLimits.quotedCharacters
    return "has condition \(condition.text.cut(to: limit)), which is always unknown: "
      + "\(cause)".cut(to: limit)
  }

  private static let malformedMessage =
    "has a malformed list of conditions, which is always unknown: \(UnknownCause.malformed)"

  private static func list(_ ends: [Int]) -> String {
    let shown = ends.prefix(20).map(String.init).joined(separator: ", ")
    return ends.count > 20 ? "\(shown) and \(ends.count - 20) more" : shown
  }

  private static func expected(_ type: String) -> String {
    type == "json" ? "a JSON object" : VariableType(rawValue: type)?.valueText ?? "a text"
  }
}

/// A quoted and truncated name from a datafile, for messages.
///
/// Truncation limits the memory: many warnings can quote the same name, which can be a megabyte
/// long.
struct QuotedName: CustomStringConvertible {
  private let text: String
  private let limit: Int

  init(_ text: String, limit: Int = DatafileLimits.quotedCharacters) {
    self.text = text
    self.limit = limit
  }

  var description: String { "\"\(text.cut(to: limit))\"" }
}

extension String {
  /// The text, truncated to at most `limit` Unicode scalars, with an ellipsis if it is longer.
  func cut(to limit: Int) -> String {
    let start = unicodeScalars.prefix(limit)
    return start.endIndex == endIndex ? self : String(start.dropLast()) + "…"
  }
}

extension Evaluator {
  /// The warnings about valid parts of the datafile that have no effect or an unexpected effect.
  ///
  /// Each access searches the whole datafile. Loading a datafile does not search for warnings,
  /// because apps do not need them.
  public var warnings: [DatafileWarning] {
    DatafileWarning.all(in: datafile) + keys.flatMap { index.flags[$0]?.unreadableValues ?? [] }
  }
}

extension DatafileWarning {
  /// Finds the parts of a datafile that have no effect or an unexpected effect.
  static func all(in datafile: Datafile) -> [DatafileWarning] {
    holdouts(datafile) + rules(datafile) + conditions(datafile) + flags(datafile)
  }

  private static func holdouts(_ datafile: Datafile) -> [DatafileWarning] {
    datafile.holdouts.filter { !$0.includedRules.isEmpty }
      .map { .rulesOfGlobalHoldout(holdout: $0.key) }
      + datafile.localHoldouts.filter(\.includedRules.isEmpty)
      .map { .localHoldoutWithoutRules(holdout: $0.key) }
      + datafile.holdouts.filter(\.namesFlags).map { .flagsOfHoldout(holdout: $0.key) }
  }

  private static func rules(_ datafile: Datafile) -> [DatafileWarning] {
    let known = Set(datafile.effectiveAudiences.map(\.id))
    var warnings: [DatafileWarning] = []
    for (subject, ids, conditions) in datafile.targetings {
      for id in conditions?.audienceIDs ?? ids where !known.contains(id) {
        warnings.append(.unknownAudience(subject, audience: id))
      }
    }
    for rule in datafile.allExperiments + datafile.rollouts.flatMap(\.rules) {
      let variations = Set(rule.variations.map(\.key))
      for key in Set(rule.forcedVariations.values).subtracting(variations).sorted() {
        warnings.append(.unknownAllowedVariation(rule: rule.key, variation: key))
      }
      warnings += traffic(rule.trafficAllocation, of: .rule(rule.key), to: rule.variations)
    }
    for holdout in datafile.holdouts + datafile.localHoldouts {
      let subject = Subject.holdout(holdout.key)
      warnings += traffic(holdout.trafficAllocation, of: subject, to: holdout.variations)
    }
    return warnings
  }

  private static func traffic(
    _ ranges: [Datafile.TrafficRange],
    of subject: Subject,
    to variations: [Datafile.Variation]
  ) -> [DatafileWarning] {
    let known = Set(variations.map(\.id) + [""])
    let unknown = Set(ranges.map(\.entityID)).subtracting(known)
    let ends = ranges.map(\.end)
    let isOrdered = zip(ends, ends.dropFirst()).allSatisfy { $0 <= $1 } && ends.last ?? 0 <= 10_000
    return unknown.sorted().map { .unknownTraffic(subject, variation: $0) }
      + (isOrdered ? [] : [.unorderedTraffic(subject, ends: ends)])
  }

  private static func flags(_ datafile: Datafile) -> [DatafileWarning] {
    let experiments = Set(datafile.allExperiments.map(\.id))
    let rollouts = Set(datafile.rollouts.map(\.id))
    let counts = Dictionary(datafile.flags.map { ($0.key, 1) }, uniquingKeysWith: +)
    let duplicates = counts.filter { $0.value > 1 }.keys.sorted()
    return duplicates.map { .duplicateFlag($0) }
      + datafile.flags.flatMap { flag in
        let unknown = flag.experimentIDs.filter { !experiments.contains($0) }
        var warnings: [DatafileWarning] = unknown.map {
          .unknownExperiment(flag: flag.key, experiment: $0)
        }
        if !flag.rolloutID.isEmpty, !rollouts.contains(flag.rolloutID) {
          warnings.append(.unknownRollout(flag: flag.key, rollout: flag.rolloutID))
        }
        return warnings
      }
  }
}

extension Datafile.Condition {
  /// The ids of all audiences that the condition references, in order.
  var audienceIDs: [String] {
    var ids: [String] = []
    forEachPart { part in
      if case .audience(let id) = part { ids.append(id) }
    }
    return ids
  }

  /// Visits each audience, attribute and operator of the condition once, in order.
  package func forEachPart(_ visit: (Datafile.Condition) -> Void) {
    switch self {
    case .list(let items): for item in items { item.forEachPart(visit) }
    case .operation, .audience, .attribute: visit(self)
    }
  }
}

extension DatafileWarning {
  /// Finds conditions in rules and their audiences whose result is unknown for every user.
  static func conditions(_ datafile: Datafile) -> [DatafileWarning] {
    var warnings: [DatafileWarning] = []
    for (subject, _, conditions) in datafile.targetings {
      guard let conditions else { continue }
      warnings += conditions.brokenLeaves.map { .unknownCondition($0.0, $0.1, subject) }
      // An empty list at the top level is not malformed: it matches every user.
      if conditions != .list([]), conditions.isMalformed {
        warnings.append(.malformedConditions(subject))
      }
    }
    return warnings + audiences(datafile)
  }

  /// Finds conditions in audiences whose result is unknown for every user; each audience is
  /// searched once.
  private static func audiences(_ datafile: Datafile) -> [DatafileWarning] {
    let audiences = datafile.effectiveAudiences
    let broken = audiences.map { ($0.conditions.brokenLeaves, $0.conditions.isMalformed) }
    guard broken.contains(where: { !$0.0.isEmpty || $0.1 }) else { return [] }
    let references = AudienceReferences(datafile, audiences).subjects
    var warnings: [DatafileWarning] = []
    for (number, audience) in audiences.enumerated() where !references[number].isEmpty {
      let (leaves, isMalformed) = broken[number]
      let subjects = references[number]
      warnings += leaves.map {
        .unknownInAudience(audience.name, $0.0, $0.1, referencedBy: subjects)
      }
      if isMalformed { warnings.append(.malformedAudience(audience.name, referencedBy: subjects)) }
    }
    return warnings
  }
}

/// The rules and holdouts that reference each audience, directly or through other audiences.
private struct AudienceReferences {
  /// The rules and holdouts that reference each audience, in the order of the datafile.
  private(set) var subjects: [[DatafileWarning.Subject]]

  /// One more than the limit of references, so that an audience above the limit is recognised.
  private static let limit = DatafileLimits.referencesOfAudience + 1

  init(_ datafile: Datafile, _ audiences: [Datafile.Audience]) {
    let indices = Dictionary(uniqueKeysWithValues: audiences.enumerated().map { ($1.id, $0) })
    // The indices of the audiences that each audience references.
    let references = audiences.map { $0.conditions.audienceIDs.compactMap { indices[$0] } }
    subjects = Array(repeating: [], count: audiences.count)
    var lastSubject = Array(repeating: -1, count: audiences.count)
    for (number, (subject, ids, conditions)) in datafile.targetings.enumerated() {
      var next = (conditions?.audienceIDs ?? ids).compactMap { indices[$0] }
      while let audience = next.popLast() {
        // An audience with the maximum number of references is not searched again: the time stays
        // linear in the conditions instead of growing with rules times conditions.
        guard lastSubject[audience] != number, subjects[audience].count < Self.limit else {
          continue
        }
        lastSubject[audience] = number
        subjects[audience].append(subject)
        next += references[audience]
      }
    }
  }
}

extension Datafile {
  /// The targeting of each rule and holdout: its audience ids, and its conditions, which apply
  /// instead of the audience ids if they are not `nil`.
  var targetings:
    [(subject: DatafileWarning.Subject, audienceIDs: [String], conditions: Condition?)]
  {
    (allExperiments + rollouts.flatMap(\.rules)).map {
      (.rule($0.key), $0.audienceIDs, $0.audienceConditions)
    }
      + (holdouts + localHoldouts).map {
        (.holdout($0.key), $0.audienceIDs, $0.audienceConditions)
      }
  }
}

extension Datafile.Condition {
  /// The conditions on attributes that evaluate to unknown for every user, with the cause and
  /// without duplicates.
  fileprivate var brokenLeaves: [(Datafile.AttributeCondition, UnknownCause)] {
    var seen: Set<Datafile.AttributeCondition> = []
    return leaves.compactMap { condition in
      // Testing a user without attributes is enough: for this user, a valid condition evaluates to
      // unknown only because an attribute is missing.
      let (result, cause) = AttributeTest(condition).evaluate(UserContext(id: ""))
      guard result == .unknown, let cause, cause != .missingAttribute else { return nil }
      return seen.insert(condition).inserted ? (condition, cause) : nil
    }
  }

  /// Whether the condition contains a malformed list: empty, or beginning with a list.
  fileprivate var isMalformed: Bool {
    guard case .list(let items) = self else { return false }
    switch items.first {
    case .list, nil: return true
    case .operation: return items.dropFirst().contains(where: \.isMalformed)
    case .audience, .attribute: return items.contains(where: \.isMalformed)
    }
  }

  private var leaves: [Datafile.AttributeCondition] {
    var leaves: [Datafile.AttributeCondition] = []
    forEachPart { part in
      if case .attribute(let condition) = part { leaves.append(condition) }
    }
    return leaves
  }
}

extension FlagIndex.Flag {
  /// The warnings about values that do not have the type of their variable; the SDKs exclude such
  /// values.
  var unreadableValues: [DatafileWarning] {
    guard !variables.variables.isEmpty else { return [] }
    var seen: Set<String> = []
    var warnings = variables.defaults.reasons.isEmpty ? [] : warnings(in: nil)
    for variation in rules.flatMap(\.variations) where variation.source.setsVariables {
      let found = self.warnings(in: variation.source)
      if !found.isEmpty, seen.insert(variation.id).inserted { warnings += found }
    }
    return warnings
  }

  /// Returns the warnings about the values of a variation, or about the defaults if `variation` is
  /// `nil`.
  private func warnings(in variation: Datafile.Variation?) -> [DatafileWarning] {
    let settings = variation?.settings ?? [:]
    return variables.variables.compactMap { variable in
      guard let text = variation == nil ? variable.defaultValue : settings[variable.id] else {
        return nil
      }
      let value = VariableValue(text, datafileType: variable.type)
      guard value?.isJSON != true else { return nil }
      return .unreadableValue(
        flag: key,
        variation: variation?.key,
        variable: variable.key,
        found: text,
        type: variable.type,
        hidesAll: value != nil
      )
    }
  }
}
