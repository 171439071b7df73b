import Documents
package import FeatureFlags

/// The result that a client receives for one key.
package struct ServedResult {
  package enum Value: Hashable, Sendable {
    case boolean(Bool)
    case variation(String)
    case variable(VariableValue)
    /// The values of all variables of a feature, as one object.
    case variables([Variable])
    /// No value, so that the client uses the default value in its code.
    case none
  }

  package let value: Value
  /// The name of the variation; `on` or `off` for a feature without variations; it can be empty if there
  /// is no value.
  ///
  /// It is never missing, because some clients fail without it.
  let variant: String
  let reason: String
  /// The reason why the flag service has no result, which an app gets as an error; `nil` for a result.
  package let failure: EvaluationFailure?
  let isOverridden: Bool
  let feature: Feature
  let origin: Origin?
}

extension ServedResult {
  /// The part of a feature that a key selects, in the syntax `KEY` or `KEY.PART`.
  package enum Part: Hashable {
    /// The state of a flag, the variation of a test, or the value of a feature of type value.
    case feature
    /// `KEY.enabled`: whether a test is on.
    case enabled
    /// `KEY.unlocked`: whether an unlock flag is unlocked.
    case unlocked
    /// `KEY.variables`: an object with the values of all variables.
    case variables
    /// `KEY.NAME`: the value of one variable.
    case variable(String)
  }

  /// Evaluates one part of a feature.
  ///
  /// - Returns: The result; `nil` if the feature does not have the part.
  package init?(_ part: Part, of feature: Feature, origin: Origin?) {
    let evaluation = feature.evaluation(in: .release)
    let value = Self.value(part, of: feature, evaluation.state)
    guard let value else { return nil }
    self.value = value
    variant = Self.variant(of: feature, evaluation.state, hasValue: value != .none)
    isOverridden = evaluation.reason == .override
    failure = evaluation.reason == .failed ? feature.failure : nil
    reason = Self.reason(evaluation, of: feature, hasValue: value != .none)
    self.feature = feature
    self.origin = origin
  }

  private static func value(_ part: Part, of feature: Feature, _ state: FeatureState) -> Value? {
    let definition = feature.definition
    switch part {
    case .feature: return value(of: feature, state)
    case .enabled:
      switch definition.result {
      case .state: return value(of: feature, state)
      case .variation: return .boolean(state.isEnabled)
      case .value: return nil
      }
    case .unlocked: return state.isUnlocked.map(Value.boolean)
    case .variables:
      return feature.declaredVariables.isEmpty
        ? nil : .variables(feature.variablesWithNull(in: state))
    case .variable(let name):
      if let value = state.value(of: name) { return .variable(value) }
      // Every flag with variants has the part, because each user can get a different variant.
      let isPayload = name == FlagDefinition.payloadVariable && definition.hasVariants
      return isPayload || feature.declaredVariables.contains { $0.name == name } ? Value.none : nil
    }
  }

  private static func value(of feature: Feature, _ state: FeatureState) -> Value {
    let definition = feature.definition
    guard feature.undecidedReason == nil else { return .none }
    switch definition.result {
    case .state:
      // Without a variant, the app uses its own default, which can be on.
      let isDefault = definition.declaresResult && state.variation == nil
      return isDefault ? .none : .boolean(state.isEnabled)
    case .variation:
      if definition.hasVariants { return .variation(feature.variant(in: state)) }
      return state.variation.map { .variation($0.rawValue) } ?? .none
    case .value:
      switch state.variables.count {
      case 0: return .none
      case 1: return .variable(state.variables[0].value)
      default: return .variables(state.variables)
      }
    }
  }

  private static func variant(
    of feature: Feature,
    _ state: FeatureState,
    hasValue: Bool
  ) -> String {
    if feature.definition.hasVariants { return feature.variant(in: state) }
    if feature.definition.declaresResult {
      // An override can set a value without a variation, but clients need a name.
      return hasValue ? state.variation?.rawValue ?? "halyard" : ""
    }
    return switch feature.type {
    case .featureFlag, .unlockFlag, .deprecated: state.isEnabled ? "on" : "off"
    case .featureTest: state.variation?.rawValue ?? "off"
    case .value: state.variation?.rawValue ?? "default"
    }
  }

  /// The reason of a result in OFREP.
  ///
  /// Some clients reject a reason that OpenFeature does not define, such as `OVERRIDE`, and some replace
  /// the value of a result with the reason `DISABLED` by the default of their code. Therefore there are only
  /// three reasons for a value, and `DISABLED` for none.
  ///
  /// Flags that declare their result have the reasons of their systems, unless they are overridden. All
  /// clients accept `DEFAULT` with a value. A flag that is off has no value, or the name of its variant:
  /// a client that ignores the name uses the default of its code.
  private static func reason(
    _ evaluation: Evaluation,
    of feature: Feature,
    hasValue: Bool
  ) -> String {
    let isOwn = feature.definition.declaresResult && evaluation.reason != .override
    if isOwn { return evaluation.reason.rawValue }
    guard hasValue else { return "DISABLED" }
    return switch evaluation.reason {
    case .targetingMatch, .targetingSplit: "TARGETING_MATCH"
    case .split: "SPLIT"
    case .fixed, .byDefault, .disabled, .override, .unknown: "STATIC"
    case .failed: "ERROR"
    }
  }
}

extension FlagDefinition {
  /// Whether an SDK returns the name of a variant for the flag.
  var hasVariants: Bool { declaresResult && result == .variation }
}

extension Feature {
  /// The name of the variant that SDKs return in an evaluated state.
  fileprivate func variant(in state: FeatureState) -> String {
    let variation =
      !type.isTest
      ? nil : state.isEnabled ? state.variation : definition.onOffOutcomes.off?.variation
    return (variation ?? FlagDefinition.noVariation).rawValue
  }
}

extension ServedResult.Value: CustomStringConvertible {
  /// The value on one line, for the list of recent evaluations.
  package var description: String {
    switch self {
    case .boolean(let flag): flag ? "true" : "false"
    case .variation(let name): name
    case .variable(let value): value.description
    case .variables(let variables): JSONValue(variables).text()
    case .none: "default of the app"
    }
  }
}

extension JSONValue {
  init(_ variables: [Variable]) {
    self = .object(variables.map { (key: $0.name, value: $0.value.json) })
  }
}
