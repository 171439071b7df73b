import FeatureFlags

extension Evaluator {
  /// What a tester should know of a datafile, and of this user in it.
  ///
  /// - Parameters:
  ///   - user: The user.
  ///   - key: The key by which the datafile was asked for; `nil` if it was not asked for by one.
  /// - Returns: The warnings, with the flag that each is about, where it is about one.
  func problems(for user: UserContext, key: String?) -> [Problem] {
    var problems: [Problem] = []
    if let key, let found = datafile.sdkKey, !found.isEmpty, found != key {
      problems.append(Problem("the datafile is of SDK key \"\(found)\", wanted \"\(key)\""))
    }
    let idle = datafile.allExperiments.filter {
      $0.forcedVariations[user.id] != nil && $0.status != .running
    }
    let warnings = warnings
    guard !idle.isEmpty || !warnings.isEmpty else { return problems }
    let flags = flagsByRule
    for warning in warnings {
      for flag in warning.flags(byRule: flags) { problems.append(Problem("\(warning)", of: flag)) }
    }
    for rule in idle {
      let words =
        "rule \"\(rule.key)\" has user \"\(user.id)\" on its allow-list, "
        + "but does not run (\(rule.status.rawValue))"
      for flag in flags[rule.key] ?? [nil] { problems.append(Problem(words, of: flag)) }
    }
    return problems
  }

  /// The flags about which each rule decides, by the key of the rule.
  private var flagsByRule: [String: [String?]] {
    var flags: [String: [String?]] = [:]
    for key in keys {
      for rule in Set(rules(of: key).map(\.key)) { flags[rule, default: []].append(key) }
    }
    return flags
  }
}

extension DatafileWarning {
  /// The flags that the warning is about; `nil` stands for the datafile as a whole.
  fileprivate func flags(byRule flags: [String: [String?]]) -> [String?] {
    switch self {
    case .rulesOfGlobalHoldout, .localHoldoutWithoutRules: [nil]
    case .unknownAudience(let rule, _), .unknownAllowedVariation(let rule, _),
      .unknownTraffic(let rule, _), .unorderedTraffic(let rule, _),
      .unknownCondition(_, _, let rule):
      flags[rule] ?? [nil]
    case .unknownInAudience(_, _, _, let rules): Self.flags(of: rules, byRule: flags)
    case .unknownExperiment(let flag, _), .unknownRollout(let flag, _), .duplicateFlag(let flag),
      .unreadableValue(let flag, _, _, _, _, _):
      [flag]
    }
  }

  /// The flags of some rules, each once, in the order of the rules.
  private static func flags(
    of rules: [String],
    byRule flags: [String: [String?]]
  ) -> [String?] {
    var seen: Set<String?> = []
    return rules.flatMap { flags[$0] ?? [nil] }.filter { seen.insert($0).inserted }
  }
}

extension Problem {
  /// A warning of a flag service about a feature, or about all of its document.
  init(_ words: String, of feature: String? = nil) {
    self.init(severity: .warning, line: nil, feature: feature, fact: .service(words))
  }
}
