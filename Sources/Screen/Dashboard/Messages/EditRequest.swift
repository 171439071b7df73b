public import FeatureFlags

/// A request to open the user's editor.
public enum EditRequest: Hashable, Sendable {
  /// Edits the value of a variable as a text.
  case variable(VariableText)
  /// Opens a file at a line, from 1; `nil` for the start of the file.
  case file(path: String, line: Int?)

  /// The value of a variable as a text for the editor.
  public struct VariableText: Hashable, Sendable {
    /// The name of the feature.
    public let feature: Feature.Name
    /// The name of the variable.
    public let variable: String
    /// Whether the text is JSON, so that editors can highlight it.
    public let isJSON: Bool
    /// The text that the editor opens.
    public let text: String
  }
}

/// The result of an edit.
public enum EditOutcome: Hashable, Sendable {
  /// The editor has ended normally; the text is the edited value of a variable, and empty for a file.
  case edited(String)
  /// The editor has ended with an error; the text is the value of a variable if the user has changed
  /// it, and otherwise `nil`.
  case failed(reason: String, text: String?)
}
