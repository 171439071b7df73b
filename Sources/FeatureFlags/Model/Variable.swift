/// A named value that a feature carries, and that may differ between its variations.
public struct Variable: Hashable, Sendable {
  /// The name by which code asks for the value.
  public let name: String
  /// The value; its type is that of the variable.
  public let value: VariableValue

  /// Makes a variable.
  public init(name: String, value: VariableValue) {
    self.name = name
    self.value = value
  }
}
