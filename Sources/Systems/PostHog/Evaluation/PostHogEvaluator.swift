package import FeatureFlags
package import Targeting

/// Evaluates the flags of definitions of PostHog, as SDKs with local evaluation do.
package struct PostHogEvaluator: FlagEvaluator {
  let document: PostHogDocument
  private let now: @Sendable () -> Timestamp
  private var forced = ForcedFeatures()

  /// Creates the evaluator of definitions.
  ///
  /// - Parameters:
  ///   - document: The definitions.
  ///   - now: Returns the time of an evaluation, with which dates are compared.
  package init(
    _ document: PostHogDocument,
    now: @escaping @Sendable () -> Timestamp
  ) {
    (self.document, self.now) = (document, now)
  }

  /// The time of an evaluation.
  var time: Timestamp { now() }

  package var targetingKeyUse: TargetingKeyUse { .required }
  package var dependents: [Feature.Name] { document.dependents }

  package func forcing(_ features: [Feature]) -> any FlagEvaluator {
    var evaluator = self
    evaluator.forced = ForcedFeatures(features)
    return evaluator
  }

  package func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator {
    let person = PostHogPerson(context)
    let forced = forced.features(for: context)
    var evaluation = PostHogEvaluation(document, person, at: now(), forcing: forced)
    return { definition, _ in
      guard let flag = document.flag(definition.name.rawValue) else { return nil }
      evaluation.run.restart()
      return flag.allocation(of: evaluation.value(of: flag, isForcedOn: definition.isForcedOn))
    }
  }

  package func explanation(of feature: Feature, in context: EvaluationContext) -> Explanation? {
    guard let flag = document.flag(feature.name.rawValue) else { return nil }
    let person = PostHogPerson(context)
    var evaluation = PostHogEvaluation(
      document,
      person,
      at: now(),
      forcing: forced.features(for: context),
      isRecorded: true
    )
    let value = evaluation.value(of: flag, isForcedOn: feature.override?.enabled == true)
    var explanation = Explanation(steps: evaluation.run.trace?.steps ?? [])
    explanation.remarks.append(flag.reason(of: value).description)
    if let remark = overrideRemark(on: feature) { explanation.remarks.append(remark) }
    return explanation
  }

  package func caveats(of feature: Feature, in context: EvaluationContext) -> [String] {
    guard feature.overrideScope != .everyone, let flag = document.flag(feature.name.rawValue) else {
      return []
    }
    if ForcedResult(feature)?.value == "false" || ForcedResult(feature) == .appDefault {
      return [
        "a condition cannot switch a flag off: SDKs with local evaluation ignore the override"
      ]
    }
    let isOff = feature.override(of: .everyone).map(\.isEmpty) ?? true && !flag.isActive
    return isOff ? ["the flag is not active: SDKs with local evaluation ignore the override"] : []
  }
}

extension ForcedResult {
  /// The forced value: `true`, `false` or a variant; `nil` for another effect, such as on for a flag with
  /// variants, which still depends on the person.
  var value: String? {
    switch self {
    case .variant(let name): name
    case .appDefault: "false"
    case .enabled, .value, .rules: nil
    }
  }
}

extension PostHogFlag {
  /// Returns the allocation of a value; an undecided flag has no outcome.
  func allocation(of value: PostHogEvaluation.Value) -> Allocation {
    switch value {
    case .undecided(let reason):
      return .undecided(reason)
    case .decided("false", _):
      let off = ServiceVariation(Self.off, isOn: false)
      return .outcome(off, reason: isActive ? .byDefault : .disabled)
    case .decided(let value, let condition):
      // The last condition of a flag that is forced on is not one of the document.
      let percentage = condition.flatMap { conditions.dropFirst($0).first?.percentage }
      let hasBuckets = !variants.isEmpty || percentage.map { $0 < 100 } ?? false
      return .outcome(
        outcome(value),
        rule: condition.map { "condition \($0 + 1)" },
        reason: hasBuckets ? .split : .targetingMatch
      )
    }
  }

  /// The reason of a value as PostHog reports it.
  func reason(of value: PostHogEvaluation.Value) -> (code: String, description: String) {
    switch value {
    case .undecided(let reason): ("undecided", "undecided: \(reason)")
    case .decided("false", _) where !isActive: ("flag_disabled", "Feature flag is disabled")
    case .decided("false", _): ("no_condition_match", "No matching condition set")
    case .decided(_, let condition):
      ("condition_match", "Matched condition set \((condition ?? 0) + 1)")
    }
  }
}
