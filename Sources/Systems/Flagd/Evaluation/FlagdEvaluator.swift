public import FeatureFlags
import Glibc
import Targeting

/// Evaluates the flags of a document of flagd for any user.
public struct FlagdEvaluator: FlagEvaluator {
  /// The version of `fractional`, and an optional fixed time.
  public let settings: FlagdSettings
  let document: FlagdDocument
  private var now: @Sendable () -> Int

  /// Whether evaluation uses the targeting key: `unused` if no rule reads it.
  public let targetingKeyUse: TargetingKeyUse

  /// Creates the evaluator of a document.
  ///
  /// - Parameters:
  ///   - document: The flags to evaluate.
  ///   - settings: The version of `fractional`, and an optional fixed time.
  ///   - now: Returns the current time in seconds since 1970; not called if the settings have a fixed
  ///     time. `nil` uses the system clock.
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

  /// Returns a function that evaluates flags for the given user.
  public func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator {
    { definition, _ in
      guard let flag = document.flag(definition.name) else { return nil }
      var evaluation = evaluation(of: flag, in: context, isRecorded: false)
      return flag.allocation(&evaluation, isForcedOn: definition.isForcedOn)
    }
  }

  /// Returns an evaluator that calls `onClock` whenever a rule reads the current time; `nil` if the time
  /// is fixed or `onClock` is `nil`.
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

  /// Warns of flags that bucket users by their targeting key, if the user has none.
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

  /// Returns the default variant and the targeting of a flag as text, to compare two documents.
  public func targetingText(of feature: Feature) -> String? {
    document.flag(feature.name)?.targetingText
  }

  /// Explains the evaluation: the state, the rule with the value of each part, and the result.
  public func explanation(of feature: Feature, in context: EvaluationContext) -> Explanation? {
    guard let flag = document.flag(feature.name) else { return nil }
    var evaluation = evaluation(of: flag, in: context, isRecorded: true)
    _ = flag.allocation(&evaluation, isForcedOn: feature.override?.enabled == true)
    var explanation = Explanation(steps: evaluation.run.trace?.steps ?? [])
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
  /// Evaluates the flag for the user of the given evaluation.
  ///
  /// - Parameters:
  ///   - evaluation: The evaluation, which has the user and records the trace.
  ///   - isForcedOn: Whether the flag is evaluated even if it is disabled.
  /// - Returns: The variant with the reason, or the failure.
  func allocation(_ evaluation: inout RuleEvaluation, isForcedOn: Bool) -> Allocation {
    let note = isDisabled && isForcedOn ? ", enabled by an override" : ""
    evaluation.run.trace?.step("state \(isDisabled ? "DISABLED" : "ENABLED")\(note)")
    guard isForcedOn || !isDisabled else {
      return defaultAllocation(nil, reason: .disabled, &evaluation.run)
    }
    let standard = defaultIndex.map { outcomes[$0] }
    guard let rule else {
      let reason: EvaluationReason = standard == nil ? .byDefault : .fixed
      return defaultAllocation(standard, reason: reason, &evaluation.run)
    }
    evaluation.run.trace?.step("targeting", outcome: "no match")
    do throws(EvaluationFailure) {
      let value = try evaluation.result(of: rule)
      guard !value.isNull else {
        evaluation.run.trace?.append("null: the default applies", verdict: .no)
        return defaultAllocation(standard, reason: .byDefault, &evaluation.run)
      }
      let name = value.variantName
      guard let outcome = outcomes.first(where: { $0.variation.rawValue.isSameText(as: name) })
      else {
        throw EvaluationFailure(
          .general,
          "the targeting returns \(value.excerpt), which is no variant"
        )
      }
      evaluation.run.trace?.conclude(variation: name)
      return .outcome(outcome, reason: .targetingMatch)
    } catch {
      evaluation.run.trace?.append("\(error.code.rawValue): \(error.message)", verdict: .unknown)
      evaluation.run.trace?.conclude(outcome: "error")
      _ = defaultAllocation(nil, reason: .failed, &evaluation.run)
      return .failure(error)
    }
  }

  private func defaultAllocation(
    _ outcome: ServiceVariation?,
    reason: EvaluationReason,
    _ run: inout EvaluationRun
  ) -> Allocation {
    run.trace?.step(outcome == nil ? "the app's default" : "default variant")
    run.trace?.conclude(variation: outcome?.variation.rawValue)
    return .outcome(outcome, reason: reason)
  }

  /// The default variant and the targeting, to compare two documents.
  var targetingText: String {
    let name = defaultIndex.map { "default \(outcomes[$0].variation)" } ?? "no default"
    return name + (rule.map { "; \($0.json.text())" } ?? "")
  }
}

extension FlagdEvaluator {
  /// Returns the reasons why flagd cannot give the result of an override to single users only.
  public func caveats(of feature: Feature, in context: EvaluationContext) -> [String] {
    feature.overrideScope.isExpressible
      ? [] : ["flagd reads the name of the attribute as a path: it ignores the override"]
  }
}
