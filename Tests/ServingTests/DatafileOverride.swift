import FeatureFlags
import Optimizely
import OptimizelyEngine
import TestSupport

/// The overrides of one flag, which tests of ``ServedDatafile`` apply one after the other.
struct DatafileOverride: CustomStringConvertible {
  let flag: String
  let choices: [OverrideChoice]

  /// Whether the override determines the result of the whole flag, so that its rules have no effect.
  var isWholeFlag: Bool {
    choices.contains { choice in
      switch choice {
      case .enabled, .variation: true
      case .unlocked, .variable, .rule: false
      }
    }
  }

  var description: String { "\(flag): \(choices)" }

  /// Returns overrides of each flag: each variation, on, off, all variables, and rules; in a long test run
  /// also combinations of them.
  static func all(of project: DatafileProject) -> [DatafileOverride] {
    project.store.features.flatMap { feature in
      let changes = variations(of: feature) + states + variables(of: feature)
      let rules = project.evaluator.rules(of: feature).flatMap { rule in
        feature.testVariations.suffix(1).map { [OverrideChoice.rule(rule.key, $0)] }
      }
      return (changes + rules).map { DatafileOverride(flag: feature.name.rawValue, choices: $0) }
    }
  }

  private static let states: [[OverrideChoice]] = [[.enabled(true)], [.enabled(false)]]

  private static func variations(of feature: Feature) -> [[OverrideChoice]] {
    let single = feature.testVariations.map { [OverrideChoice.variation($0)] }
    guard Effort.isFull, let first = feature.testVariations.first else { return single }
    return single + [true, false].map { [.variation(first), .enabled($0)] }
  }

  private static func variables(of feature: Feature) -> [[OverrideChoice]] {
    let changes = feature.declaredVariables.map {
      OverrideChoice.variable($0.name, other(than: $0.value))
    }
    guard !changes.isEmpty else { return [] }
    let variation =
      feature.testVariations.last.map { [[OverrideChoice.variation($0)] + changes] } ?? []
    let single = [changes, changes + [.enabled(false)]]
    return Effort.isFull ? single + [changes + [.enabled(true)]] + variation : single
  }

  private static func other(than value: VariableValue) -> VariableValue {
    switch value {
    case .boolean(let flag): .boolean(!flag)
    case .integer(let number): .integer(number &+ 9_007_199_254_740_993)
    case .double: .double(0.1)
    case .string(let text): .string("\(text) \"\\\n\u{1}ü/😀")
    case .json: .json(#"{"a":[1,2.5,"\"x\""],"b":null}"#)
    }
  }
}

/// The result of a flag as an app sees it.
struct DatafileOutcome: Equatable {
  var isEnabled: Bool
  var variation: String?
  var variables: [String: VariableValue]

  init(_ decision: FlagDecision) {
    isEnabled = decision.isEnabled
    variation = decision.variation
    variables = decision.variables
  }

  /// The result of a flag for a user, from the evaluation of the store with the overrides.
  ///
  /// The features of the store do not have a variable with a malformed default value, unless the first
  /// variation with its name sets the variable; the value of such a variable is taken from the evaluator.
  init(of flag: String, in project: DatafileProject, for user: EvaluationContext) {
    let name = Feature.Name(rawValue: flag)
    let state = project.store.evaluate(name, in: user)?.state
    isEnabled = state?.isEnabled ?? false
    variation = state?.variation?.rawValue
    variables = Dictionary((state?.variables ?? []).map { ($0.name, $0.value) }) { $1 }
    guard let feature = project.store.view(of: name, in: user)?.feature,
      feature.override?.enabled != false
    else { return }
    let declared = Set(feature.declaredVariables.map(\.name))
    let decision = project.evaluator.decision(of: feature, in: user, options: [])
    variables.merge(decision.variables.filter { !declared.contains($0.key) }) { $1 }
  }

  /// The expected result of an overridden flag, according to a datafile for every user.
  ///
  /// A datafile cannot express the variation of a flag that is forced on for users in a holdout or a bandit,
  /// and has another key than `on` for users without a variation if a rule has this key. This variation is
  /// taken from `actual`. A flag that shares its rules with another flag has the same variation for every
  /// user.
  init(
    of override: DatafileOverride,
    in project: DatafileProject,
    for user: EvaluationContext,
    actual: DatafileOutcome
  ) {
    self.init(of: override.flag, in: project, for: user)
    guard
      let feature = project.store.view(of: Feature.Name(rawValue: override.flag), in: user)?
        .feature,
      feature.override?.enabled == true, feature.forcedVariation == nil
    else { return }
    let isShared = project.sharesRules(override.flag)
    let isHeld = project.evaluator.decision(of: feature, in: user).source == .holdout
    let isUnnamed = variation == "on" && actual.variation?.hasPrefix("halyard_") == true
    let hasBandit = project.hasBandit(override.flag)
    if isShared || isHeld || isUnnamed || hasBandit { variation = actual.variation }
    if isHeld || isShared { variables = actual.variables }
  }
}
