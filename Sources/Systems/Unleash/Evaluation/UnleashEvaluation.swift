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
  /// The hash of the user's text selects the variant; the bucket starts from 0.
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
///
/// It stores the results of segments, which many flags share, and of the parents of a flag, on which
/// the flag can depend several times.
final class UnleashEvaluation {
  let document: UnleashDocument
  let user: UnleashUser
  /// The flags with overrides, for the flags that depend on them.
  let forced: [FeatureName: Feature]
  let steps = StepCounter()
  /// Whether the user is in the segments that were evaluated so far, by id.
  private var segments: [Int: Bool] = [:]
  /// The parents of the flag that was evaluated last.
  private var parents: (child: FeatureName, results: [FeatureName: UnleashParent?])?

  init(
    _ document: UnleashDocument,
    _ user: UnleashUser,
    forcing forced: [FeatureName: Feature] = [:]
  ) {
    (self.document, self.user, self.forced) = (document, user, forced)
  }

  /// Evaluates a flag; the result is meaningless if the steps have a failure.
  ///
  /// - Parameters:
  ///   - flag: The flag.
  ///   - name: The name that is hashed for strategies without a group: of the flag itself, or of the
  ///     flag that depends on it.
  ///   - isForcedOn: Whether the flag is on for everyone, without its dependencies and strategies.
  /// - Returns: The result, or the results with their probabilities.
  func result(
    of flag: UnleashFlag,
    as name: FeatureName? = nil,
    isForcedOn: Bool = false
  ) -> UnleashResult {
    if isForcedOn {
      var mix = ResultMix(rest: 1)
      return add(nil, of: flag, chance: 1, to: &mix) ?? mix.result
    }
    guard flag.isEnabled else { return .fixed(.off(.disabled)) }
    let chance = chance(ofDependenciesOf: flag)
    guard chance > 0, document.defect(of: flag) == nil else { return .fixed(.off(.byDefault)) }
    var mix = ResultMix(rest: chance)
    if flag.strategies.isEmpty { return add(nil, of: flag, chance: 1, to: &mix) ?? mix.result }
    let name = (name ?? flag.name).rawValue
    var reason = EvaluationReason.byDefault
    for (index, strategy) in flag.strategies.enumerated() where areConditionsMet(of: strategy) {
      let chance = self.chance(of: strategy, as: name)
      if chance > 0 {
        if let result = add(index, of: flag, chance: chance, to: &mix) { return result }
      } else if strategy.rule.isSplit {
        reason = .split
      }
    }
    return mix.isEmpty ? .fixed(.off(reason)) : mix.result
  }

  /// Whether the user meets the constraints and is in the segments of a strategy.
  private func areConditionsMet(of strategy: UnleashStrategy) -> Bool {
    strategy.constraints.allSatisfy { $0.isMet(by: user, steps) }
      && strategy.segmentIDs.allSatisfy(isInSegment)
  }

  private func isInSegment(_ id: Int) -> Bool {
    if let isMet = segments[id] { return isMet }
    let isMet =
      document.segments[id]?.constraints.allSatisfy { $0.isMet(by: user, steps) } ?? false
    if steps.failure == nil { segments[id] = isMet }
    return isMet
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
      return ValueTest.ranges(ranges).isMet(.remoteAddress, by: user, steps) ? 1 : 0
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

  /// Whether there is no space for further results.
  private var isFull: Bool { shares.count >= UnleashResult.limit }

  /// Whether no further strategy can change the results.
  var isComplete: Bool { rest <= Self.nothing || isFull }

  /// Adds a result, whose probability applies if none of the strategies before holds.
  mutating func add(_ decision: UnleashDecision, _ probability: Double) {
    guard !isFull else { return }
    shares.append(UnleashResult.Share(probability: rest * probability, decision: decision))
  }

  /// The results, with which the flag is off in the other calls.
  var result: UnleashResult {
    let off = 1 - shares.reduce(0) { $0 + $1.probability }
    guard off > Self.nothing else { return .random(shares) }
    return .random(shares + [.init(probability: off, decision: .off(.split))])
  }

  /// A probability that rounding can leave where the sum is 1.
  private static let nothing = 1e-9
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
  /// - Returns: The result if no further strategy can change it.
  private func add(
    _ strategy: Int?,
    of flag: UnleashFlag,
    chance: Double,
    to mix: inout ResultMix
  ) -> UnleashResult? {
    let variants = flag.variants(of: strategy)
    let choice = self.choice(among: variants, of: flag)
    let reason = flag.reason(for: choice, of: strategy)
    func on(_ variant: UnleashVariant?) -> UnleashDecision {
      UnleashDecision(isEnabled: true, strategy: strategy, variant: variant, reason: reason)
    }
    if case .random = choice {
      for (variant, share) in variants.shares { mix.add(on(variant), chance * share) }
    } else if mix.isEmpty, mix.rest * chance >= 1 {
      return .fixed(on(choice.variant))
    } else {
      mix.add(on(choice.variant), chance)
    }
    mix.rest *= 1 - chance
    return mix.isComplete ? mix.result : nil
  }

  /// Chooses among the variants of a flag, or of one of its strategies.
  func choice(among variants: UnleashVariants, of flag: UnleashFlag) -> VariantChoice {
    if let (variant, field) = variants.overridden(for: user) { return .overridden(variant, field) }
    guard let buckets = variants.buckets, buckets.count > 0 else { return .nothing }
    if let single = variants.single { return .single(single) }
    guard let text = variants.stickiness.text(of: user) else { return .random }
    let group = variants.group ?? flag.name.rawValue
    let number = UnleashHash.number(group, text, in: buckets.count, seed: UnleashHash.variantSeed)
    guard let index = buckets.index(of: number - 1) else { return .nothing }
    return .hashed(variants.list[index], bucket: number - 1, text: text)
  }
}

extension UnleashFlag {
  /// The variants of a strategy, or else of the flag.
  func variants(of strategy: Int?) -> UnleashVariants {
    guard let strategy, !strategies[strategy].variants.list.isEmpty else { return variants }
    return strategies[strategy].variants
  }

  fileprivate func reason(for choice: VariantChoice, of strategy: Int?) -> EvaluationReason {
    switch choice {
    case .overridden: return .targetingMatch
    case .hashed, .random: return .split
    case .nothing, .single: break
    }
    guard let strategy else { return .fixed }
    if strategies[strategy].rule.isSplit { return .split }
    return strategies[strategy].isTargeted ? .targetingMatch : .byDefault
  }
}

// MARK: Dependencies

extension UnleashEvaluation {
  /// Returns the probability that all dependencies of a flag hold.
  func chance(ofDependenciesOf flag: UnleashFlag) -> Double {
    var chance = 1.0
    for dependency in flag.dependencies where chance > 0 {
      chance *= parent(dependency.flag, of: flag)?.chance(of: dependency) ?? 0
    }
    return chance
  }

  /// Returns the result of a parent; `nil` for a parent that does not exist or has dependencies itself.
  func parent(_ name: FeatureName, of child: UnleashFlag) -> UnleashParent? {
    if parents?.child != child.name { parents = (child.name, [:]) }
    if let known = parents?.results[name] { return known }
    let parent = document.flag(name).flatMap { flag in
      // A flag that is forced on has no dependencies.
      flag.dependencies.isEmpty || forced[name]?.forcedUnleashState == true
        ? UnleashParent(flag, self, for: child.name) : nil
    }
    if steps.failure == nil { parents?.results[name] = .some(parent) }
    return parent
  }

  /// Returns the result of a parent, which its override can force.
  func result(
    of flag: UnleashFlag,
    as child: FeatureName,
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
