import Documents
public import FeatureFlags

extension RemoteConfigTemplate {
  /// The type of the values of a parameter, which the template stores as texts.
  public enum ValueType: String, Hashable, Sendable, CaseIterable {
    /// Any text.
    case string = "STRING"
    /// The text `true` or `false`.
    case boolean = "BOOLEAN"
    /// A number as in JSON.
    case number = "NUMBER"
    /// A JSON document.
    case json = "JSON"

    /// The expected value, for messages.
    var expectation: String {
      switch self {
      case .string: "a text"
      case .boolean: "\"true\" or \"false\""
      case .number: "a number"
      case .json: "JSON"
      }
    }

    /// Parses a text as a value of the type; `nil` for an invalid text.
    public func value(of text: String) -> VariableValue? {
      switch self {
      case .string: return .string(text)
      case .boolean: return Bool(text).map(VariableValue.boolean)
      case .number:
        guard text.utf8.allSatisfy({ "+-.eE0123456789".utf8.contains($0) }) else { return nil }
        return VariableValue(text, as: .double)
      case .json:
        // Drops the parse error: the caller only reports that the text is not JSON.
        return (try? JSONReader.read(Array(text.utf8), as: .json)).map { _ in .json(text) }
      }
    }
  }
}
