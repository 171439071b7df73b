import Documents
import FeatureFlags
package import FlagSystem
import Targeting

/// Generates the Remote Config template that clients read, with the overrides applied.
///
/// If the source is a template, the forced value replaces the default value and all conditional values
/// of an overridden parameter. The type of this parameter, all other parameters and the version are
/// unchanged. For an override of single users, a server template has a first condition that only these
/// users meet; all other conditions are unchanged.
///
/// A document of any other source is replaced by a template whose parameters are generated from the
/// features. The parameter with the name of a feature is a Boolean for a flag or an on/off test, and the
/// name of the variation for any other test. The parameter `NAME.VARIABLE` has the value of a variable.
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
    let scopes = received.isForClients ? [] : scopes(of: features)
    let byName = Dictionary(features.map { ($0.name, $0) }) { first, _ in first }
    var listed: Set<Feature.Name> = []
    func parameter(_ key: String, _ json: JSONValue) -> JSONValue {
      let name = Feature.Name(rawValue: key)
      listed.insert(name)
      guard let feature = byName[name], var parameter = EditedParameter(json) else { return json }
      parameter.apply(feature, for: scopes)
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
    if !scopes.isEmpty {
      let conditions = document["conditions"]?.list ?? []
      document["conditions"] = .list(scopes.compactMap(\.condition) + conditions)
    }
    let others = features.filter { !listed.contains($0.name) }
    if !others.isEmpty { add(parameters(of: others), to: &document) }
    return document
  }

  /// Returns the scopes of overrides of single users, in descending precedence.
  private static func scopes(of features: [Feature]) -> [OverrideScope] {
    var scopes: [OverrideScope] = []
    for scope in features.flatMap({ $0.overrides.map(\.scope) }) {
      if scope.condition != nil, !scopes.contains(scope) { scopes.append(scope) }
    }
    return scopes.filter(\.isKey) + scopes.filter { !$0.isKey }
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

  /// Replaces all values by the forced value for everyone, if any, and adds the forced values of single
  /// users.
  ///
  /// All values are replaced, so that no condition takes precedence over the override.
  ///
  /// An override that turns a parameter off has precedence over a forced value, which has precedence
  /// over a forced variation.
  ///
  /// - Parameters:
  ///   - feature: The feature with its overrides.
  ///   - scopes: The scopes for which the template has a condition, in descending precedence.
  mutating func apply(_ feature: Feature, for scopes: [OverrideScope]) {
    let received = self
    if let override = feature.override(of: .everyone) { apply(override, of: feature) }
    let forced = scopes.compactMap { scope in
      feature.override(of: scope)
        .flatMap { received.forcedValue($0, of: feature) }
        .map { (key: scope.conditionName, value: $0) }
    }
    guard !forced.isEmpty else { return }
    json["conditionalValues"] = .object(forced + (json["conditionalValues"]?.members ?? []))
  }

  /// Replaces the default value and all conditional values by the forced value, if any.
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

extension JSONValue {
  /// Whether a template has a condition with an expression for clients.
  fileprivate var isForClients: Bool {
    self["conditions"]?.list?.contains { $0["expression"] != nil } ?? false
  }
}

extension OverrideScope {
  fileprivate var isKey: Bool { if case .key = self { true } else { false } }

  /// The name of the condition that only the users of the scope meet.
  fileprivate var conditionName: String { "Halyard: \(self)" }

  /// The condition of a server template that only the users of the scope meet; `nil` for everyone.
  ///
  /// A template cannot compare the randomization id. The users of a key are those in its bucket, which it
  /// shares with one of 100 million other keys.
  fileprivate var condition: JSONValue? {
    let rule: JSONValue
    switch self {
    case .everyone, .key(_, _?): return nil
    case .key(let key, nil):
      let bucket = TemplateEvaluation.bucket(seed: "", key: key)
      rule = .object([
        (
          "percent",
          .object([
            ("percentOperator", .string("BETWEEN")),
            (
              "microPercentRange",
              .object([
                ("microPercentLowerBound", .integer(bucket - 1)),
                ("microPercentUpperBound", .integer(bucket)),
              ])
            ),
          ])
        )
      ])
    case .attribute(let name, let value):
      rule = .object([
        (
          "customSignal",
          .object([
            ("customSignalOperator", .string("STRING_EXACTLY_MATCHES")),
            ("customSignalKey", .string(name)),
            ("targetCustomSignalValues", .list(value.signals.map(JSONValue.string))),
          ])
        )
      ])
    }
    return .object([("name", .string(conditionName)), ("condition", rule)])
  }
}

extension AttributeValue {
  /// The texts as which SDKs compare the value of a custom signal, in JavaScript and in Python.
  fileprivate var signals: [String] {
    switch self {
    case .bool(let flag): flag ? ["true", "True"] : ["false", "False"]
    case .number(let number) where number == number.rounded():
      [number.decimalText, number.decimalText + ".0"]
    case .null, .number, .string, .list, .object: [decimalText ?? unquoted]
    }
  }
}
