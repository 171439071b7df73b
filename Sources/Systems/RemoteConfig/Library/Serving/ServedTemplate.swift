import Documents
import FeatureFlags
package import FlagSystem

/// Generates the Remote Config template that clients read, with the overrides applied.
///
/// In a template of the source, the forced value replaces the default value and all conditional values of
/// an overridden parameter; its type, all other parameters, the conditions and the version are unchanged. A
/// document of any other source is replaced by a template with the parameters of its features: the
/// parameter with the name of a feature is a Boolean for flags and on/off tests, and the name of the
/// variation for other tests; the parameter `NAME.VARIABLE` has the value of a variable.
package struct ServedTemplate: Sendable {
  private let document: JSONValue

  /// Applies the overrides of a state.
  ///
  /// - Parameters:
  ///   - state: The features with their overrides, and the document of the source.
  ///   - user: The targeting key of the user for whom features are evaluated, unless the source is a
  ///     template; `nil` for the default user.
  package init(_ state: ServedState, user: String? = nil) {
    let features = state.features(for: user).filter { !$0.isRemoved }
    if let bytes = state.document, let received = EditedObject(bytes, of: .remoteConfigTemplate) {
      document = Self.edited(received, features)
    } else {
      document = Self.projected(features)
    }
  }

  /// Returns the template as JSON, for the path `/remote-config-template.json`.
  package func json() -> [UInt8] { Array(document.text().utf8) }

  // MARK: A template of the source

  /// Returns the template with the forced values, and with added parameters for features that only a
  /// fallback defines.
  private static func edited(_ received: EditedObject, _ features: [Feature]) -> JSONValue {
    var document = received
    let overridden = features.filter(\.isOverridden)
    let byName = Dictionary(overridden.map { ($0.name, $0) }) { first, _ in first }
    var listed: Set<Feature.Name> = []
    func edit(_ owner: inout EditedObject) {
      guard var parameters = EditedObject(owner["parameters"]) else { return }
      parameters.replaceValues { key, json in
        let name = Feature.Name(rawValue: key)
        listed.insert(name)
        guard let feature = byName[name], let override = feature.override,
          var parameter = EditedParameter(json)
        else { return json }
        parameter.apply(override, of: feature)
        return parameter.json
      }
      owner["parameters"] = parameters.json
    }
    edit(&document)
    if var groups = EditedObject(document["parameterGroups"]) {
      groups.replaceValues { _, json in
        guard var group = EditedObject(json) else { return json }
        edit(&group)
        return group.json
      }
      document["parameterGroups"] = groups.json
    }
    let others = features.filter { !listed.contains($0.name) }
    if !others.isEmpty { add(parameters(of: others), to: &document) }
    return document.json
  }

  // MARK: Features of another source

  private static func projected(_ features: [Feature]) -> JSONValue {
    var document = EditedObject([("conditions", .list([])), ("parameters", .object([]))])
    add(parameters(of: features), to: &document)
    return document.json
  }

  /// Returns the parameters of features; omits the parameter of a variable if a feature has the same name.
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

  private static func add(_ parameters: [ProjectedParameter], to document: inout EditedObject) {
    var ungrouped = EditedObject(document["parameters"])?.members ?? []
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
    var all = EditedObject(document["parameterGroups"])?.members ?? []
    all += groups.map { ($0.key, .object([("parameters", .object($0.value))])) }
    document["parameterGroups"] = .object(all)
  }
}
