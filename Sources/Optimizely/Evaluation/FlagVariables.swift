import FeatureFlags

/// The variables of a flag, with their values in each variation read beforehand.
struct FlagVariables: Sendable {
  /// The values that one variation gives.
  struct Values: Sendable {
    var byKey: [String: VariableValue] = [:]
    /// The keys of variables whose text is not of their type.
    var invalid: [String] = []
  }

  private let variables: [Datafile.Variable]
  private let defaults: Values
  private let values: [String: Values]

  init(_ variables: [Datafile.Variable], variations: [Datafile.Variation]) {
    self.variables = variables
    let defaults = Self.values(of: variables, in: nil)
    self.defaults = defaults
    let settings = variations.filter { $0.isEnabled && !$0.variables.isEmpty }
    values =
      variables.isEmpty
      ? [:]
      : Dictionary(settings.map { ($0.id, Self.values(of: variables, in: $0)) }) { first, _ in
        first
      }
  }

  /// The keys of the variables, in the order of the datafile.
  var keys: [String] { variables.map(\.key) }

  /// The values that a user has in a variation; an off variation has the defaults.
  func values(in variation: Datafile.Variation?) -> Values {
    guard let variation, variation.isEnabled, !variation.variables.isEmpty else { return defaults }
    return values[variation.id] ?? Self.values(of: variables, in: variation)
  }

  private static func values(
    of variables: [Datafile.Variable],
    in variation: Datafile.Variation?
  ) -> Values {
    var settings: [String: String] = [:]
    for setting in variation?.variables ?? [] where settings[setting.id] == nil {
      settings[setting.id] = setting.value
    }
    var values = Values()
    for variable in variables {
      let text = settings[variable.id] ?? variable.defaultValue
      if let value = VariableValue(text, datafileType: variable.type) {
        values.byKey[variable.key] = value
      } else {
        values.invalid.append(variable.key)
      }
    }
    return values
  }
}
