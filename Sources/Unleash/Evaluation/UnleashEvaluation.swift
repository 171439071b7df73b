import FeatureFlags
import Targeting

/// The choice among the variants of a flag or of a strategy.
enum VariantChoice: Sendable {
  /// There are no variants with a weight.
  case nothing
  /// A field of the user is one of the overrides of the variant.
  case overridden(UnleashVariant, ContextField)
  /// Only one variant has a weight.
  case single(UnleashVariant)
  /// The hash of a text selects the variant; the bucket starts from 0.
  case hashed(UnleashVariant, bucket: Int, text: String)
  /// A random number at each call selects the variant.
  case random

  /// The variant; `nil` for none, and if it is random.
  var variant: UnleashVariant? {
    switch self {
    case .overridden(let variant, _), .single(let variant), .hashed(let variant, _, _): variant
    case .nothing, .random: nil
    }
  }
}

/// The evaluation of flags for one user, with the rules of the engine of Unleash Edge and of the SDKs
/// for Python, Java, Ruby, .NET and PHP.
struct UnleashEvaluation: Sendable {
  let document: UnleashDocument
  let settings: UnleashSettings
  let user: UnleashUser

  /// Evaluates a flag.
  ///
  /// - Parameters:
  ///   - flag: The flag.
  ///   - name: The name that is hashed for strategies without a group: of the flag itself, or of the
  ///     flag that depends on it.
  /// - Returns: The result, or the results with their probabilities.
  func result(of flag: UnleashFlag, as name: FeatureName? = nil) -> UnleashResult {
    guard flag.isEnabled else { return .fixed(.off(.disabled)) }
    let chance = flag.dependencies.isEmpty ? 1 : self.chance(ofDependenciesOf: flag)
    guard chance > 0, document.defect(of: flag) == nil else { return .fixed(.off(.byDefault)) }
    var mix = ResultMix(rest: chance)
    if flag.strategies.isEmpty { return add(nil, of: flag, chance: 1, to: &mix) ?? mix.result }
    let name = (name ?? flag.name).rawValue
    var reason = EvaluationReason.byDefault
    // Many strategies can share a large segment.
    var segments: [Int: Bool] = [:]
    for index in flag.strategies.indices {
      guard areConditionsMet(of: flag.strategies[index], &segments) else { continue }
      let chance = self.chance(of: flag.strategies[index], as: name)
      if chance > 0 {
        if let result = add(index, of: flag, chance: chance, to: &mix) { return result }
        if chance >= 1 { return mix.result }
      } else if flag.strategies[index].rule.isSplit {
        reason = .split
      }
    }
    return mix.isEmpty ? .fixed(.off(reason)) : mix.result
  }

  /// Whether the user meets the constraints and is in the segments of a strategy.
  private func areConditionsMet(
    of strategy: UnleashStrategy,
    _ segments: inout [Int: Bool]
  ) -> Bool {
    guard !strategy.isDisabled, strategy.constraints.allSatisfy({ $0.isMet(by: user) }) else {
      return false
    }
    for id in strategy.segmentIDs {
      let isMet = segments[id] ?? isSegmentMet(id)
      segments[id] = isMet
      guard isMet else { return false }
    }
    return true
  }

  private func isSegmentMet(_ id: Int) -> Bool {
    document.segments[id]?.constraints.allSatisfy { $0.isMet(by: user) } ?? false
  }

  /// Returns the probability that a strategy holds for a user who meets its constraints: 0 or 1, unless
  /// it is random.
  func chance(of strategy: UnleashStrategy, as name: String) -> Double {
    switch strategy.rule {
    case .everyone: return 1
    case .users(let users): return user.text(of: .userID).map(users.contains) ?? false ? 1 : 0
    case .rollout(let percent, let stickiness):
      guard let text = stickiness.text(of: user) else {
        if case .field = stickiness { return 0 }
        return Double(percent) / 100
      }
      return UnleashHash.number(strategy.group ?? name, text, in: 100) <= percent ? 1 : 0
    case .random(let percent): return Double(percent) / 100
    case .addresses(let ranges):
      return ContextTest.ranges(ranges).isMet(.remoteAddress, by: user) ? 1 : 0
    case .hosts(let hosts):
      return user.text(of: .hostName).map { hosts.contains($0.lowercased()) } ?? false ? 1 : 0
    case .custom, .never: return 0
    }
  }

}

