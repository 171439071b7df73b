import FeatureFlags

/// The variables of a flag, with their defaults read beforehand.
struct FlagVariables: Sendable {
  /// The values that one variation gives.
  struct Values: Sendable {
    var byKey: [String: VariableValue] = [:]
    /// The keys of variables whose text is not of their type.
    var invalid: [String] = []
    /// What is wrong with the variables, in the SDK's words.
    var reasons: [String] = []
  }

  /// What users get who are in no variation, or in one that is off.
  let defaults: Values
  let variables: [Datafile.Variable]

  init(_ variables: [Datafile.Variable]) {
    self.variables = variables
    defaults = Self.values(of: variables, in: nil)
  }

  /// The keys of the variables, in the order of the datafile.
  var keys: [String] { variables.map(\.key) }

  /// Parses the values that a user has in a variation; an off variation has the defaults.
  func values(in variation: Datafile.Variation) -> Values {
    guard variation.setsVariables, !variables.isEmpty else { return defaults }
    return Self.values(of: variables, in: variation)
  }

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
      // The SDK gives all variables as one JSON object, or none.
      values.byKey = [:]
      values.reasons.append(OptimizelyError.invalidJSONVariable.reason)
    }
    return values
  }
}

extension Datafile.Variation {
  /// Whether values other than the defaults can come of the variation: an off one has the defaults.
  var setsVariables: Bool { isEnabled && !variables.isEmpty }

  /// The values of variables by their ids; of two for one variable the first one counts.
  var settings: [String: String] {
    Dictionary(variables.map { ($0.id, $0.value) }) { first, _ in first }
  }
}

extension VariableValue {
  /// Whether JSON can hold the value; it has no infinity.
  var isJSON: Bool {
    if case .double(let number) = self { number.isFinite } else { true }
  }
}
