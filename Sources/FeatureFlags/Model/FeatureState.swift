/// The evaluated state of a feature for one user.
public struct FeatureState: Hashable, Sendable {
  /// Whether the feature is on.
  public let isEnabled: Bool
  /// The variation that the user gets; `nil` while a test is off.
  public let variation: TestVariation?
  /// Whether the feature is unlocked; `nil` unless it is an unlock flag.
  public let isUnlocked: Bool?
  /// The values of the feature's variables, in the order in which they are declared.
  public let variables: [Variable]

  /// The value of one variable; `nil` if it has no value.
  public func value(of name: String) -> VariableValue? {
    variables.first { $0.name == name }?.value
  }
}

/// The build of the app for which features are evaluated.
public enum Build: Hashable, Sendable {
  /// Features under development can be on.
  case development
  /// Features under development are off, unless an override enables them.
  case release
}
