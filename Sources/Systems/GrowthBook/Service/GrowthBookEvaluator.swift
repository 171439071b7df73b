package import FeatureFlags
import Targeting

/// Evaluates the features of a document of GrowthBook for any user.
///
/// The targeting key is used as the attribute `id` if the user has no such attribute. Sticky buckets,
/// and variations that the URL of a page selects, are ignored. Variations that an app forces apply only
/// to its ``RemoteEvaluationRequest``.
package struct GrowthBookEvaluator: FlagEvaluator {
  /// The document whose features are evaluated.
  package let document: GrowthBookDocument
  /// The overridden features, whose forced values other features see as prerequisites.
  private var forced = ForcedFeatures()
  /// The members of experiments that exposures contain, for remote evaluation.
  let experimentTexts: ExperimentTexts

  /// Creates an evaluator for a parsed document.
  package init(_ document: GrowthBookDocument) {
    (self.document, experimentTexts) = (document, ExperimentTexts(document))
  }

  /// Returns a function that evaluates features for the given user.
  package func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator {
    let evaluation = evaluation(for: context)
    return { definition, forcing in evaluation.allocation(of: definition.name, forcing: forcing) }
  }

  func evaluation(
    for context: EvaluationContext,
    isRecorded: Bool = false
  ) -> GrowthBookEvaluation {
    GrowthBookEvaluation(
      document,
      ConditionInput(context),
      forcing: forced.features(for: context),
      isRecorded: isRecorded
    )
  }

  /// The features that have prerequisites, whose results can depend on overrides of other features.
  package var dependents: [Feature.Name] {
    document.features.lazy.filter { $0.rules.contains { !$0.prerequisites.isEmpty } }.map(\.name)
  }

  /// Returns an evaluator that uses the overrides of the given features when they are prerequisites.
  package func forcing(_ features: [Feature]) -> any FlagEvaluator {
    var evaluator = self
    evaluator.forced = ForcedFeatures(features)
    return evaluator
  }

  /// Whether variations can be forced for rules: always `true`.
  package var hasRules: Bool { true }

  package func rules(of feature: Feature) -> [ServiceRule] {
    (document.feature(feature.name)?.rules ?? []).enumerated().map { index, rule in
      ServiceRule(
        key: rule.key,
        kind: rule.experiment == nil ? "rule" : "experiment",
        variations: feature.testVariations,
        name: "rule \(index + 1)" + (rule.name.map { " \"\($0.excerpt)\"" } ?? ""),
        audience: rule.audience
      )
    }
  }

  /// Returns the default value and the rules of a feature as text, to compare two documents.
  package func targetingText(of feature: Feature) -> String? {
    document.feature(feature.name)?.targetingText
  }

  /// Whether evaluation needs a targeting key: `optional`, because it is only the fallback for the
  /// attribute `id`.
  package var targetingKeyUse: TargetingKeyUse { .optional }
}

extension GrowthBookEvaluation {
  /// Evaluates a feature, with variations that overrides force for rules, by rule key; `nil` if the
  /// document does not contain the feature.
  func allocation(of name: Feature.Name, forcing: [String: TestVariation]) -> Allocation? {
    guard let index = document.indexes[name] else { return nil }
    run.restart()
    let result = result(at: index)
    if let failure = run.failure { return .failure(failure) }
    let feature = document.features[index]
    if result.source == .cyclicPrerequisite {
      let message = "the prerequisites of the feature depend on the feature"
      return .failure(EvaluationFailure(.general, message, metadata: result.metadata))
    }
    let forced = forcing.isEmpty ? nil : result.rule.flatMap { forcing[$0.key] }
    let known = forced.flatMap { forced in feature.values.list.first { $0.variation == forced } }
    return .outcome(
      known ?? result.value.map { feature.values.list[$0] },
      rule: result.rule?.key,
      reason: result.reason(hasRules: !feature.rules.isEmpty),
      metadata: result.metadata
    )
  }
}

extension GrowthBookResult {
  fileprivate func reason(hasRules: Bool) -> EvaluationReason {
    switch source {
    case .unknownFeature, .cyclicPrerequisite: return .failed
    case .prerequisite: return .disabled
    case .experiment: return .split
    case .defaultValue: return hasRules ? .byDefault : .fixed
    case .override, .force: break
    }
    guard let rule else { return .fixed }
    if rule.bucketing != nil || !rule.filters.isEmpty { return .split }
    return rule.condition == nil && rule.prerequisites.isEmpty ? .fixed : .targetingMatch
  }

