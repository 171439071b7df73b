/// One change of the override of a feature.
public enum Decision: Hashable, Sendable {
  /// Forces the feature on or off.
  case enabled(Bool)
  /// Forces a variation.
  case variation(TestVariation)
  /// Forces an unlock flag to be unlocked or locked.
  case unlocked(Bool)
  /// Forces the value of the variable with this name; `nil` resets it.
  case variable(String, VariableValue?)
  /// Forces the variation that the rule with this key selects; `nil` resets it.
  case rule(String, TestVariation?)
}
