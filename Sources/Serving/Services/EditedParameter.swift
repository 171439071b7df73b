import Documents
import FeatureFlags
import RemoteConfig

/// A parameter of a Remote Config template, whose values can be replaced.
struct EditedParameter {
  private var object: EditedObject

  /// The value of an app's own default, which the template does not contain.
  static let inAppDefault = JSONValue.object([("useInAppDefault", .bool(true))])

  /// Creates a parameter; `nil` for a malformed one, which is not an object.
  init?(_ json: JSONValue) {
    guard let object = EditedObject(json) else { return nil }
    self.object = object
  }

  var json: JSONValue { object.json }

  /// Replaces the default value and all conditional values by the forced value, so that no condition
  /// defeats the override; without a forced value, nothing is changed.
  ///
  /// Of several parts of an override one applies, as for a followed overrides file: the variable
  /// `value`, else the variation, else the state.
  mutating func apply(_ override: Override, of feature: Feature) {
    guard let value = forcedValue(override, of: feature) else { return }
    object["defaultValue"] = value
    guard var conditional = conditionalValues else { return }
    conditional.replaceValues { _, _ in value }
    object["conditionalValues"] = conditional.json
  }

  /// Returns the value that the template has for a text.
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

  /// Returns the value of a variation, which is named after its condition, or is the default.
  private func value(of variation: TestVariation) -> JSONValue? {
    if variation == TestVariation(name: RemoteConfigTemplate.defaultVariation) {
      return object["defaultValue"] ?? Self.inAppDefault
    }
    return conditionalValues?.members.first { name, _ in
      // A condition that is named like the default has a suffix in the name of its variation.
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
  /// Returns the forced value of a variable, converted to the type of the feature's variable; `nil`
  /// for none, and for a value that cannot be converted.
  func convertedValue(of name: String, of feature: Feature) -> VariableValue? {
    guard let value = variables[name],
      let declared = feature.declaredVariables.first(where: { $0.name == name })
    else { return nil }
    return value.converted(to: declared.value.type)
  }
}
