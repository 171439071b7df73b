public import FeatureFlags
import Glibc
import Targeting

/// Evaluates the flags of a document of flagd for any user.
public struct FlagdEvaluator: FlagEvaluator {
  /// The settings of the evaluation.
  public let settings: FlagdSettings
  let document: FlagdDocument
  private var now: @Sendable () -> Int

  /// The use of the targeting key: unused if no rule reads it.
  public let targetingKeyUse: TargetingKeyUse

  /// Creates the evaluator of a document.
  ///
  /// - Parameters:
  ///   - document: The flags.
  ///   - settings: The generation of `fractional`, and a fixed time.
  ///   - now: Returns the current time in seconds since 1970; not called if the settings have a fixed
  ///     time. `nil` means the clock of the system.
  public init(
    _ document: FlagdDocument,
    settings: FlagdSettings = FlagdSettings(),
    now: (@Sendable () -> Int)? = nil
  ) {
    self.document = document
    self.settings = settings
    let clock = now ?? { time(nil) }
    let fixed = settings.timestamp
    self.now = { fixed ?? clock() }
    let rules = document.flags.compactMap(\.rule)
    targetingKeyUse = rules.contains(where: \.readsKey) ? .optional : .unused
  }

  /// Returns a function that evaluates flags for a user.
  public func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator {
    { definition, _ in
      guard let flag = document.flag(definition.name) else { return nil }
      var evaluation = evaluation(of: flag, in: context, isRecorded: false)
      return flag.allocation(&evaluation, isForcedOn: definition.isForcedOn)
    }
  }

  /// Returns an evaluator that reports each rule that reads the time; `nil` if the time is fixed.
  public func evaluator(
    drawing percentage: @escaping @Sendable () -> Double,
    onClock: (@Sendable () -> Void)?
  ) -> (any FlagEvaluator)? {
    guard let onClock, settings.timestamp == nil else { return nil }
    var evaluator = self
    evaluator.now = { [now] in
      onClock()
      return now()
    }
    return evaluator
  }

  /// Warns of flags that have no result for a user without a targeting key.
  public func problems(in context: EvaluationContext) -> [Problem] {
    let key = context.targetingKey ?? ""
    guard key.isEmpty, settings.generation != .v3 || context.targetingKey == nil else { return [] }
    return document.flags.compactMap { flag in
      guard let rule = flag.rule, rule.needsKey, !flag.isDisabled else { return nil }
      let fact = Problem.Fact.service(
        "buckets users by their targeting key, which this user lacks, so the default applies"
      )
      return Problem(severity: .warning, line: rule.line, feature: flag.key, fact: fact)
    }
  }

  /// Returns the default variant and the targeting of a flag.
  public func targetingText(of feature: Feature) -> String? {
    document.flag(feature.name)?.targetingText
  }

  /// Explains the evaluation: the state, the rule with the value of each part, and the result.
  public func explanation(of feature: Feature, in context: EvaluationContext) -> Explanation? {
    guard let flag = document.flag(feature.name) else { return nil }
    var evaluation = evaluation(of: flag, in: context, isRecorded: true)
    let isForcedOn = feature.override?.enabled == true
    let allocation = flag.allocation(&evaluation, isForcedOn: isForcedOn)
    var explanation = Explanation(
      steps: flag.steps(
        to: allocation,
        findings: evaluation.trace?.findings ?? [],
        isForcedOn: isForcedOn
      )
    )
    if let remark = overrideRemark(on: feature) { explanation.remarks.append(remark) }
    if let time = evaluation.timestamp {
      let origin = settings.timestamp == nil ? "the current time" : "set by the user"
      explanation.remarks.append("$flagd.timestamp is \(time), \(origin)")
    }
    return explanation
  }

  private func evaluation(
    of flag: FlagdDocument.Flag,
    in context: EvaluationContext,
    isRecorded: Bool
  ) -> RuleEvaluation {
    RuleEvaluation(flag.key, in: context, settings: settings, now: now, isRecorded: isRecorded)
  }
}

extension FlagdDocument.Flag {
  /// Describes an evaluation in steps; the last one selects the variant.
  fileprivate func steps(
    to allocation: Allocation,
    findings: [Explanation.Finding],
    isForcedOn: Bool
  ) -> [Explanation.Step] {
    let state = isDisabled ? "state DISABLED" : "state ENABLED"
    let note = isDisabled && isForcedOn ? ", enabled by an override" : ""
    var steps = [Explanation.Step(title: state + note, outcome: nil)]
    var targeting = Explanation.Step(title: "targeting", findings: findings)
    var variant: String?
    switch allocation {
    case .outcome(let outcome, _, .targetingMatch, _):
      targeting.variation = outcome?.variation.rawValue
      return steps + [targeting]
    case .outcome(let outcome, _, _, _):
      variant = outcome?.variation.rawValue
      targeting.findings.append(Explanation.Finding("null: the default applies", verdict: .no))
    case .failure(let failure):
      let text = "\(failure.code.rawValue): \(failure.message)"
      targeting.findings.append(Explanation.Finding(text, verdict: .unknown))
      targeting.outcome = "error"
    case .assignment: break
    }
    if rule != nil, isForcedOn || !isDisabled { steps.append(targeting) }
    let title = variant == nil ? "the app's default" : "default variant"
    return steps + [Explanation.Step(title: title, variation: variant, outcome: nil)]
  }
}
