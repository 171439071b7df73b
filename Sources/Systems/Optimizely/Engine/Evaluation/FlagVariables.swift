import Documents
import FeatureFlags

/// The variables of a flag, with their parsed defaults.
struct FlagVariables: Sendable {
  /// The parsed values of the variables in a variation, and the errors.
  struct Values: Sendable {
    var byKey: [String: VariableValue] = [:]
    /// The keys of the variables whose text cannot be parsed as their type.
    var invalid: [String] = []
    /// The error messages for invalid variables, as in the SDK.
    var reasons: [String] = []
  }

  /// The default values, which apply without a variation and in a variation that is off.
  let defaults: Values
  let variables: [Datafile.Variable]

  init(_ variables: [Datafile.Variable]) {
    self.variables = variables
    defaults = Self.values(of: variables, in: nil)
  }

  /// The keys of the variables, in the order of the datafile.
  var keys: [String] { variables.map(\.key) }

  /// Parses the values in a variation; a variation that is off has the defaults.
  func values(in variation: Datafile.Variation) -> Values {
    guard variation.setsVariables, !variables.isEmpty else { return defaults }
    return changedDefaults(in: variation) ?? Self.values(of: variables, in: variation)
  }

  /// Returns the default values, replaced by the values that a variation sets; `nil` if parsing all
  /// values would be faster or could have a different result.
  private func changedDefaults(in variation: Datafile.Variation) -> Values? {
    // The counts are equal if all defaults can be parsed and no two variables have the same key.
    guard defaults.byKey.count == variables.count, variation.variables.count <= Self.fewSettings
    else { return nil }
    var values = defaults
    for variable in variables {
      guard let setting = variation.variables.first(where: { $0.id == variable.id }) else {
        continue
      }
      guard let value = VariableValue(setting.value, datafileType: variable.type), value.isJSON
      else { return nil }
      values.byKey[variable.key] = value
    }
    return values
  }

  /// The maximum number of settings that are searched linearly, because hashing takes longer.
  private static let fewSettings = 8

  private static func values(
    of variables: [Datafile.Variable],
    in variation: Datafile.Variation?
  ) -> Values {
    let settings = variation?.settings ?? [:]
    var values = Values()
    for variable in variables {
      let text = settings[variable.id] ?? variable.defaultValue
      if let value = VariableValue(text, datafileType: variable.type) {
        values.byKey[variable.key] = value
      } else {
        values.invalid.append(variable.key)
        values.reasons.append(OptimizelyError.variableValueInvalid(variable.key).reason)
      }
    }
    if !values.byKey.values.allSatisfy(\.isJSON) {
      // As in the SDK, one infinite value removes all variables: the SDK encodes them as one JSON
      // object, and JSON cannot represent infinity.
      values.byKey = [:]
      values.reasons.append(OptimizelyError.invalidJSONVariable.reason)
    }
    return values
  }
}

extension Datafile.Variation {
  /// Whether the variation can have values other than the defaults; a variation that is off cannot.
  package var setsVariables: Bool { isEnabled && !variables.isEmpty }

  /// The values by variable id; the first of several values for the same variable applies.
  package var settings: [String: String] {
    Dictionary(variables.map { ($0.id, $0.value) }) { first, _ in first }
  }
}

extension VariableValue {
  /// Whether JSON can represent the value; JSON has no infinity.
  var isJSON: Bool {
    if case .double(let number) = self { number.isFinite } else { true }
  }

  /// Parses the text of a variable in a datafile; `nil` if the text is not a value of the
  /// variable's type.
  ///
  /// Values of unknown types are strings; JSON values must be objects.
  package init?(_ text: String, datafileType type: String) {
    switch type {
    case "integer":
      guard let number = Int(text) else { return nil }
      self = .integer(number)
    case "double":
      guard let number = Double(text) else { return nil }
      self = .double(number)
    case "boolean":
      guard let flag = Bool(text) else { return nil }
      self = .boolean(flag)
    case "json":
      // Drops the parse error: the variable is excluded and reported. JSON5 is not accepted,
      // because the SDKs do not accept it.
      let node = try? JSONReader.read(Array(text.utf8), as: .json)
      guard let node, node.members != nil, let value = JSONValue(node) else { return nil }
      self = .json(value.sorted.text())
    default: self = .string(text)
    }
  }
}
