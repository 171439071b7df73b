import Documents
import FeatureFlags
import FlagSystem

/// An experiment of an Ascend response, whose variant and variables can be replaced.
struct EditedExperiment {
  private(set) var json: JSONValue

  /// Applies an override: sets the name of the forced variant and the values of the overridden
  /// variables.
  ///
  /// An experiment that is forced off, or to the variation `Default`, keeps only overridden variables,
  /// so that a client uses its default values for the others. It is not left out of the response,
  /// because the client would then use the experiment that it received earlier.
  mutating func apply(_ override: Override, of feature: Feature) {
    var variant = json["variant"] ?? .object([])
    var variables = variant["variables"]?.list ?? []
    let variation =
      override.enabled == false
      ? feature.definition.onOffOutcomes.off?.variation : feature.forcedVariation
    if let variation {
      variant["variant_name"] = .string(variation.rawValue)
      json["variant_name"] = .string(variation.rawValue)
      if variation == .withoutExperiment { variables = [] }
    }
    if let isEnabled = override.enabled, !isEnabled { json["status"] = .string("inactive") }
    let types = Self.types(in: variant)
    for name in override.variables.keys.sorted() {
      guard let value = override.convertedValue(of: name, of: feature) else { continue }
      let type = types[name] ?? value.type.ascendName
      Self.set(name, to: value, type: type, in: &variables)
    }
    if !variables.isEmpty || variant["variables"] != nil {
      variant["variables"] = .list(variables)
    }
    if variant.members?.isEmpty == false { json["variant"] = variant }
  }

  /// The `data_type` of each variable in the response, by variable name.
  private static func types(in variant: JSONValue) -> [String: String] {
    let variables = variant["variables"]?.list ?? []
    let pairs = variables.compactMap { variable -> (String, String)? in
      guard let name = variable["key"]?.string, let type = variable["data_type"]?.string else {
        return nil
      }
      return (name, type)
    }
    return Dictionary(pairs) { $1 }
  }

  /// Replaces the value of a variable and keeps its `data_type`, because a client treats a value with
  /// another type as missing.
  ///
  /// A missing variable is appended.
  private static func set(
    _ name: String,
    to value: VariableValue,
    type: String,
    in variables: inout [JSONValue]
  ) {
    var isPresent = false
    for index in variables.indices where variables[index]["key"]?.string == name {
      variables[index]["value"] = .string(value.description)
      isPresent = true
    }
    if !isPresent { variables.append(variable(name, value, type: type)) }
  }

  private static func variable(
    _ name: String,
    _ value: VariableValue,
    type: String
  ) -> JSONValue {
    .object([
      ("key", .string(name)), ("value", .string(value.description)), ("data_type", .string(type)),
    ])
  }
}

extension EditedExperiment {
  /// Creates an experiment from a feature of any source; its state is the one evaluated for the user.
  ///
  /// It has the variables of the feature, and a variable `enabled` with the on/off state, unless the
  /// feature already has a variable of that name.
  init(projecting feature: Feature) {
    let state = feature.state(in: .release)
    let variation = state.variation ?? (state.isEnabled ? .enabled : .disabled)
    var variables = state.variables
    if !variables.contains(where: { $0.name == "enabled" }) {
      variables.append(Variable(name: "enabled", value: .boolean(state.isEnabled)))
    }
    let name = JSONValue.string(variation.rawValue)
    let list = variables.map { Self.variable($0.name, $0.value, type: $0.value.type.ascendName) }
    json = .object([
      ("experiment_id", .string(feature.name.rawValue)),
      ("experiment_key", .string(feature.name.rawValue)),
      ("status", .string(state.isEnabled ? "active" : "inactive")),
      ("variant", .object([("variant_name", name), ("variables", .list(list))])),
      ("variant_name", name),
    ])
  }
}

extension VariableType {
  /// The `data_type` of a variable of this type in a response.
  fileprivate var ascendName: String {
    switch self {
    case .boolean: "BOOLEAN"
    case .integer: "INT"
    case .double: "DOUBLE"
    case .string: "STRING"
    case .json: "JSON"
    }
  }
}
