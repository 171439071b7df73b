import FeatureFlags
import Targeting

/// Evaluates the parameters of a Remote Config template.
///
/// The value of the first condition that is true applies, or else the default value. The conditions of a
/// server template are evaluated as firebase-admin does. Those of a client template are evaluated as far
/// as the attributes of the user decide them; a parameter is undecided if only Firebase knows whether
/// one of its conditions is true.
struct TemplateEvaluator: FlagEvaluator {
  private let conditions: [RemoteConfigTemplate.Condition]
  private let parameters: [Feature.Name: [Choice]]
  private let now: @Sendable () -> Timestamp
  /// Whether documents for apps can express an override of single users: the template has no conditions
  /// of clients.
  let hasUsers: Bool
  private let hasBuckets: Bool

  /// A value of a parameter with the condition under which it applies.
  private struct Choice: Sendable {
    /// The index of the condition; `nil` for the default value.
    let condition: Int?
    let name: String
    let value: RemoteConfigTemplate.Value?
    let type: RemoteConfigTemplate.ValueType

    init(
      _ condition: Int?,
      _ name: String,
      _ value: RemoteConfigTemplate.Value?,
      _ type: RemoteConfigTemplate.ValueType
    ) {
      (self.condition, self.name, self.value, self.type) = (condition, name, value, type)
    }
  }

  init(_ template: RemoteConfigTemplate, now: @escaping @Sendable () -> Timestamp) {
    conditions = template.conditions
    self.now = now
    hasUsers = !template.isForClients
    hasBuckets = template.conditions.contains { $0.rule.hasBuckets }
    let indexes = Dictionary(template.conditions.enumerated().map { ($1.name, $0) }) { first, _ in
      first
    }
    let parameters = template.parameters.filter { !$0.conditionalValues.isEmpty }.map { parameter in
      let choices = parameter.conditionalValues.compactMap { conditional in
        indexes[conditional.condition].map {
          Choice($0, conditional.condition, conditional.value, parameter.type)
        }
      }
      let usual = Choice(
        nil,
        RemoteConfigTemplate.defaultVariation,
        parameter.defaultValue,
        parameter.type
      )
      return (Feature.Name(rawValue: parameter.key), choices + [usual])
    }
    self.parameters = Dictionary(parameters) { first, _ in first }
  }

  /// Returns a caveat for an override of single users if the template is for clients: its documents have
  /// no users.
  ///
  /// A parameter that is forced on has its default value where only Firebase knows its conditions: apps
  /// may get another value.
  func caveats(of feature: Feature, in context: EvaluationContext) -> [String] {
    let isKnown = feature.overrideScope == .everyone || hasUsers
    var caveats = isKnown ? [] : ["a template has no users: only apps that use OFREP get it"]
    if ForcedResult(feature) == .enabled,
      case .outcome(nil, _, .unknown, _)? = allocator(for: context, count: 1)(
        feature.definition,
        [:]
      )
    {
      caveats.append("only Firebase knows its conditions: apps may get another value")
    }
    return caveats
  }

  func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator {
    var evaluation = TemplateEvaluation(conditions, for: context, at: now())
    return { definition, _ in
      guard let choices = parameters[definition.name] else { return nil }
      evaluation.run.restart()
      return allocation(of: definition, choices, &evaluation)
    }
  }

  func explanation(of feature: Feature, in context: EvaluationContext) -> Explanation? {
    guard let choices = parameters[feature.name] else { return nil }
    var evaluation = TemplateEvaluation(conditions, for: context, at: now(), isRecorded: true)
    _ = allocation(of: feature.definition, choices, &evaluation)
    var explanation = Explanation(steps: evaluation.run.trace?.steps ?? [])
    if let remark = overrideRemark(on: feature) { explanation.remarks.append(remark) }
    return explanation
  }

  var targetingKeyUse: TargetingKeyUse { hasBuckets ? .optional : .unused }

  private func allocation(
    of definition: FlagDefinition,
    _ choices: [Choice],
    _ evaluation: inout TemplateEvaluation
  ) -> Allocation {
    if definition.isForcedOn, let on = definition.outcomes.first, definition.result == .state {
      return .outcome(on, reason: .byDefault)
    }
    for choice in choices {
      var result = ConditionResult.yes
      if let condition = choice.condition {
        evaluation.run.trace?.step("condition \"\(choice.name)\"")
        result = evaluation.result(ofCondition: condition)
      } else {
        evaluation.run.trace?.step("no condition is true")
      }
      if case .yes = result, let reason = choice.value?.managedReason {
        result = .undecided(reason)
      }
      switch result {
      case .undecided where definition.isForcedOn && choice.condition != nil:
        evaluation.run.trace?.conclude(outcome: "undecided")
      case .no: evaluation.run.trace?.conclude(outcome: "no match")
      case .undecided(let reason):
        evaluation.run.trace?.conclude(outcome: "undecided")
        return .undecided(
          choice.condition == nil ? reason : "condition \"\(choice.name)\": \(reason)"
        )
      case .yes:
        let outcome = outcome(of: choice, definition)
        evaluation.run.trace?.conclude(variation: outcome?.variation.text ?? "app's default")
        return .outcome(
          outcome,
          rule: choice.condition.map { _ in choice.name },
          reason: choice.condition == nil ? .byDefault : .targetingMatch
        )
      }
    }
    return .outcome(nil, reason: .byDefault)
  }

  /// Returns the outcome of a choice; `nil` for a flag without a Boolean.
  private func outcome(of choice: Choice, _ definition: FlagDefinition) -> ServiceVariation? {
    guard definition.result != .state else {
      let value = choice.value?.text.flatMap(choice.type.value(of:))
      guard case .boolean(let isOn)? = value else { return nil }
      return isOn ? definition.outcomes.first : definition.outcomes.last
    }
    guard choice.condition != nil else { return definition.outcomes.first }
    let name = RemoteConfigTemplate.Parameter.variation(of: choice.name)
    // Of several conditions whose names differ only in letter case, only the first one has an outcome.
    return definition.outcomes.dropFirst().first { $0.variation.rawValue == name }
      ?? ServiceVariation(name, choice.value, of: choice.type)
  }
}

extension ServiceVariation {
  /// Creates the variation of a value; it has no variables if the template has no valid value for it.
  init(
    _ name: String,
    _ value: RemoteConfigTemplate.Value?,
    of type: RemoteConfigTemplate.ValueType
  ) {
    let value = value?.text.flatMap(type.value(of:))
    let variables = value.map { [Variable(name: FlagDefinition.valueVariable, value: $0)] }
    self.init(TestVariation(name: name), variables: variables ?? [])
  }
}