/// The results of the random strategies of a flag, up to the strategy that always holds.
private struct ResultMix {
  private var shares: [UnleashResult.Share] = []
  /// The probability that none of the strategies so far holds.
  var rest: Double

  init(rest: Double) { self.rest = rest }

  var isEmpty: Bool { shares.isEmpty }

  /// Adds a result, whose probability applies if none of the strategies before holds.
  mutating func add(_ decision: UnleashDecision, _ probability: Double) {
    shares.append(UnleashResult.Share(probability: rest * probability, decision: decision))
  }

  /// The results, with which the flag is off in the other calls.
  var result: UnleashResult {
    let off = 1 - shares.reduce(0) { $0 + $1.probability }
    // Rounding leaves a rest where the probabilities add up to 1.
    guard off > 1e-9 else { return .random(shares) }
    return .random(shares + [.init(probability: off, decision: .off(.split))])
  }
}

// MARK: Variants

extension UnleashEvaluation {
  /// Adds the results of a strategy that holds to the results of the strategies before.
  ///
  /// - Parameters:
  ///   - strategy: The index of the strategy; `nil` for a flag without strategies.
  ///   - flag: The flag.
  ///   - chance: The probability that the strategy holds.
  ///   - mix: The results of the strategies before.
  /// - Returns: The result if it is the same for each call.
  private func add(
    _ strategy: Int?,
    of flag: UnleashFlag,
    chance: Double,
    to mix: inout ResultMix
  ) -> UnleashResult? {
    let choice = self.choice(of: strategy, flag)
    guard case .random = choice else {
      let decision = on(strategy, choice.variant, reason(for: choice, of: strategy, flag))
      if mix.isEmpty, mix.rest * chance >= 1 { return .fixed(decision) }
      mix.add(decision, chance)
      mix.rest *= 1 - chance
      return nil
    }
    let variants = variants(of: strategy, flag)
    let total = Double(variants.buckets?.count ?? 1)
    for variant in variants.list where variant.weight > 0 {
      mix.add(on(strategy, variant, .split), chance * Double(variant.weight) / total)
    }
    mix.rest *= 1 - chance
    return nil
  }

  private func on(
    _ strategy: Int?,
    _ variant: UnleashVariant?,
    _ reason: EvaluationReason
  ) -> UnleashDecision {
    UnleashDecision(isEnabled: true, strategy: strategy, variant: variant, reason: reason)
  }

  /// The variants of a strategy, or else of the flag.
  private func variants(of strategy: Int?, _ flag: UnleashFlag) -> UnleashVariants {
    if let strategy, !flag.strategies[strategy].variants.list.isEmpty {
      return flag.strategies[strategy].variants
    }
    return flag.variants
  }

  /// Chooses among the variants of a strategy, or else of the flag.
  func choice(of strategy: Int?, _ flag: UnleashFlag) -> VariantChoice {
    if let strategy, !flag.strategies[strategy].variants.list.isEmpty {
      let strategy = flag.strategies[strategy]
      let group = strategy.group ?? flag.name.rawValue
      return choice(in: strategy.variants, strategy.stickiness, group: group)
    }
    guard let first = flag.variants.list.first else { return .nothing }
    return choice(in: flag.variants, Stickiness(first.stickiness), group: flag.name.rawValue)
  }

  private func choice(
    in variants: UnleashVariants,
    _ stickiness: Stickiness,
    group: String
  ) -> VariantChoice {
    if let (variant, field) = variants.overridden(for: user) { return .overridden(variant, field) }
    guard let buckets = variants.buckets, buckets.count > 0 else { return .nothing }
    if let single = variants.single { return .single(single) }
    guard let text = stickiness.text(of: user) else { return .random }
    let bucket =
      UnleashHash.number(group, text, in: buckets.count, seed: UnleashHash.variantSeed) - 1
    guard let index = buckets.index(of: bucket) else { return .nothing }
    return .hashed(variants.list[index], bucket: bucket, text: "\(group):\(text)")
  }

