import FeatureFlags

/// The result of a flag on which others depend, with the probabilities of its variants.
struct UnleashParent {
  let result: UnleashResult
  private var on = VariantChances()
  private var off = VariantChances()

  init(_ flag: UnleashFlag, _ evaluation: UnleashEvaluation, for child: FeatureName) {
    let override = evaluation.forced[flag.name]
    result = evaluation.result(of: flag, as: child, forcing: override)
    let rules = override?.override?.rules ?? [:]
    for share in result.shares where share.decision.isEnabled {
      let forced = share.decision.strategy.flatMap { rules[flag.strategies[$0].key] }
      on.add(forced.flatMap(flag.variant) ?? share.decision.variant, share.probability)
    }
    // Engines choose among the variants of a parent that is off, too.
    let rest = 1 - result.chance
    let choice = evaluation.choice(among: flag.variants, of: flag)
    if case .random = choice {
      for (variant, share) in flag.variants.shares { off.add(variant, rest * share) }
    } else {
      off.add(choice.variant, rest)
    }
  }

  /// Returns the probability that a dependency holds: 0 or 1, unless the parent is random.
  func chance(of dependency: UnleashFlag.Dependency) -> Double {
    (dependency.isEnabled ? on : off).sum(for: dependency.variants)
  }

  /// The probabilities of variants by name; `nil` is the result without a variant.
  private struct VariantChances {
    private var byName: [String?: Double] = [:]
    private var total = 0.0

    mutating func add(_ variant: UnleashVariant?, _ probability: Double) {
      byName[variant?.name, default: 0] += probability
      total += probability
    }

    /// The probability of one of the variants, or of no variant; without names, of any result.
    func sum(for names: [String]) -> Double {
      names.isEmpty ? total : Set(names).reduce(byName[nil] ?? 0) { $0 + (byName[$1] ?? 0) }
    }
  }
}
