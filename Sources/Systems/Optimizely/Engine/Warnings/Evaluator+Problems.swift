import Documents
import FeatureFlags

extension Evaluator {
  /// Returns the warnings about the datafile, and about the user's sticky variations and allow-list
  /// entries.
  ///
  /// Each warning is listed once for each of its flags. If the list would exceed
  /// `DatafileLimits.problems`, each warning is listed once for the datafile, and only the number of
  /// warnings beyond the limit is reported.
  ///
  /// - Parameters:
  ///   - user: The user whose sticky variations and allow-list entries are checked.
  ///   - key: The SDK key with which the datafile was requested; `nil` for a datafile without a
  ///     key.
  /// - Returns: The problems, each with its flag; a problem of the whole datafile has no flag.
  func problems(for user: UserContext, key: String?) -> [Problem] {
    var problems: [Problem] = []
    if let key, let found = datafile.sdkKey, !found.isEmpty, found != key {
      problems.append(Problem("the datafile is of SDK key \"\(found)\", expected \"\(key)\""))
    }
    problems += classicExperiments.map { [Problem($0)] } ?? []
    problems += mistakesInProfile(of: user).map { Problem("the profile \($0)") }
    let idle = datafile.allExperiments.filter {
      $0.forcedVariations[user.id] != nil && $0.status != .running
    }
    let warnings = warnings
    guard !idle.isEmpty || !warnings.isEmpty else { return problems }
    var flags = FlagsByRule(index)
    let findings =
      warnings.map { warning in
        Finding(flags: flags.about(warning)) { "\(warning)" }
      }
      + idle.map { rule in
        Finding(flags: flags.about(.rule(rule.key))) {
          "rule \(QuotedName(rule.key)) has user \"\(user.id)\" on its allow-list, "
            + "but does not run (\(rule.status.rawValue))"
        }
      }
    return problems + Self.listed(findings)
  }

  /// A warning about experiments that belong to no flag, which the dashboard does not show; `nil`
  /// if there are none.
  private var classicExperiments: String? {
    let listed = Set(datafile.flags.flatMap(\.experimentIDs))
    let classic = datafile.allExperiments.filter { !listed.contains($0.id) }
    guard let first = classic.first else { return nil }
    return classic.count == 1
      ? "experiment \(QuotedName(first.key)) belongs to no feature flag and is not listed"
      : "\(classic.count) experiments belong to no feature flag and are not listed"
  }

  private static func listed(_ findings: [Finding]) -> [Problem] {
    let limit = DatafileLimits.problems
    let isListedByFlag = findings.reduce(0) { $0 + $1.flags.count } <= limit
    var problems: [Problem] = []
    for finding in findings.prefix(limit) {
      let message = finding.message()
      let flags = isListedByFlag || finding.flags.count == 1 ? finding.flags : [nil]
      problems += flags.map { Problem(message, of: $0) }
    }
    let rest = findings.count - limit
    if rest > 0 {
      let noun = rest == 1 ? "warning is" : "warnings are"
      problems.append(Problem("\(rest) more \(noun) not listed (limit \(limit))"))
    }
    return problems
  }
}

/// A warning with the flags that it concerns.
private struct Finding {
  /// The keys of the flags; `nil` means the datafile as a whole.
  let flags: [String?]
  let message: () -> String
}

/// Finds the flags that a warning concerns.
private struct FlagsByRule {
  /// The keys of the flags with a rule, by the key of the rule.
  private var flags: [String: [String?]] = [:]
  /// A cache of the flags of the last rule and of the last referenced audience: consecutive
  /// warnings often have the same rule or audience, whose key is faster to compare than to hash.
  private var lastRule: (key: String, flags: [String?]) = ("", [nil])
  private var lastReferences: (subjects: [DatafileWarning.Subject], flags: [String?]) = ([], [])

  init(_ index: FlagIndex) {
    for key in index.keys {
      guard let flag = index.flags[key] else { continue }
      for rule in Set(flag.rules.map(\.key)) { flags[rule, default: []].append(key) }
    }
    lastRule.flags = flags[lastRule.key] ?? [nil]
  }

