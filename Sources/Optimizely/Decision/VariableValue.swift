package import FeatureFlags

/// The value of a variable, by its type.
public enum VariableValue: Hashable, Sendable {
  /// A text, also of a type that is not known.
  case string(String)
  /// A whole number.
  case integer(Int)
  /// A number.
  case double(Double)
  /// True or false.
  case boolean(Bool)
  /// A JSON object.
  case json([String: DataValue])

  /// Reads a value of a type; `nil` if the text is not of that type.
  init?(_ text: String, type: String) {
    switch type {
    case "integer":
      guard let number = Int(text) else { return nil }
      self = .integer(number)
    case "double":
      guard let number = Double(text) else { return nil }
      self = .double(number)
    case "boolean":
      guard let flag = Bool(text) else { return nil }
      self = .boolean(flag)
    case "json":
      // Why the text is not JSON does not matter: the variable is left out, and reported.
      guard StrictJSON.allows(text), case .object(let members) = try? DataValue(json: text) else {
        return nil
      }
      self = .json(members)
    default: self = .string(text)
    }
  }

  package var json: JSONValue {
    switch self {
    case .string(let text): .string(text)
    case .integer(let number): .number(Double(number))
    case .double(let number): .number(number)
    case .boolean(let flag): .bool(flag)
    case .json(let members): DataValue.object(members).json
    }
  }
}
