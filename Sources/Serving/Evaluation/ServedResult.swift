import Documents
import FeatureFlags

/// The result that a client receives for one key.
struct ServedResult {
  /// The value of a result.
  enum Value: Hashable, Sendable {
    case boolean(Bool)
    case variation(String)
    case variable(VariableValue)
    /// The values of all variables of a feature, as one object.
    case variables([Variable])
    /// No value, so that the client uses the default value in its code.
    case none
  }

  let value: Value
  /// The name of the variation; `on` or `off` for a feature without variations.
  let variant: String
  let reason: String
  let isOverridden: Bool
  let feature: Feature
  let origin: Origin?
}

extension ServedResult {
  /// The part of a feature that a key selects, in the syntax `KEY` or `KEY.PART`.
  enum Part: Hashable {
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
  init?(_ part: Part, of feature: Feature, origin: Origin?) {
    let evaluation = feature.evaluation(in: .release)
    let value = Self.value(part, of: feature, evaluation.state)
    guard let value else { return nil }
    self.value = value
    variant = Self.variant(of: feature, evaluation.state)
    isOverridden = evaluation.reason == .override
    reason = value == .none ? "DISABLED" : Self.reason(evaluation.reason)
    self.feature = feature
    self.origin = origin
  }

  private static func value(_ part: Part, of feature: Feature, _ state: FeatureState) -> Value? {
    switch part {
    case .feature: value(of: feature, state)
    case .enabled: feature.type == .value ? nil : .boolean(state.isEnabled)
    case .unlocked: state.isUnlocked.map(Value.boolean)
    case .variables: feature.declaredVariables.isEmpty ? nil : .variables(state.variables)
    case .variable(let name):
      if let value = state.value(of: name) {
        .variable(value)
      } else {
        feature.declaredVariables.contains { $0.name == name } ? Value.none : nil
      }
    }
  }

  private static func value(of feature: Feature, _ state: FeatureState) -> Value {
    switch feature.type {
    case .featureFlag, .unlockFlag, .deprecated, .featureTest(.featureFlagAB):
      .boolean(state.isEnabled)
    case .featureTest(.ab), .featureTest(.mvt):
      state.variation.map { .variation($0.rawValue) } ?? .none
    case .value:
      switch state.variables.count {
      case 0: .none
      case 1: .variable(state.variables[0].value)
      default: .variables(state.variables)
      }
    }
  }

  private static func variant(of feature: Feature, _ state: FeatureState) -> String {
    switch feature.type {
    case .featureFlag, .unlockFlag, .deprecated: state.isEnabled ? "on" : "off"
    case .featureTest: state.variation?.rawValue ?? "off"
    case .value: state.variation?.rawValue ?? "default"
    }
  }

  /// The reason of a result in OFREP, limited to three reasons: some clients reject any other reason, and
  /// some ignore the value of a result with the reason `DISABLED`.
  private static func reason(_ reason: EvaluationReason) -> String {
    switch reason {
    case .targetingMatch: "TARGETING_MATCH"
    case .split: "SPLIT"
    case .fixed, .byDefault, .disabled, .override, .unknown: "STATIC"
    case .failed: "ERROR"
    }
  }
}

extension ServedResult.Value: CustomStringConvertible {
  /// The value on one line, for the list of recent evaluations.
  var description: String {
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