  private func reason(
    for choice: VariantChoice,
    of strategy: Int?,
    _ flag: UnleashFlag
  ) -> EvaluationReason {
    switch choice {
    case .overridden: return .targetingMatch
    case .hashed, .random: return .split
    case .nothing, .single: break
    }
    guard let strategy else { return .fixed }
    if flag.strategies[strategy].rule.isSplit { return .split }
    return flag.strategies[strategy].isTargeted ? .targetingMatch : .byDefault
  }
}

extension StrategyRule {
  /// Whether the rule splits the users or the calls.
  fileprivate var isSplit: Bool {
    switch self {
    case .rollout(let percent, _), .random(let percent): 1..<100 ~= percent
    case .everyone, .users, .addresses, .hosts, .custom, .never: false
    }
  }
}

extension UnleashStrategy {
  /// Whether the strategy selects users by conditions or by a list.
  fileprivate var isTargeted: Bool {
    switch rule {
    case .users, .addresses, .hosts: true
    case .everyone, .rollout, .random, .custom, .never:
      !constraints.isEmpty || !segmentIDs.isEmpty
    }
  }
}

// MARK: Dependencies

extension UnleashEvaluation {
  /// Returns the probability that all dependencies of a flag hold.
  private func chance(ofDependenciesOf flag: UnleashFlag) -> Double {
    var chance = 1.0
    // A flag can depend several times on one parent.
    var results: [FeatureName: UnleashResult] = [:]
    for dependency in flag.dependencies {
      let result = results[dependency.flag] ?? self.result(ofParent: dependency.flag, of: flag)
      results[dependency.flag] = result
      chance *= self.chance(of: dependency, result)
      guard chance > 0 else { break }
    }
    return chance
  }

  /// Returns the probability that a dependency holds: 0 or 1, unless the parent is random.
  func chance(of dependency: UnleashFlag.Dependency, for child: UnleashFlag) -> Double {
    chance(of: dependency, result(ofParent: dependency.flag, of: child))
  }

  /// Returns the result of a parent; `nil` for a parent that does not exist or has dependencies itself.
  func result(ofParent name: FeatureName, of child: UnleashFlag) -> UnleashResult? {
    guard let parent = document.flag(name), parent.dependencies.isEmpty else { return nil }
    return result(of: parent, as: child.name)
  }

  private func chance(of dependency: UnleashFlag.Dependency, _ result: UnleashResult?) -> Double {
    guard let parent = document.flag(dependency.flag), let result else { return 0 }
    return result.shares.reduce(0) { sum, share in
      let decision = share.decision
      guard decision.isEnabled == dependency.isEnabled else { return sum }
      return sum + share.probability * acceptance(of: decision, of: parent, by: dependency)
    }
  }

  /// Returns the probability that a dependency accepts the variant of the parent; a parent without
  /// variants is accepted.
  private func acceptance(
    of decision: UnleashDecision,
    of parent: UnleashFlag,
    by dependency: UnleashFlag.Dependency
  ) -> Double {
    guard !dependency.variants.isEmpty else { return 1 }
    let isAccepted = { (variant: UnleashVariant?) in
      variant.map { dependency.variants.contains($0.name) } ?? true
    }
    guard !decision.isEnabled else { return isAccepted(decision.variant) ? 1 : 0 }
    // Engines choose among the variants of a parent that is off, too.
    let choice = self.choice(of: nil, parent)
    guard case .random = choice else { return isAccepted(choice.variant) ? 1 : 0 }
    let accepted = parent.variants.list.reduce(0) { $0 + (isAccepted($1) ? $1.weight : 0) }
    return Double(accepted) / Double(parent.variants.buckets?.count ?? 1)
  }
}
