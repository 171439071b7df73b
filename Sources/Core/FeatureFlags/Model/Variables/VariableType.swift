import Documents

/// The type of a variable; all values of the variable have this type.
public enum VariableType: String, Hashable, Sendable, CaseIterable {
  /// A Boolean: true or false.
  case boolean
  /// A whole number that fits into 64 bits.
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
  /// Returns the position and the cause of the syntax error in a text that should be JSON.
  ///
  /// The result is `nil` if the text is valid JSON, and for other types: their ``valueText`` is
  /// description enough.
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
