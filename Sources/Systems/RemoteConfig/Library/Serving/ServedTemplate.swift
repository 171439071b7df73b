import Documents
import FeatureFlags
package import FlagSystem
import Targeting

/// Generates the Remote Config template that clients read, with the overrides applied.
///
/// If the source is a template, the forced value replaces the default value and all conditional values
/// of an overridden parameter. The type of this parameter, all other parameters, the conditions and the
/// version are unchanged. A document of any other source is replaced by a template whose parameters are
/// generated from the features. The parameter with the name of a feature is a Boolean for a flag or an
/// on/off test, and the name of the variation for any other test. The parameter `NAME.VARIABLE` has the
/// value of a variable.
package struct ServedTemplate: Sendable {
  private let document: JSONValue

  /// Generates the template for a state.
  ///
  /// - Parameters:
  ///   - state: The features with their overrides, and the document of the source.
  ///   - user: The targeting key of the user for whom features are evaluated, unless the source is a
  ///     template; `nil` for the default user.
  package init(_ state: ServedState, user: String? = nil) {
    let features = state.features(for: user).filter { !$0.isRemoved }
    if let bytes = state.document, let received = JSONValue(bytes, of: .remoteConfigTemplate) {
      document = Self.edited(received, features)
    } else {
      document = Self.projected(features)
    }
  }

  /// Returns the template as JSON, for the path `/remote-config-template.json`.
  package func json() -> [UInt8] { Array(document.text().utf8) }

  // MARK: A template of the source

  /// Returns the received template with the forced values.
  ///
  /// Parameters are added for features that the template does not contain, because only a fallback
  /// source defines them.
  private static func edited(_ received: JSONValue, _ features: [Feature]) -> JSONValue {
    let overridden = features.filter(\.isOverridden)
    let byName = Dictionary(overridden.map { ($0.name, $0) }) { first, _ in first }
    var listed: Set<Feature.Name> = []
    func parameter(_ key: String, _ json: JSONValue) -> JSONValue {
      let name = Feature.Name(rawValue: key)
      listed.insert(name)
      guard let feature = byName[name], let override = feature.override,
        var parameter = EditedParameter(json)
      else { return json }
      parameter.apply(override, of: feature)
      return parameter.json
    }
    func edited(_ owner: JSONValue) -> JSONValue {
      var owner = owner
      let parameters = owner["parameters"]?.members
      parameters.map { owner["parameters"] = .object($0.map { ($0, parameter($0, $1)) }) }
      return owner
    }
    var document = edited(received)
    if let groups = document["parameterGroups"]?.members {
      document["parameterGroups"] = .object(groups.map { ($0, edited($1)) })
    }
    let others = features.filter { !listed.contains($0.name) }
    if !others.isEmpty { add(parameters(of: others), to: &document) }
    return document
  }

  // MARK: Features of another source

  private static func projected(_ features: [Feature]) -> JSONValue {
    var document = JSONValue.object([("conditions", .list([])), ("parameters", .object([]))])
    add(parameters(of: features), to: &document)
    return document
  }

  /// Returns the parameters of features, and omits the parameter of a variable if a feature has the same
  /// name.
  private static func parameters(of features: [Feature]) -> [ProjectedParameter] {
    let names = Set(features.map(\.name))
    var used: Set<Feature.Name> = []
    return features.flatMap { feature in
      ProjectedParameter.parameters(of: feature).filter { parameter in
        let name = Feature.Name(rawValue: parameter.key)
        return used.insert(name).inserted && (name == feature.name || !names.contains(name))
      }
    }
  }

  private static func add(_ parameters: [ProjectedParameter], to document: inout JSONValue) {
    var ungrouped = document["parameters"]?.members ?? []
    var groups: [(key: String, value: [(key: String, value: JSONValue)])] = []
    var positions: [String: Int] = [:]
    for parameter in parameters {
      let member = (key: parameter.key, value: parameter.json)
      guard let group = parameter.group, !group.isEmpty else {
        ungrouped.append(member)
        continue
      }
      if let position = positions[group] {
        groups[position].value.append(member)
      } else {
        positions[group] = groups.count
        groups.append((group, [member]))
      }
    }
    document["parameters"] = .object(ungrouped)
    guard !groups.isEmpty else { return }
    var all = document["parameterGroups"]?.members ?? []
    all += groups.map { ($0.key, .object([("parameters", .object($0.value))])) }
    document["parameterGroups"] = .object(all)
  }
}

/// A parameter of a Remote Config template, in which the values can be replaced.
struct EditedParameter {
  private(set) var json: JSONValue

  /// The JSON for a value that selects the app's own default, which the template does not contain.
  static let inAppDefault = JSONValue.object([("useInAppDefault", .bool(true))])

  /// Creates a parameter from its JSON; `nil` if the JSON is not an object.
  init?(_ json: JSONValue) {
    guard json.members != nil else { return nil }
    self.json = json
  }

  /// Replaces the default value and all conditional values by the forced value, if any.
  ///
  /// All values are replaced, so that no condition takes precedence over the override.
  ///
  /// An override that turns a parameter off has precedence over a forced value, which has precedence
  /// over a forced variation.
  mutating func apply(_ override: Override, of feature: Feature) {
    guard let value = forcedValue(override, of: feature) else { return }
    json["defaultValue"] = value
    guard let conditional = json["conditionalValues"]?.members else { return }
    json["conditionalValues"] = .object(conditional.map { ($0.key, value) })
  }

  /// Returns the JSON for a value of a template with the given string.
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

  /// Returns the value to which a variation refers: the conditional value of the condition with this
  /// name, or the default value.
  private func value(of variation: TestVariation) -> JSONValue? {
    if variation == TestVariation(name: RemoteConfigTemplate.defaultVariation) {
      return json["defaultValue"] ?? Self.inAppDefault
    }
    return json["conditionalValues"]?.members?.first { name, _ in
      // The variation of a condition that is named like the default variation has the suffix
      // ` (condition)`.
      [name, name + " (condition)"].map(TestVariation.init(name:)).contains(variation)
    }?.value
  }
}
