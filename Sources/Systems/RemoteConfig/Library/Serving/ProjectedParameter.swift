import Documents
import FeatureFlags
import FlagSystem

/// A parameter of a Remote Config template that is generated from a feature of another source.
struct ProjectedParameter {
  let key: String
  /// The section of the feature, which is the group of the parameter.
  let group: String?
  let description: String?
  let type: RemoteConfigTemplate.ValueType
  /// The value as a string; `nil` for the app's own default.
  let text: String?

  /// Returns the parameters of a feature.
  ///
  /// The first parameter has the name of the feature; for each variable of the feature there is a
  /// parameter `NAME.VARIABLE`.
  ///
  /// The value of the first parameter is the state of a flag or an on/off test, or the name of the
  /// variation of any other test. A flag without a result and a test without a variation use the app's own
  /// default. A feature of a Remote Config source has only the parameter with its own value. A deprecated
  /// feature has no parameters.
  static func parameters(of feature: Feature) -> [ProjectedParameter] {
    guard feature.type != .deprecated else { return [] }
    let state = feature.state(in: .release)
    if feature.isParameter {
      let name = FlagDefinition.valueVariable
      let type = feature.declaredVariables.first { $0.name == name }?.value.type ?? .string
      let value = state.value(of: name)
      return [ProjectedParameter(feature, type: type.parameterType, text: value?.description)]
    }
    let variables = state.variables.map { variable in
      ProjectedParameter(
        feature,
        variable: variable.name,
        type: variable.value.type.parameterType,
        text: variable.value.description
      )
    }
    return feature.type == .value ? variables : [ProjectedParameter(feature, state)] + variables
  }

  private init(
    _ feature: Feature,
    variable: String? = nil,
    type: RemoteConfigTemplate.ValueType,
    text: String?
  ) {
    key = feature.name.rawValue + (variable.map { ".\($0)" } ?? "")
    group = feature.section
    description = variable == nil ? feature.detailText : nil
    self.type = type
    self.text = text
  }

  private init(_ feature: Feature, _ state: FeatureState) {
    if feature.hasStatesOnly {
      let text = feature.isLeftToApp ? nil : String(state.isEnabled)
      self.init(feature, type: .boolean, text: text)
    } else {
      self.init(feature, type: .string, text: state.variation?.rawValue)
    }
  }

  /// The parameter as a member of the template.
  var json: JSONValue {
    var members: [(key: String, value: JSONValue)] = []
    let value = text.map(EditedParameter.value(of:)) ?? EditedParameter.inAppDefault
    members.append(("defaultValue", value))
    if let description { members.append(("description", .string(description))) }
    members.append(("valueType", .string(type.rawValue)))
    return .object(members)
  }
}

extension Feature {
  /// Whether the feature comes from a Remote Config template, in which case it is a value, or a test
  /// whose variations are conditions.
  fileprivate var isParameter: Bool {
    let names = declaredVariables.map(\.name)
    guard isEvaluatedByService, names == [FlagDefinition.valueVariable] else { return false }
    return type == .value
      || testVariations.first?.rawValue == RemoteConfigTemplate.defaultVariation
  }

  /// Whether the feature has only the outcomes on and off.
  fileprivate var hasStatesOnly: Bool {
    switch type {
    case .featureFlag, .unlockFlag, .value, .deprecated, .featureTest(.featureFlagAB): true
    case .featureTest(.ab), .featureTest(.mvt):
      // A flag from a flag service often has the variations "on" and "off".
      testVariations.count < 2
        || Set(testVariations.map { TestVariation(rawValue: $0.rawValue.lowercased()) })
          == [.enabled, .disabled]
    }
  }
}

extension VariableType {
  fileprivate var parameterType: RemoteConfigTemplate.ValueType {
    switch self {
    case .boolean: .boolean
    case .integer, .double: .number
    case .string: .string
    case .json: .json
    }
  }
}
