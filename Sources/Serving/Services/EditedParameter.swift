import Documents
import FeatureFlags
import RemoteConfig

/// A parameter of a Remote Config template, whose values can be replaced.
struct EditedParameter {
  private var object: EditedObject

  /// The JSON value that makes an app use its own default value, which the template does not contain.
  static let inAppDefault = JSONValue.object([("useInAppDefault", .bool(true))])

  /// Creates a parameter; `nil` for JSON that is not an object.
  init?(_ json: JSONValue) {
    guard let object = EditedObject(json) else { return nil }
    self.object = object
  }

  var json: JSONValue { object.json }

  /// Replaces the default value and all conditional values by the forced value, so that no condition takes
  /// precedence over the override; without a forced value, nothing is changed.
  ///
  /// If an override has several parts, only one of them applies, in this order: the variable `value`, the
  /// variation, the state.
  mutating func apply(_ override: Override, of feature: Feature) {
    guard let value = forcedValue(override, of: feature) else { return }
    object["defaultValue"] = value
    guard var conditional = conditionalValues else { return }
    conditional.replaceValues { _, _ in value }
    object["conditionalValues"] = conditional.json
  }

  /// Returns the JSON of a value of a template with the given text.
  static func value(of text: String) -> JSONValue { .object([("value", .string(text))]) }

  private func forcedValue(_ override: Override, of feature: Feature) -> JSONValue? {
    if let value = override.convertedValue(of: RemoteConfigTemplate.valueVariable, of: feature) {
      return Self.value(of: value.description)
    }
    if let variation = feature.forcedVariation { return value(of: variation) }
    guard let isEnabled = override.enabled else { return nil }
    if !feature.isEvaluatedByService || hasBooleanValues {
      return Self.value(of: String(isEnabled))
    }
    return isEnabled ? nil : Self.inAppDefault
  }

  /// Returns the value that a variation stands for: the conditional value of the condition with its name,
  /// or the default value.
  private func value(of variation: TestVariation) -> JSONValue? {
    if variation == TestVariation(name: RemoteConfigTemplate.defaultVariation) {
      return object["defaultValue"] ?? Self.inAppDefault
    }
    return conditionalValues?.members.first { name, _ in
      // If a condition has the name of the default variation, its own variation has the suffix
      // ` (condition)`.
      [name, name + " (condition)"].map(TestVariation.init(name:)).contains(variation)
    }?.value
  }

  private var conditionalValues: EditedObject? { EditedObject(object["conditionalValues"]) }

  /// Whether the texts of all values are Booleans, although the template declares another type.
  private var hasBooleanValues: Bool {
    let values = [object["defaultValue"]] + (conditionalValues?.members.map(\.value) ?? [])
    let texts = values.compactMap { EditedObject($0)?["value"]?.string }
    return !texts.isEmpty && texts.allSatisfy { Bool($0) != nil }
  }
}

extension RemoteConfigTemplate {
  /// The name of the variable that has the value of a parameter.
  static let valueVariable = "value"
}

extension Override {
  /// Returns the forced value of a variable, converted to the type of the feature's variable; `nil` if
  /// there is no forced value, or if it cannot be converted.
  func convertedValue(of name: String, of feature: Feature) -> VariableValue? {
    guard let value = variables[name],
      let declared = feature.declaredVariables.first(where: { $0.name == name })
    else { return nil }
    return value.converted(to: declared.value.type)
  }
}
