import FeatureFlags
import Targeting

/// The way in which a variant was selected for a user.
enum VariantChoice: Sendable {
  /// No variant was selected, because none has a weight above 0.
  case nothing
  /// The user has an override of the variant; the field is the one that matches.
  case overridden(UnleashVariant, ContextField)
  /// Only one variant has a weight above 0.
  case single(UnleashVariant)
  /// The hash of the user's value selected the variant; the bucket is counted from 0.
  case hashed(UnleashVariant, bucket: Int, text: String)
  /// A random number selects the variant at each call.
  case random

  /// The selected variant; `nil` if there is none, and if the selection is random.
  var variant: UnleashVariant? {
    switch self {
    case .overridden(let variant, _), .single(let variant), .hashed(let variant, _, _): variant
    case .nothing, .random: nil
    }
  }
}

/// Evaluates flags for one user, with the semantics of the engine of Unleash Edge and of the SDKs for
/// Python, Java, Ruby, .NET and PHP.
///
/// The results of segments are cached, because many flags share them, and so are those of the parents of
/// the current flag, because several of its dependencies can have the same parent.
final class UnleashEvaluation {
  let document: UnleashDocument
  let user: UnleashUser
  /// The overridden features, whose forced results apply when they are parents of other flags.
  let forced: ForcedFeatures
  /// The overrides of the strategies of the recorded flag: the forced variants by strategy key.
  private let forcedRules: [String: TestVariation]
  var run: EvaluationRun
  /// The cached segment results: whether the user is in a segment, by segment id.
  private var segments: [Int: Bool] = [:]
  /// The cached results of parents, and the child flag for which they were evaluated.
  var parents: (child: Feature.Name, results: [Feature.Name: UnleashParent?])?

  init(
    _ document: UnleashDocument,
    _ user: UnleashUser,
    forcing forced: ForcedFeatures = ForcedFeatures(),
    recording feature: Feature? = nil
  ) {
    (self.document, self.user, self.forced) = (document, user, forced)
    run = EvaluationRun(isRecorded: feature != nil)
    forcedRules = feature?.override?.rules ?? [:]
  }

  /// Evaluates a flag; the result is meaningless if ``run`` has a failure.
  ///
  /// - Parameters:
  ///   - flag: The flag to evaluate.
  ///   - name: The name that is hashed for strategies without a group; for a parent it is the name of
  ///     the child. `nil` selects the name of the flag itself.
  ///   - isForcedOn: Whether the flag is on for everyone, regardless of its dependencies and strategies.
  /// - Returns: The result; a random result has the probabilities of all possible results.
  func result(
    of flag: UnleashFlag,
    as name: Feature.Name? = nil,
    isForcedOn: Bool = false
  ) -> UnleashResult {
    if isForcedOn {
      var mix = PossibleResults(rest: 1)
      return add(nil, of: flag, chance: 1, to: &mix) ?? mix.result
    }
    run.trace?.step(flag.isEnabled ? "on in the environment" : "off in the environment")
    guard flag.isEnabled else { return .fixed(.off(.disabled)) }
    let chance = chance(ofDependenciesOf: flag)
    guard chance > 0, document.defect(of: flag) == nil else { return .fixed(.off(.byDefault)) }
    var mix = PossibleResults(rest: chance)
    if flag.strategies.isEmpty {
      if !flag.dependencies.isEmpty { run.trace?.step("no strategies") }
      return add(nil, of: flag, chance: 1, to: &mix) ?? mix.result
    }
    let name = (name ?? flag.name).rawValue
    var reason = EvaluationReason.byDefault
    for (index, strategy) in flag.strategies.enumerated() {
      run.trace?.step("strategy \"\(strategy.key)\"", outcome: "no match")
      guard areConditionsMet(of: strategy) else { continue }
      let chance = self.chance(of: strategy, as: name)
      if chance > 0 {
        if let result = add(index, of: flag, chance: chance, to: &mix) { return result }
      } else if strategy.rule.isSplit {
        reason = .split
      }
    }
    return mix.isEmpty ? .fixed(.off(reason)) : mix.result
  }

