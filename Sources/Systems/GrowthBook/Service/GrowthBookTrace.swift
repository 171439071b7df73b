package import FeatureFlags
import Targeting

extension GrowthBookEvaluator {
  /// Explains a result: each rule with its prerequisites, filters, condition and number, up to the rule that
  /// decides.
  package func explanation(of feature: Feature, in context: EvaluationContext) -> Explanation? {
    guard let own = document.feature(feature.name) else { return nil }
    let evaluation = evaluation(for: context)
    let trace = GrowthBookTrace(evaluation: evaluation, feature: own)
    var explanation = trace.explanation(forcing: feature.override?.rules ?? [:])
    explanation.warnings += (feature.failure?.message).map { [$0] } ?? []
    explanation.warnings.insert(contentsOf: caveats(of: feature, in: context), at: 0)
    if let remark = overrideRemark(on: feature) { explanation.remarks.append(remark) }
    return explanation
  }
}

/// Explains the evaluation of a feature for a user; the results are those of ``GrowthBookEvaluation``.
private struct GrowthBookTrace {
  let evaluation: GrowthBookEvaluation
  let feature: GrowthBookFeature

  private var user: Subject { evaluation.user }

  func explanation(forcing forced: [String: TestVariation]) -> Explanation {
    var explanation = Explanation()
    var count = 0
    for rule in feature.rules {
      let result = evaluation.result(of: rule)
      var step = Explanation.Step(title: rule.title, findings: findings(of: rule))
      switch result {
      case .skipped(let reason): step.outcome = reason.rawValue
      case .blocked: step.outcome = "prerequisite: the feature is null"
      case .cyclic: step.outcome = "cyclicPrerequisite: the feature is null"
      case .selected(let selection):
        let variation = rule.variations[selection.variation]
        step.outcome = "null: the app's default"
        step.variation = forced[rule.key]?.rawValue ?? feature.name(of: variation.value)
        guard let key = rule.experiment?.key else { break }
        let text = "the app tracks the variation \"\(variation.key)\" of the experiment \"\(key)\""
        explanation.consequences = [text]
      }
      explanation.steps.append(step)
      explanation.warnings += warnings(about: rule)
      count += step.findings.count
      guard case .skipped = result, count < FindingRecorder.limit else { return explanation }
    }
    let name = feature.name(of: feature.defaultIndex)
    let outcome = "null: the app's default"
    explanation.steps.append(.init(title: "default value", variation: name, outcome: outcome))
    return explanation
  }

  private func warnings(about rule: GrowthBookRule) -> [String] {
    let bucketings = rule.filters + (rule.bucketing.map { [$0] } ?? [])
    let attributes = bucketings.map(\.attribute)
    let texts = attributes.filter { attribute in
      user.hashText(of: attribute)?.utf8.contains { $0 >= 0x80 } ?? false
    }.prefix(1).map { "SDKs hash the attribute \"\($0)\" differently, since it is not ASCII" }
    let others = attributes.filter { attribute in
      let value = user.hashValue(of: attribute)
      return user.hashText(of: attribute) != nil && !value.isText && !value.isNumber
    }.prefix(1).map { "\(rule.title): no number for the \"\($0)\" of the user" }
    let conditions = [difference(in: rule.condition)].compactMap(\.self)
      .map { "\(rule.title): its condition is \($0)" }
    let isDisputed = rule.hasDisputedCoverage && rule.bucketing.map(isAtEnd) ?? false
    let ends = isDisputed ? ["\(rule.title): the user is not in the rollout"] : []
    return texts + (conditions + others + ends).map { "in SDKs for Python, \($0)" }
  }

  /// The result of a condition in the SDK for Python; `nil` if it is that of the SDK for JavaScript, or not
  /// known.
  private func difference(in condition: Condition?) -> String? {
    guard let condition,
      let isMet = condition.isMetInPython(by: user, evaluation.steps),
      isMet != condition.isMet(by: user, evaluation.steps)
    else { return nil }
    return isMet ? "met" : "not met"
  }

  /// Whether the number of the user is the coverage of a rollout.
  private func isAtEnd(_ rollout: Bucketing) -> Bool {
    guard case .included(let number, _) = rollout.place(of: user) else { return false }
    return rollout.ranges.contains { $0.end == number.nextUp }
  }

  private func findings(of rule: GrowthBookRule) -> [Explanation.Finding] {
    var nodes = rule.prerequisites.map { parent in
      let (result, subject) = evaluation.result(of: parent)
      let part = parent.condition.node(for: subject, evaluation.steps)
      let cause = result.source.rawValue
      return ConditionNode(parent.title, part.verdict, cause: cause, parts: [part])
    }
    if let condition = rule.condition { nodes.append(condition.node(for: user, evaluation.steps)) }
    var findings = nodes.flatMap { $0.findings() } + rule.filters.map { finding($0) }
    let context = evaluation.context(of: rule)
    if let bandit = rule.experiment?.bandit {
      let id = context.flatMap { bandit.contexts[$0].id }?.decimalText
      findings.append(
        .init("bandit \"\(bandit.id)\": \(id.map { "context \($0)" } ?? "no context")")
      )
    }
    if let bucketing = rule.bucketing(in: context) {
      let names = rule.variations.map { feature.name(of: $0.value) ?? $0.name ?? $0.key }
      findings.append(finding(bucketing, names))
    }
    return Array(findings.prefix(FindingRecorder.limit))
  }

  /// Returns the finding about the place of the user, with a ruler of the ranges.
  private func finding(_ bucketing: Bucketing, _ names: [String] = []) -> Explanation.Finding {
    let own = AttributeValue.string(user.hashText(of: bucketing.attribute) ?? "").excerpt
    let verdict = Explanation.Verdict(bucketing.includes(user))
    func finding(_ text: String, _ ruler: Explanation.Ruler? = nil) -> Explanation.Finding {
      .init("\(bucketing.text): \(text)", verdict: verdict, ruler: ruler)
    }
    switch bucketing.place(of: user) {
    case .missingAttribute: return finding("the user has no \(bucketing.attribute)")
    case .unknownVersion: return finding("the version of the hash is unknown")
    case .included(let number, _), .excluded(let number):
      return finding("\(own) is \(number.decimalText)", bucketing.ruler(at: number, names))
    }
  }
}

extension Bucketing {
  /// Returns the ranges with the number of a user, in buckets of the hash.
  fileprivate func ruler(at number: Double, _ names: [String]) -> Explanation.Ruler {
    func bucket(_ number: Double) -> Int { Int((min(max(number, 0), 1) * Double(size)).rounded()) }
    let ranges = ranges.enumerated().map { index, range in
      let (start, end) = (bucket(range.start), bucket(range.end))
      let name = index < names.count ? names[index] : nil
      return Explanation.Ruler.Range(start: start, end: max(start, end), name: name)
    }.sorted { $0.start < $1.start }
    return Explanation.Ruler(position: bucket(number), length: size, ranges: ranges)
  }
}
