package import FeatureFlags

extension Evaluator {
  /// Returns the rules of a flag, in evaluation order; empty for an unknown flag.
  package func rules(of flag: String) -> [ServiceRule] {
    guard let flag = index.flags[flag] else { return [] }
    let deliveries = flag.deliveries.enumerated().map { number, rule in
      rule.named(number == flag.deliveries.count - 1 ? "everyone else" : "delivery rule")
    }
    return flag.experiments.map { $0.named("experiment") } + deliveries
  }

  /// The flags as features, each with all variations of its rules.
  var features: [Feature] {
    // Saves memory: flags without variables that have the same rules share one list of variations.
    var shared: [[ObjectIdentifier]: [ServiceVariation]] = [:]
    return keys.compactMap { key in
      guard let flag = index.flags[key] else { return nil }
      guard flag.variables.variables.isEmpty, flag.rules.contains(where: \.isShared) else {
        return flag.feature(with: flag.serviceVariations)
      }
      let rules = flag.rules.map(ObjectIdentifier.init)
      let variations = shared[rules] ?? flag.serviceVariations
      shared[rules] = variations
      return flag.feature(with: variations)
    }
  }

  /// Returns a flag as a feature; `nil` for an unknown flag.
  package func feature(_ key: String) -> Feature? {
    index.flags[key].map { $0.feature(with: $0.serviceVariations) }
  }

  /// Evaluates a flag for a user, and describes the outcome completely.
  ///
  /// The name of a variation does not identify the outcome: two rules may have different variations
  /// with the same name, and a holdout has its own variations.
  func allocation(
    of key: String,
    for user: UserContext,
    _ results: inout UserResults
  ) -> Allocation {
    let decision = decide(key, for: user, &results)
    return .outcome(outcome(of: decision, key), rule: decision.rule, reason: decision.reason)
  }

  private func outcome(of decision: FlagDecision, _ key: String) -> ServiceVariation? {
    guard let variation = decision.variation, let flag = index.flags[key] else { return nil }
    let holdout = decision.source == .holdout ? decision.rule : nil
    return ServiceVariation(
      TestVariation(name: variation),
      isOn: decision.isEnabled,
      variables: flag.variables.changes(to: decision.variables),
      unset: flag.variables.unset(in: decision.variables),
      giver: holdout.map { "holdout \"\($0)\"" }
    )
  }
}

extension OnOffOutcomes {
  /// The outcomes of a flag whose state is forced: the variations that Optimizely creates for each new
  /// flag.
  ///
  /// A flag that is off has the default values of its variables.
  package static let flag = OnOffOutcomes(
    on: ServiceVariation("on"),
    off: ServiceVariation("off", isOn: false)
  )
}

extension FlagIndex.Flag {
  fileprivate func feature(with variations: [ServiceVariation]) -> Feature {
    var feature = Feature(
      service: Feature.Name(rawValue: key),
      section: sectionTitle,
      variations: variations,
      given: nil,
      variables: variables.list,
      onOffOutcomes: .flag
    )
    feature.declare(variables.malformed)
    return feature.called(experiments.isEmpty ? nil : "A/B test")
  }

  /// The variations that a forced decision can select, without duplicate names.
  fileprivate var serviceVariations: [ServiceVariation] {
    var seen: Set<TestVariation> = []
    // Skips variations that are shadowed by a duplicate id or key; the SDKs cannot force them.
    let variations = forcibleVariations.filter {
      seen.insert(TestVariation(name: $0.key)).inserted
    }
    let unset = variables.unset(in: variables.defaults.byKey)
    return variations.map { variation in
      let values = variation.source.setsVariables ? values(in: variation).byKey : nil
      return ServiceVariation(
        TestVariation(name: variation.key),
        isOn: variation.isEnabled,
        variables: values.map(variables.changes) ?? [],
        // Saves memory: all variations that set no variables share one list of unset variables.
        unset: values.map(variables.unset) ?? unset
      )
    }
  }

  /// The section of the flag, by the kind of its rules; it does not depend on the user.
  private var sectionTitle: String {
    if !experiments.isEmpty { return "Experiments" }
    return deliveries.isEmpty ? "Without rules" : "Deliveries"
  }
}

extension FlagVariables {
  /// The variables with their defaults, in the order of the datafile.
  fileprivate var list: [Variable] { named(defaults.byKey) }

  /// The variables whose default values are malformed, each with an empty value of its type, such as 0.
  fileprivate var malformed: [Variable] {
    variables.filter { defaults.byKey[$0.key] == nil }.map { variable in
      let value: VariableValue =
        switch variable.type {
        case "integer": .integer(0)
        case "double": .double(0)
        case "boolean": .boolean(false)
        case "json": .json("{}")
        default: .string("")
        }
      return Variable(name: variable.key, value: value)
    }
  }

  /// Returns the variables whose given values differ from the defaults.
  fileprivate func changes(to values: [String: VariableValue]) -> [Variable] {
    let defaults = defaults.byKey
    return named(values.filter { defaults[$0.key] != $0.value })
  }

  /// Returns the names of the variables that have no value.
  fileprivate func unset(in values: [String: VariableValue]) -> [String] {
    keys.filter { values[$0] == nil }
  }

  private func named(_ values: [String: VariableValue]) -> [Variable] {
    keys.compactMap { key in values[key].map { Variable(name: key, value: $0) } }
  }
}

extension Rule {
  fileprivate func named(_ kind: String) -> ServiceRule {
    ServiceRule(
      key: key,
      kind: kind,
      variations: variations.map { TestVariation(name: $0.key) }
    )
  }
}

extension FlagDecision {
  /// The reason for the outcome, as in OpenFeature: experiments and holdouts split users, delivery
  /// rules target them.
  fileprivate var reason: EvaluationReason {
    guard rule != nil else { return .byDefault }
    switch source {
    case .featureTest, .holdout: return .split
    case .rollout: return .targetingMatch
    case nil: return .unknown
    }
  }
}
