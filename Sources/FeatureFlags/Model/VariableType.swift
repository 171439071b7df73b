/// The kind of value that a variable has.
public enum VariableType: String, Hashable, Sendable, CaseIterable {
  /// True or false.
  case boolean
  /// A whole number.
  case integer
  /// A number, with or without a fraction.
  case double
  /// A string.
  case string
  /// A JSON value, usually a list or an object.
  case json

  /// The description of an expected value of the type, for error messages.
  public var valueText: String {
    switch self {
    case .boolean: "true or false"
    case .integer: "a whole number"
    case .double: "a number"
    case .string: "a text"
    case .json: "JSON"
    }
  }
}

extension VariableType: CustomStringConvertible {
  /// The label of the type, for display.
  public var description: String {
    switch self {
    case .boolean: "Boolean"
    case .integer: "Integer"
    case .double: "Double"
    case .string: "String"
    case .json: "JSON"
    }
  }
}