  /// Returns whether the user meets the constraints and is in the segments of a strategy.
  private func areConditionsMet(of strategy: UnleashStrategy) -> Bool {
    let areMet = areMet(strategy.constraints)
    guard areMet || run.trace != nil else { return false }
    return strategy.segmentIDs.areMet(isRecorded: run.trace != nil, isInSegment) && areMet
  }

  private func areMet(_ constraints: [UnleashConstraint]) -> Bool {
    constraints.areMet(isRecorded: run.trace != nil) { $0.isMet(by: user, &run) }
  }

  private func isInSegment(_ id: Int) -> Bool {
    if run.trace == nil, let isMet = segments[id] { return isMet }
    run.trace?.begin()
    let segment = document.segments[id]
    let isMet = segment.map { areMet($0.constraints) } ?? false
    run.trace?.end(
      segment.map { "segment \"\($0.name)\"" }
        ?? "segment \(document.segmentName(id)) (the document does not have its constraints)",
      verdict: Explanation.Verdict(isMet)
    )
    if run.failure == nil { segments[id] = isMet }
    return isMet
  }

  /// Returns the probability that a strategy holds for a user who meets its constraints; it is 0 or 1
  /// unless the strategy is random.
  private func chance(of strategy: UnleashStrategy, as name: String) -> Double {
    switch strategy.rule {
    case .everyone: return recorded("for everyone", 1)
    case .users(let users):
      return recorded(user.text(of: .userID).map(users.contains) ?? false, by: .userID)
    case .rollout(let percent, let stickiness):
      guard let text = stickiness.text(of: user) else {
        guard case .field(let field) = stickiness else { return recorded(random: percent) }
        return recorded("the user has no \(field.name)", 0)
      }
      let group = strategy.group ?? name
      let number = UnleashHash.number(group, text, in: 100)
      return recorded(
        "rollout \(percent) %: \"\(group):\(text)\" is \(number) of 100",
        number <= percent ? 1 : 0,
        ruler: Explanation.Ruler(
          position: number - 1,
          length: 100,
          firstNumber: 1,
          ranges: [.init(start: 0, end: percent, name: "on")]
        )
      )
    case .random(let percent): return recorded(random: percent)
    case .addresses(let ranges):
      let isMet = ConstraintCheck.ranges(ranges).isMet(.remoteAddress, by: user, &run)
      return recorded(isMet, by: .remoteAddress)
    case .hosts(let hosts):
      let own = user.text(of: .hostName)
      let isMet = own.map { hosts.contains($0.lowercased()) } ?? false
      return recorded(
        "host name \(own ?? "unknown") in \(hosts.joined(separator: ", "))",
        isMet ? 1 : 0,
        isKnown: own != nil
      )
    case .custom: return recorded("decided by the app", 0, isKnown: false)
    case .never(let reason): return recorded(reason, 0)
    }
  }

  private func recorded(_ isMet: Bool, by field: ContextField) -> Double {
    recorded(
      "\(field.name) in the list: \(user.text(of: field).map { "\"\($0)\"" } ?? "no \(field.name)")",
      isMet ? 1 : 0
    )
  }

  private func recorded(random percent: Int) -> Double {
    recorded("random at each call: \(percent) %", Double(percent) / 100)
  }

  /// Records the rule of a strategy in the trace, and returns the given probability that the rule
  /// matches.
  private func recorded(
    _ text: @autoclosure () -> String,
    _ chance: Double,
    isKnown: Bool = true,
    ruler: @autoclosure () -> Explanation.Ruler? = nil
  ) -> Double {
    guard run.trace != nil else { return chance }
    let verdict = isKnown ? Explanation.Verdict(chance: chance) : .unknown
    run.trace?.append(text(), ruler(), verdict: verdict)
    if verdict == .unknown { run.trace?.conclude() }
    return chance
  }
}

extension Explanation.Verdict {
  /// Creates the verdict for a probability: no for 0, yes for 1, and otherwise unknown.
  init(chance: Double) { self = chance <= 0 ? .no : chance >= 1 ? .yes : .unknown }
}

/// Collects the possible results of a flag with random strategies, up to the first strategy that always
/// holds.
private struct PossibleResults {
  private var shares: [UnleashResult.Share] = []
  /// The probability that none of the strategies added so far holds.
  var rest: Double

