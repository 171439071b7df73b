import FeatureFlags

/// A variable of a feature as the screen shows it.
struct VariableRow: Hashable, Sendable {
  let name: String
  let type: VariableType
  /// The value in effect; `nil` where only other variations set one.
  let value: VariableValue?
  /// The value without an override of the variable.
  let configured: VariableValue?
  let isOverridden: Bool

  /// The value in effect, on one line.
  var words: String { value?.words ?? "not set" }
  /// The value without an override of the variable, on one line.
  var configuredWords: String { configured?.words ?? "not set" }
}

extension VariableValue {
  /// The value as it is typed, or quotes around nothing.
  var words: String { description.isEmpty ? "\"\"" : description }
}

extension Feature {
  /// The variables in the order in which they are declared.
  var variableRows: [VariableRow] {
    let values = Self.values(of: state)
    let source = Self.values(of: withoutOverriddenVariables.state)
    let forced = override?.variables ?? [:]
    return declaredVariables.map { variable in
      let (name, type) = (variable.name, variable.value.type)
      return VariableRow(
        name: name,
        type: type,
        value: values[name],
        configured: source[name],
        isOverridden: forced[name]?.converted(to: type) != nil
      )
    }
  }

  private static func values(of state: FeatureState) -> [String: VariableValue] {
    Dictionary(state.variables.lazy.map { ($0.name, $0.value) }) { first, _ in first }
  }
}
