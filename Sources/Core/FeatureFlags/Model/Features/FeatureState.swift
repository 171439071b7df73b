/// The evaluated state of a feature for one user.
public struct FeatureState: Hashable, Sendable {
  /// Whether the feature is on for the user.
  public let isEnabled: Bool
  /// The variation that the user gets; `nil` while a test is disabled, or if a flag service has no
  /// variation for the user.
  public let variation: TestVariation?
  /// Whether the feature is unlocked; `nil` unless it is an unlock flag.
  public let isUnlocked: Bool?
  /// The active values of the feature's variables, in the order of declaration.
  public let variables: [Variable]

  /// Returns the value of the variable with the given name; `nil` if it has no value.
  public func value(of name: String) -> VariableValue? {
    variables.first { $0.name == name }?.value
  }
}

/// The build of the app for which features are evaluated.
public enum BuildKind: Hashable, Sendable {
  /// A development build, in which features under development can be on.
  case development
  /// A release build, in which features under development are off unless a tester's override enables
  /// them; the overrides that the program makes for its own run do not.
  case release
}