  init(rest: Double) { self.rest = rest }

  var isEmpty: Bool { shares.isEmpty }

  /// Whether the maximum number of possible results is reached.
  private var isFull: Bool { shares.count >= UnleashResult.limit }

  /// Whether further strategies cannot change the result.
  var isComplete: Bool { rest <= Self.nothing || isFull }

  /// Adds a possible result; the probability applies if none of the earlier strategies holds.
  mutating func add(_ decision: UnleashDecision, _ probability: Double) {
    guard !isFull else { return }
    shares.append(UnleashResult.Share(probability: rest * probability, decision: decision))
  }

  /// The collected results; "off" is added for the remaining probability.
  var result: UnleashResult {
    let off = 1 - shares.reduce(0) { $0 + $1.probability }
    guard off > Self.nothing else { return .random(shares) }
    return .random(shares + [.init(probability: off, decision: .off(.split))])
  }

  /// The tolerance for rounding errors in the sum of the probabilities.
  private static let nothing = 1e-9
}

// MARK: Variants

extension UnleashEvaluation {
  /// Adds the possible results of a strategy that can hold to those of the earlier strategies.
  ///
  /// - Parameters:
  ///   - strategy: The index of the strategy; `nil` for a flag that is on without strategies.
  ///   - flag: The flag to which the strategy belongs.
  ///   - chance: The probability that the strategy holds.
  ///   - mix: The possible results of the earlier strategies.
  /// - Returns: The result of the flag, if further strategies cannot change it; otherwise `nil`.
  private func add(
    _ strategy: Int?,
    of flag: UnleashFlag,
    chance: Double,
    to mix: inout PossibleResults
  ) -> UnleashResult? {
    let variants = flag.variants(of: strategy)
    let choice = self.choice(among: variants, of: flag)
    if run.trace != nil { record(choice, among: variants, of: flag, strategy, chance: chance) }
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

  /// Records the selection of the variant in the trace, and concludes the step of the strategy.
  private func record(
    _ choice: VariantChoice,
    among variants: UnleashVariants,
    of flag: UnleashFlag,
    _ strategy: Int?,
    chance: Double
  ) {
    let strategy = strategy.map { flag.strategies[$0] }
    let source = strategy?.variants.list.isEmpty == false ? "strategy" : "flag"
    var name: String? = choice.variant?.name ?? "on"
    switch choice {
    case .nothing: break
    case .overridden(let variant, let field):
      let text = "override of the variant \"\(variant.name)\" by \(field.name)"
      run.trace?.append(text, verdict: .yes)
    case .single(let variant):
      run.trace?.append("variant of the \(source): \"\(variant.name)\"")
    case .hashed(_, let bucket, let text):
      let group = variants.group ?? flag.name.rawValue
      let count = variants.buckets?.count ?? 0
      run.trace?.append(
        "variants of the \(source): \"\(group):\(text)\" is \(bucket + 1) of \(count)",
        variants.buckets?.ruler(at: bucket, names: variants.list.map(\.name), firstNumber: 1)
      )
    case .random:
      let shares = variants.shares.map { "\($0.name) \(UnleashResult.percent($1))" }
      let text = "variants of the \(source), random at each call: \(shares.joined(separator: ", "))"
      run.trace?.append(text, verdict: .unknown)
      name = nil
    }
    let forced = strategy.flatMap { forcedRules[$0.key]?.rawValue }
    run.trace?.conclude(variation: chance < 1 ? nil : forced ?? name, outcome: "random")
  }

  /// Selects one of the variants of a flag, or of one of its strategies.
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
  /// Returns the variants of a strategy, or those of the flag if the strategy has none.
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

// MARK: Numbers

/// Computes the hashes that bucket users for rollouts and variants.
enum UnleashHash {
  static let variantSeed: UInt32 = 86_028_157

  /// Returns a number from 1 to `count`, from the hash of the group and the user's value.
  static func number(_ group: String, _ text: String, in count: Int, seed: UInt32 = 0) -> Int {
    var hash = MurmurHash3(seed: seed)
    hash.combine(group)
    hash.combine(":")
    hash.combine(text)
    return Int(hash.value) % count + 1
  }
}
