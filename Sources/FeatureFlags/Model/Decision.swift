/// One change that a tester makes to the override of a feature.
public enum Decision: Hashable, Sendable {
  /// Forces the feature on or off.
  case enabled(Bool)
  /// Forces a variation of a test.
  case variation(TestVariation)
  /// Forces an unlock flag to be unlocked or locked.
  case unlocked(Bool)
  /// Forces the value of the variable with the given name; `nil` resets the variable.
  case variable(String, VariableValue?)
  /// Forces the variation that the rule with the given key selects; `nil` resets the rule.
  case rule(String, TestVariation?)
}
