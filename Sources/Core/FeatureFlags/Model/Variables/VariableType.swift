import Documents

/// The type of a variable, which every value of the variable has.
public enum VariableType: String, Hashable, Sendable, CaseIterable {
  /// A Boolean: true or false.
  case boolean
  /// A whole number, which fits into 64 bits.
  case integer
  /// A finite floating-point number.
  case double
  /// A string, which may be empty.
  case string
  /// A JSON value of any kind, usually a list or an object.
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
  /// The label of the variable type, such as `Boolean`, for display.
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

extension VariableType {
  /// The position and the reason of the syntax error in a text that should be a value of the type; `nil` if
  /// ``valueText`` says enough.
  package func fault(in text: String) -> String? {
    guard self == .json else { return nil }
    do throws(DocumentError) {
      _ = try JSONReader.read(Array(text.utf8))
      return nil
    } catch {
      return "\(error)"
    }
  }
}
