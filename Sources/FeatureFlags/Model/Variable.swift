/// A named, typed value of a feature, which may differ between its variations.
public struct Variable: Hashable, Sendable {
  /// The name by which code looks up the value.
  public let name: String
  /// The value, which has the type of the variable.
  public let value: VariableValue

  /// Creates a variable.
  public init(name: String, value: VariableValue) {
    self.name = name
    self.value = value
  }
}
