/// A named, typed value of a feature, which may differ between its variations.
public struct Variable: Hashable, Sendable {
  /// The name by which an app looks up the value.
  public let name: String
  /// The value of the variable; its kind is the type of the variable.
  public let value: VariableValue

  /// Creates a variable whose type is the kind of the given value.
  public init(name: String, value: VariableValue) {
    self.name = name
    self.value = value
  }
}
