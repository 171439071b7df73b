/// One thing that a tester decides about a feature.
public enum Decision: Hashable, Sendable {
  /// The feature is on, or off.
  case enabled(Bool)
  /// The user is in this variation.
  case variation(TestVariation)
  /// The feature is unlocked, or locked.
  case unlocked(Bool)
  /// The variable of this name has this value; `nil` takes that back.
  case variable(String, VariableValue?)
  /// The user is in this variation wherever the rule of this key decides; `nil` takes that back.
  case rule(String, TestVariation?)
}
