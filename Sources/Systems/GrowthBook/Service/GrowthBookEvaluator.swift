package import FeatureFlags
import Targeting

/// Evaluates the features of a document of GrowthBook for any user.
///
/// The attribute `id` of a user without this attribute is the targeting key. Variations that an app stores in
/// sticky buckets, or that the address of a page selects, are ignored; those that it forces count only in its
/// ``RemoteEvaluationRequest``.
package struct GrowthBookEvaluator: FlagEvaluator {
  /// The parsed document.
  package let document: GrowthBookDocument
  /// The features with overrides, for the features of which they are prerequisites.
  private var forced: [Feature.Name: Feature] = [:]
  /// The members of experiments for SDKs that report exposures.
  let experimentTexts: ExperimentTexts

  /// Creates an evaluator.
  package init(_ document: GrowthBookDocument) {
    (self.document, experimentTexts) = (document, ExperimentTexts(document))
  }

  /// Returns a function that evaluates features for a user.
  package func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator {
    let evaluation = evaluation(for: context)
    return { definition, forcing in evaluation.allocation(of: definition.name, forcing: forcing) }
  }

  func evaluation(
    for context: EvaluationContext,
    isRecorded: Bool = false
  ) -> GrowthBookEvaluation {
    GrowthBookEvaluation(document, ConditionInput(context), forcing: forced, isRecorded: isRecorded)
  }

  /// The features with prerequisites.
  package var dependents: [Feature.Name] {
    document.features.lazy.filter { $0.rules.contains { !$0.prerequisites.isEmpty } }.map(\.name)
  }

  /// Returns an evaluator whose prerequisites have the values that overrides force.
  package func forcing(_ features: [Feature]) -> any FlagEvaluator {
    var evaluator = self
    evaluator.forced = Dictionary(features.map { ($0.name, $0) }) { first, _ in first }
    return evaluator
  }

  /// Whether variations can be forced for rules: always `true`.
  package var hasRules: Bool { true }

  /// Returns the rules of a feature.
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

  /// Returns the default value and the rules of a feature.
  package func targetingText(of feature: Feature) -> String? {
    document.feature(feature.name)?.targetingText
  }

  /// The use of the targeting key: optional, because it is only the default of the attribute `id`.
  package var targetingKeyUse: TargetingKeyUse { .optional }
}

extension GrowthBookEvaluation {
  /// Evaluates a feature; `nil` if the document does not have it.
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

  /// The members of the result that SDKs report.
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
