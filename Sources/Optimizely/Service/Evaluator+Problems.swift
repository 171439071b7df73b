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
    problems += mistakesInProfile(of: user).map { Problem("the profile \($0)") }
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
    case .rulesOfGlobalHoldout, .localHoldoutWithoutRules, .flagsOfHoldout: [nil]
    case .unknownAllowedVariation(let rule, _): flags[rule] ?? [nil]
    case .unknownAudience(let subject, _), .unknownTraffic(let subject, _),
      .unorderedTraffic(let subject, _), .unknownCondition(_, _, let subject),
      .malformedConditions(let subject):
      subject.flags(byRule: flags)
    case .unknownInAudience(_, _, _, let askers), .malformedAudience(_, let askers):
      Self.flags(of: askers, byRule: flags)
    case .unknownExperiment(let flag, _), .unknownRollout(let flag, _), .duplicateFlag(let flag),
      .unreadableValue(let flag, _, _, _, _, _):
      [flag]
    }
  }

  /// The flags of what asks, each once, in order.
  private static func flags(
    of askers: [Subject],
    byRule flags: [String: [String?]]
  ) -> [String?] {
    var seen: Set<String?> = []
    return askers.flatMap { $0.flags(byRule: flags) }.filter { seen.insert($0).inserted }
  }
}

extension DatafileWarning.Subject {
  /// The flags of the rule; `nil` for a rule of none, and for a holdout.
  fileprivate func flags(byRule flags: [String: [String?]]) -> [String?] {
    switch self {
    case .rule(let key): flags[key] ?? [nil]
    case .holdout: [nil]
    }
  }
}

extension Problem {
  /// A warning of a flag service about a feature, or about all of its document.
  init(_ words: String, of feature: String? = nil) {
    self.init(severity: .warning, line: nil, feature: feature, fact: .service(words))
  }
}
