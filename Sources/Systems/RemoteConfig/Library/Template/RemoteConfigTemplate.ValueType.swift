import Documents
public import FeatureFlags

extension RemoteConfigTemplate {
  /// The type of a parameter's values, which the template stores as strings.
  public enum ValueType: String, Hashable, Sendable, CaseIterable {
    /// A string without restrictions.
    case string = "STRING"
    /// A Boolean: the string `true` or `false`.
    case boolean = "BOOLEAN"
    /// A number in the syntax of JSON.
    case number = "NUMBER"
    /// A JSON document of any kind.
    case json = "JSON"

    /// The description of a valid value, for error messages.
    var expectation: String {
      switch self {
      case .string: "a text"
      case .boolean: "\"true\" or \"false\""
      case .number: "a number"
      case .json: "JSON"
      }
    }

    /// Parses a string as a value of the type; returns `nil` for a string that is not valid.
    public func value(of text: String) -> VariableValue? {
      switch self {
      case .string: return .string(text)
      case .boolean: return Bool(text).map(VariableValue.boolean)
      case .number:
        guard text.utf8.allSatisfy({ "+-.eE0123456789".utf8.contains($0) }) else { return nil }
        return VariableValue(text, as: .double)
      case .json:
        // Drop the parse error: the caller only reports that the string is not JSON.
        return (try? JSONReader.read(Array(text.utf8), as: .json)).map { _ in .json(text) }
      }
    }
  }
}
