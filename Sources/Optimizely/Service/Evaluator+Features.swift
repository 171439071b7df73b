import FeatureFlags

extension Evaluator {
  /// The rules of a flag, in the order in which they are tried.
  func rules(of flag: String) -> [ServiceRule] {
    guard let flag = index.flags[flag] else { return [] }
    let deliveries = flag.deliveries.enumerated().map { number, rule in
      rule.named(number == flag.deliveries.count - 1 ? "everyone else" : "delivery rule")
    }
    return flag.experiments.map { $0.named("experiment") } + deliveries
  }

  /// A flag as a feature, with each variation that one of its rules can give.
  func feature(_ key: String) -> Feature? {
    guard let flag = index.flags[key] else { return nil }
    var seen: Set<TestVariation> = []
    let variations = (flag.experiments + flag.deliveries).flatMap(\.variations)
      .filter { seen.insert(TestVariation(rawValue: $0.key)).inserted }
    return Feature(
      service: FeatureName(rawValue: key),
      section: flag.sectionTitle,
      variations: variations.map { variation in
        ServiceVariation(
          TestVariation(rawValue: variation.key),
          isOn: variation.isEnabled,
          variables: variation.isEnabled ? flag.variables.changes(in: variation.source) : []
        )
      },
      given: nil,
      variables: flag.variables.list
    )
  }
}

extension FlagIndex.Flag {
  /// What decides about the flag, which no user changes.
  fileprivate var sectionTitle: String {
    if !experiments.isEmpty { return "Experiments" }
    return deliveries.isEmpty ? "Without rules" : "Deliveries"
  }
}

extension FlagVariables {
  /// The variables with their defaults, in the order of the datafile.
  fileprivate var list: [Variable] {
    named(defaults.byKey)
  }

  /// The values that differ in a variation.
  fileprivate func changes(in variation: Datafile.Variation) -> [Variable] {
    let defaults = defaults.byKey
    return named(values(in: variation).byKey.filter { defaults[$0.key] != $0.value })
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
      variations: variations.map { TestVariation(rawValue: $0.key) }
    )
  }
}
