package import FeatureFlags
package import Targeting

/// Evaluates the flags of a document of GO Feature Flag for any user.
package struct GoFeatureFlagEvaluator: FlagEvaluator {
  let document: GoFeatureFlagDocument
  private let now: @Sendable () -> Timestamp
  private var onClock: (@Sendable () -> Void)?

  /// Creates the evaluator of a document; `now` returns the time of an evaluation, unless the user has one.
  package init(_ document: GoFeatureFlagDocument, now: @escaping @Sendable () -> Timestamp) {
    (self.document, self.now) = (document, now)
  }

  package var targetingKeyUse: TargetingKeyUse { .optional }

  package func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator {
    let user = GoUser(context, document.enrichment)
    return { definition, _ in
      guard let flag = document.flag(definition.name) else { return nil }
      var evaluation = GoEvaluation(user, at: time(for: user, flag))
      return evaluation.allocation(of: flag, isForcedOn: definition.isForcedOn)
    }
  }

  package func evaluator(
    drawing percentage: @escaping @Sendable () -> Double,
    onClock: (@Sendable () -> Void)?
  ) -> (any FlagEvaluator)? {
    guard let onClock else { return nil }
    var evaluator = self
    evaluator.onClock = onClock
    return evaluator
  }

  package func explanation(of feature: Feature, in context: EvaluationContext) -> Explanation? {
    guard let flag = document.flag(feature.name) else { return nil }
    let user = GoUser(context, document.enrichment)
    var evaluation = GoEvaluation(user, at: time(for: user, flag), isRecorded: true)
    let allocation = evaluation.allocation(
      of: flag,
      isForcedOn: feature.override?.enabled == true
    )
    var explanation = Explanation(steps: evaluation.run.trace?.steps ?? [])
    if case .outcome(_, _, let reason, _) = allocation {
      explanation.remarks.append(reason.rawValue)
    }
    if let remark = overrideRemark(on: feature) { explanation.remarks.append(remark) }
    return explanation
  }

  package func targetingText(of feature: Feature) -> String? {
    document.flag(feature.name)?.targetingText
  }

  package func caveats(of feature: Feature, in context: EvaluationContext) -> [String] {
    guard feature.overrideScope != .everyone, let flag = document.flag(feature.name) else {
      return []
    }
    guard feature.overrideScope.isExpressible else {
      return ["rules read the name of the attribute as a path: providers ignore the override"]
    }
    switch ForcedResult(feature) {
    case .appDefault: return ["a rule has no app's default: providers ignore the override"]
    case .enabled:
      return ["a flag can only be enabled for all users: providers ignore the override"]
    case .variant, .value:
      let user = GoUser(context, document.enrichment)
      let now = flag.at(time(for: user, flag))
      let isOff =
        feature.override(of: .everyone).map(\.isEmpty) ?? true
        && (now.flag.isDisabled || !now.flag.window.contains(time(for: user, flag)))
      return isOff ? ["the flag is disabled: providers ignore the override"] : []
    case .rules, nil: return []
    }
  }

  private func time(for user: GoUser, _ flag: GoFlag) -> Timestamp {
    guard flag.readsTime else { return Timestamp(seconds: 0) }
    if let time = user.time { return time }
    onClock?()
    return now()
  }
}

extension GoFlag {
  /// The rules as text, to compare two documents.
  fileprivate var targetingText: String {
    let rules = targeting.map(\.text) + (defaultRule.map { ["default \($0.text)"] } ?? [])
    return rules.joined(separator: "; ")
  }
}

extension GoRule {
  /// The condition and the result on one line.
  var text: String {
    let result: String
    if let progress {
      let names = [progress.initial, progress.end].map { $0.variation ?? "none" }
      result = names.joined(separator: " to ")
    } else if let percentages, !percentages.isEmpty {
      result = percentages.map { "\($0.name) \($0.percentage)" }.joined(separator: ", ")
    } else {
      result = variation ?? "none"
    }
    return (condition.map { "\($0.text): " } ?? "") + result
  }
}

extension GoCondition {
  var text: String {
    switch self {
    case .query(let query): "\(query)"
    case .logic(_, let text), .malformed(let text): text.excerpt
    }
  }
}
