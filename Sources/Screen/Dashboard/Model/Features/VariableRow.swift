import FeatureFlags

/// A variable of a feature, as one row of a list.
struct VariableRow: Hashable, Sendable {
  let name: String
  let type: VariableType
  /// The active value; `nil` if the active variation sets no value.
  let value: VariableValue?
  /// The value without an override of the variable; `nil` if the variation sets no value.
  let configured: VariableValue?
  let isOverridden: Bool

  /// The active value as a single line of text.
  var text: String { value?.text ?? "not set" }
  /// The value without an override, as a single line of text.
  var configuredText: String { configured?.text ?? "not set" }
}

extension Feature {
  /// The variables of the feature, in the order of their declaration.
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
