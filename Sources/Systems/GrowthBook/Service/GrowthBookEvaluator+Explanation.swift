package import FeatureFlags
import Targeting

extension GrowthBookEvaluator {
  /// Explains a result: each rule with its prerequisites, filters, condition and number, up to the rule that
  /// decides.
  package func explanation(of feature: Feature, in context: EvaluationContext) -> Explanation? {
    guard let index = document.indexes[feature.name] else { return nil }
    let evaluation = evaluation(for: context, isRecorded: true)
    let result = evaluation.result(at: index)
    let own = document.features[index]
    let forced = result.rule.flatMap { feature.override?.rules[$0.key]?.rawValue }
    var explanation = Explanation(steps: evaluation.run.trace?.steps ?? [])
    if let last = explanation.steps.indices.last {
      explanation.steps[last].variation = forced ?? own.name(of: result.value)
    }
    explanation.warnings = caveats(of: feature, in: context)
    for rule in own.rules.prefix(explanation.steps.count) {
      explanation.warnings += rule.warnings(for: evaluation.user)
    }
    if let failure = feature.failure { explanation.warnings.append(failure.message) }
    if let remark = overrideRemark(on: feature) { explanation.remarks.append(remark) }
    if let rule = result.rule, let key = rule.experiment?.key, let selection = result.selection {
      let name = rule.variations[selection.variation].key
      explanation.consequences = [
        "the app tracks the variation \"\(name)\" of the experiment \"\(key)\""
      ]
    }
    return explanation
  }
}

// MARK: Differences between SDKs

extension GrowthBookRule {
  /// Returns the reasons for which SDKs for Python have another result for a user.
  fileprivate func warnings(for user: ConditionInput) -> [String] {
    let attributes = (filters + (bucketing.map { [$0] } ?? [])).map(\.attribute)
    let texts = attributes.filter { attribute in
      user.hashText(of: attribute)?.utf8.contains { $0 >= 0x80 } ?? false
    }.prefix(1).map { "SDKs hash the attribute \"\($0)\" differently, since it is not ASCII" }
    let others = attributes.filter { attribute in
      let value = user.hashValue(of: attribute)
      return user.hashText(of: attribute) != nil && !value.isText && !value.isNumber
    }.prefix(1).map { "\(title): no number for the \"\($0)\" of the user" }
    let conditions = [condition?.difference(for: user)].compactMap(\.self)
      .map { "\(title): its condition is \($0)" }
    let isDisputed = hasDisputedCoverage && bucketing.map { $0.hasAtEnd(user) } ?? false
    let ends = isDisputed ? ["\(title): the user is not in the rollout"] : []
    return texts + (conditions + others + ends).map { "in SDKs for Python, \($0)" }
  }
}

extension Condition {
  /// Returns the result in the SDK for Python; `nil` if it is that of the SDK for JavaScript, or not known.
  fileprivate func difference(for user: ConditionInput) -> String? {
    var run = EvaluationRun()
    guard let isMet = isMetInPython(by: user, &run), isMet != self.isMet(by: user, &run) else {
      return nil
    }
    return isMet ? "met" : "not met"
  }
}

extension Bucketing {
  /// Whether the number of a user is the coverage of a rollout.
  fileprivate func hasAtEnd(_ user: ConditionInput) -> Bool {
    guard case .included(let number, _) = place(of: user) else { return false }
    return ranges.contains { $0.end == number.nextUp }
  }
}

// MARK: Caveats

extension GrowthBookEvaluator {
  /// Returns the reasons for which a feature that is enabled has no value for the user, because SDKs evaluate
  /// its prerequisites first.
  package func caveats(of feature: Feature, in context: EvaluationContext) -> [String] {
    guard feature.override?.enabled == true, feature.isLeftToApp,
      let own = document.feature(feature.name)
    else { return [] }
    let evaluation = evaluation(for: context)
    for rule in own.rules {
      switch evaluation.result(of: rule) {
      case .skipped: continue
      case .selected: return []
      case .cyclic: return ["its prerequisites depend on each other: it stays off in apps"]
      case .blocked:
        let gate = evaluation.unmetGate(of: rule).map { "\"\($0.rawValue)\"" } ?? "a feature"
        return ["depends on \(gate), whose gate is not met for this user: it stays off in apps"]
      }
    }
    return []
  }
}

extension GrowthBookEvaluation {
  /// Returns the feature of the first gate that the user does not meet; `nil` if all gates are met.
  fileprivate func unmetGate(of rule: GrowthBookRule) -> Feature.Name? {
    rule.prerequisites.first { parent in
      parent.isGate && !parent.condition.isMet(by: result(of: parent).1, &run)
    }?.feature
  }
}