  /// The metadata of the result that SDKs report, such as the rule id.
  fileprivate var metadata: [FlagDefinition.Metadatum] {
    var facts: [FlagDefinition.Metadatum] = [
      .init(key: "source", value: .string(source.rawValue)),
      .init(key: "ruleId", value: .string(rule?.id ?? "")),
    ]
    guard let rule, let experiment = rule.experiment, let selection else { return facts }
    facts += [
      .init(key: "experiment", value: .string(experiment.key)),
      .init(key: "variationId", value: .number(Double(selection.variation))),
      .init(key: "variationKey", value: .string(rule.variations[selection.variation].key)),
      .init(key: "hashAttribute", value: .string(rule.bucketing?.attribute ?? "")),
      .init(key: "bucket", value: .number(selection.number ?? 0)),
    ]
    guard let bandit = experiment.bandit else { return facts }
    let leaf = selection.context.map { bandit.contexts[$0].id } ?? -1
    for (key, number) in [("leafId", leaf), ("banditVersion", bandit.version)] {
      if let number { facts.append(.init(key: key, value: .number(number))) }
    }
    return facts
  }
}

extension GrowthBookFeature {
  /// The default value and the rules as text, to compare two documents.
  var targetingText: String {
    (["default \(json(at: defaultIndex))"] + rules.map(text)).joined(separator: "; ")
  }

  private func text(of rule: GrowthBookRule) -> String {
    var parts = rule.prerequisites.map { "\($0.title) \($0.condition.title)" }
    if let condition = rule.condition { parts.append("if \(condition.title)") }
    parts += rule.variations.map { json(at: $0.value) }
    parts += (rule.filters + (rule.bucketing.map { [$0] } ?? [])).map(\.text)
    if let bandit = rule.experiment?.bandit { parts.append("bandit \"\(bandit.id)\"") }
    return "\(rule.title): \(parts.joined(separator: ", "))"
  }
}

extension GrowthBookEvaluator {
  /// Explains a result: each rule with its prerequisites, filters, condition and bucketing, up to the
  /// rule that decides.
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
  /// Returns warnings if SDKs for Python have a different result for a user.
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
  /// Returns "met" or "not met" for the SDK for Python; `nil` if the SDK for JavaScript has the same
  /// result, or the result is unknown.
  fileprivate func difference(for user: ConditionInput) -> String? {
    var run = EvaluationRun()
    guard let isMet = isMetInPython(by: user, &run), isMet != self.isMet(by: user, &run) else {
      return nil
    }
    return isMet ? "met" : "not met"
  }
}

extension Bucketing {
  /// Whether the bucket position of a user is exactly the coverage of a rollout.
  fileprivate func hasAtEnd(_ user: ConditionInput) -> Bool {
    guard case .included(let number, _) = position(of: user) else { return false }
    return ranges.contains { $0.end == number.nextUp }
  }
}

// MARK: Caveats

extension GrowthBookEvaluator {
  /// Returns the reasons why a feature that an override enables is still null for the user, because SDKs
  /// evaluate its prerequisites first.
  package func caveats(of feature: Feature, in context: EvaluationContext) -> [String] {
    if let caveat = scopeCaveat(of: feature) { return [caveat] }
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

extension GrowthBookEvaluator {
  /// The reason why SDKs cannot give the result of an override to single users only; `nil` if they can.
  private func scopeCaveat(of feature: Feature) -> String? {
    guard feature.overrideScope != .everyone, feature.isOverridden else { return nil }
    guard feature.overrideScope.isExpressible else {
      return
        "conditions read the name of the attribute as a path or an operator: SDKs ignore the override"
    }
    guard let forced = ForcedResult(feature), forced.isForEveryApp else {
      return feature.hasLowerOverride
        ? "another override replaces the rules: SDKs ignore the override" : nil
    }
    return feature.value == nil ? "SDKs for Python ignore a rule that forces null" : nil
  }
}

extension OverrideScope {
  /// Whether a condition can select the users of the scope.
  var isExpressible: Bool {
    guard case .attribute(let name, _) = self else { return true }
    return !name.isEmpty && !name.hasPrefix("$") && !name.contains(".")
  }
}

extension GrowthBookEvaluation {
  /// Returns the feature of the first gate whose condition is not met; `nil` if all gates are met.
  fileprivate func unmetGate(of rule: GrowthBookRule) -> Feature.Name? {
    rule.prerequisites.first { parent in
      parent.isGate && !parent.condition.isMet(by: result(of: parent).1, &run)
    }?.feature
  }
}
