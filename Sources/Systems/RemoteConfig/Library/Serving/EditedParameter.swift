import Documents
import FeatureFlags
import FlagSystem
import Targeting

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
  /// The forced value is that of the feature: an override that turns a parameter off has precedence over a
  /// forced text, and that over a forced variation.
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
    if feature.type == .featureFlag { return override.enabled.map { Self.value(of: String($0)) } }
    return switch ForcedResult(feature.overridden(by: override)) {
    case .value?:
      override.convertedValue(of: FlagDefinition.valueVariable, of: feature)
        .map { Self.value(of: $0.description) }
    case .variant(let name)?: value(of: TestVariation(name: name))
    case .appDefault?: Self.inAppDefault
    case .enabled?, .rules?, nil: nil
    }
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
}
