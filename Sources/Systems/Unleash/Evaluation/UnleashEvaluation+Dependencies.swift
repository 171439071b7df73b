import FeatureFlags
import Targeting

extension UnleashEvaluation {
  /// The maximum number of dependencies in a trace; the step of each one can describe a parent with many
  /// possible results.
  private static let listedDependencies = 100

  /// Returns the probability that the parents of a flag meet all of its dependencies.
  func chance(ofDependenciesOf flag: UnleashFlag) -> Double {
    var chance = 1.0
    for (index, dependency) in flag.dependencies.enumerated() {
      guard chance > 0 || run.trace != nil && index <= Self.listedDependencies else { break }
      let parent = parent(dependency.flag, of: flag)
      let own = parent?.chance(of: dependency) ?? 0
      if run.trace != nil { record(dependency, index, parent, chance: own) }
      chance *= own
    }
    return chance
  }

  private func record(
    _ dependency: UnleashFlag.Dependency,
    _ index: Int,
    _ parent: UnleashParent?,
    chance: Double
  ) {
    guard index < Self.listedDependencies else {
      if index == Self.listedDependencies {
        run.trace?.step("further dependencies are not listed", outcome: "no match")
      }
      return
    }
    let name = dependency.flag.rawValue
    let variants = dependency.variants.joined(separator: " or ")
    let missing =
      document.flag(dependency.flag) == nil
      ? "the flag does not exist" : "the flag has dependencies itself"
    let verdict = Explanation.Verdict(chance: chance)
    run.trace?.step(
      "dependency \"\(name)\"",
      outcome: verdict == .yes ? "met" : verdict == .no ? "not met" : "random"
    )
    run.trace?.append(
      (dependency.isEnabled ? "on" : "off") + (variants.isEmpty ? "" : " with \(variants)")
        + "; \(parent?.result.text ?? missing)",
      verdict: verdict
    )
  }

  /// Returns the result of a parent flag; `nil` if it does not exist, or has dependencies itself.
  func parent(_ name: Feature.Name, of child: UnleashFlag) -> UnleashParent? {
    if parents?.child != child.name { parents = (child.name, [:]) }
    if let known = parents?.results[name] { return known }
    // Evaluates the parent without recording: the trace of the child shows only the result of the
    // parent.
    var trace: ExplanationRecorder?
    swap(&trace, &run.trace)
    defer { swap(&trace, &run.trace) }
    let parent = document.flag(name).flatMap { flag in
      // The dependencies of a flag that an override forces on are ignored.
      flag.dependencies.isEmpty || forced[name]?.forcedUnleashState == true
        ? UnleashParent(flag, self, for: child.name) : nil
    }
    if run.failure == nil { parents?.results[name] = .some(parent) }
    return parent
  }

  /// Returns the result of a parent flag, with its override applied.
  func result(
    of flag: UnleashFlag,
    as child: Feature.Name,
    forcing feature: Feature?
  ) -> UnleashResult {
    guard let isOn = feature?.forcedUnleashState else { return result(of: flag, as: child) }
    guard isOn else { return .fixed(.off(.disabled)) }
    guard let variant = feature?.forcedVariation.flatMap(flag.variant) else {
      return result(of: flag, as: child, isForcedOn: true)
    }
    return .fixed(
      UnleashDecision(isEnabled: true, strategy: nil, variant: variant, reason: .fixed)
    )
  }
}

extension UnleashResult {
  /// Describes the result of a parent in a trace.
  fileprivate var text: String {
    switch self {
    case .random: "random at each call: \(self)"
    case .fixed(let decision) where decision.isEnabled:
      "it is on" + (decision.variant.map { " with \($0.name)" } ?? "")
    case .fixed: "it is off"
    }
  }
}

/// The result of a parent flag, with the probabilities of its variants.
struct UnleashParent {
  let result: UnleashResult
  private var on = VariantChances()
  private var off = VariantChances()

  init(_ flag: UnleashFlag, _ evaluation: UnleashEvaluation, for child: Feature.Name) {
    let override = evaluation.forced[flag.name]
    result = evaluation.result(of: flag, as: child, forcing: override)
    let rules = override?.override?.rules ?? [:]
    for share in result.shares where share.decision.isEnabled {
      let forced = share.decision.strategy.flatMap { rules[flag.strategies[$0].key] }
      on.add(forced.flatMap(flag.variant) ?? share.decision.variant, share.probability)
    }
    // As in the engines of the SDKs, a variant is also selected for a parent that is off.
    let rest = 1 - result.chance
    let choice = evaluation.choice(among: flag.variants, of: flag)
    if case .random = choice {
      for (variant, share) in flag.variants.shares { off.add(variant, rest * share) }
    } else {
      off.add(choice.variant, rest)
    }
  }

  /// Returns the probability that the parent meets a dependency; it is 0 or 1 unless the result is
  /// random.
  func chance(of dependency: UnleashFlag.Dependency) -> Double {
    (dependency.isEnabled ? on : off).sum(for: dependency.variants)
  }

  /// The probabilities of the variants by name; the key `nil` stands for no variant.
  private struct VariantChances {
    private var byName: [String?: Double] = [:]
    private var total = 0.0

    mutating func add(_ variant: UnleashVariant?, _ probability: Double) {
      byName[variant?.name, default: 0] += probability
      total += probability
    }

    /// Returns the probability of one of the named variants or of no variant; without names, of any
    /// result.
    func sum(for names: [String]) -> Double {
      names.isEmpty ? total : Set(names).reduce(byName[nil] ?? 0) { $0 + (byName[$1] ?? 0) }
    }
  }
}