  /// Returns the keys of the flags that a warning concerns; `nil` means the datafile as a whole.
  mutating func about(_ warning: DatafileWarning) -> [String?] {
    switch warning {
    case .rulesOfGlobalHoldout, .localHoldoutWithoutRules, .flagsOfHoldout: return [nil]
    case .unknownAllowedVariation(let rule, _): return about(.rule(rule))
    case .unknownAudience(let subject, _), .unknownTraffic(let subject, _),
      .unorderedTraffic(let subject, _), .unknownCondition(_, _, let subject),
      .malformedConditions(let subject):
      return about(subject)
    case .unknownInAudience(_, _, _, let subjects), .malformedAudience(_, let subjects):
      guard subjects.count <= DatafileLimits.referencesOfAudience else { return [nil] }
      if lastReferences.subjects != subjects { lastReferences = (subjects, about(subjects)) }
      return lastReferences.flags
    case .unknownExperiment(let flag, _), .unknownRollout(let flag, _), .duplicateFlag(let flag),
      .unreadableValue(let flag, _, _, _, _, _):
      return [flag]
    }
  }

  /// Returns the keys of the flags with the given rule; `[nil]` for a holdout and for a rule of no
  /// flag.
  mutating func about(_ subject: DatafileWarning.Subject) -> [String?] {
    guard case .rule(let key) = subject else { return [nil] }
    if lastRule.key != key { lastRule = (key, flags[key] ?? [nil]) }
    return lastRule.flags
  }

  /// Returns the keys of the flags with any of the given rules, without duplicates, in order.
  private mutating func about(_ subjects: [DatafileWarning.Subject]) -> [String?] {
    var seen: Set<String?> = []
    var found: [String?] = []
    for subject in subjects { found += about(subject).filter { seen.insert($0).inserted } }
    return found
  }
}

extension Problem {
  /// Creates a flag service's warning about a feature; without a feature, about the whole document.
  init(_ message: String, of feature: String? = nil) {
    self.init(severity: .warning, line: nil, feature: feature, fact: .service(message))
  }
}

extension Evaluator {
  /// Finds forced decisions with an unknown flag, rule or variation, which apps ignore.
  ///
  /// - Parameter user: The user whose forced decisions are checked.
  /// - Returns: The messages, each with the nearest valid name; sorted.
  package func mistakesInForcedDecisions(of user: UserContext) -> [String] {
    let forced = user.forcedDecisions.sorted {
      ($0.key.flag, $0.key.rule ?? "") < ($1.key.flag, $1.key.rule ?? "")
    }
    return forced.compactMap { mistake(in: $0.key, forcedTo: $0.value) }
  }

  /// Finds sticky variations with an unknown experiment or variation, which apps ignore.
  ///
  /// - Parameter user: The user whose profile is checked.
  /// - Returns: The messages, each with the nearest valid id; sorted.
  private func mistakesInProfile(of user: UserContext) -> [String] {
    user.profile.sorted { $0.key < $1.key }.compactMap { mistake(inExperiment: $0.key, $0.value) }
  }

  private func mistake(
    in subject: UserContext.ForcedDecision,
    forcedTo variation: String
  ) -> String? {
    guard let flag = index.flags[subject.flag] else {
      return "names flag \"\(subject.flag)\", which does not exist"
        + Self.hint(for: subject.flag, among: keys)
    }
    let rules = flag.rules.map(\.key)
    if let rule = subject.rule, !rules.contains(rule) {
      return "names rule \"\(rule)\", which flag \"\(flag.key)\" does not have"
        + Self.hint(for: rule, among: rules)
    }
    guard flag.forcedVariation(variation) == nil else { return nil }
    return "names variation \"\(variation)\", which flag \"\(flag.key)\" does not have"
      + Self.hint(for: variation, among: flag.forcibleVariations.map(\.key))
  }

  private func mistake(inExperiment id: String, _ variation: String) -> String? {
    let experiments = datafile.allExperiments
    guard let experiment = experiments.last(where: { $0.id == id }) else {
      let named = experiments.last { $0.key == id }?.id
      return "names experiment \"\(id)\", which is not the id of an experiment"
        + (named.map { NameSuggestions.hint([$0]) }
          ?? Self.hint(for: id, among: experiments.lazy.map(\.id)))
    }
    let variations = experiment.variations
    guard !variations.contains(where: { $0.id == variation }) else { return nil }
    let named = variations.first { $0.key == variation }?.id
    return
      "names variation \"\(variation)\", which is not the id of a variation of experiment \"\(id)\""
      + (named.map { NameSuggestions.hint([$0]) }
        ?? Self.hint(for: variation, among: variations.lazy.map(\.id)))
  }

  private static func hint(for word: String, among words: some Sequence<String>) -> String {
    NameSuggestions.hint(NameSuggestions.nearest(to: word, among: words).prefix(1))
  }
}
