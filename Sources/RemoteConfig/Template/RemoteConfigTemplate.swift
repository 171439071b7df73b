public import Documents
public import FeatureFlags

/// A Firebase Remote Config template: the parameters of an app, with conditions for targeting.
///
/// Malformed parts are skipped and reported in ``problems``:
///
/// ```swift
/// let text = #"{ "parameters": { "title": { "defaultValue": { "value": "Pay now" } } } }"#
/// let template = try RemoteConfigTemplate(bytes: Array(text.utf8))
/// let title = template.parameters.first?.defaultValue?.text
/// ```
public struct RemoteConfigTemplate: Hashable, Sendable {
  /// The valid parameters in the order of the document, with the parameters of groups last.
  ///
  /// The first of several parameters with one key wins.
  public let parameters: [Parameter]
  /// The groups, in the order of the document.
  public let groups: [Group]
  /// The conditions, in descending priority.
  public let conditions: [Condition]
  /// The number of the version as a text; `nil` without one.
  public let version: String?
  /// The problems of the document, in the order of their detection.
  public let problems: [Problem]

  /// A group of parameters.
  public struct Group: Hashable, Sendable {
    /// The name of the group.
    public let name: String
    /// The description of the group; `nil` without one.
    public let description: String?
  }

  /// A condition that is true for some users.
  public struct Condition: Hashable, Sendable {
    /// The name of the condition.
    public let name: String
    /// The expression of the condition, in the language of Firebase; `nil` without one.
    public let expression: String?
  }

  /// Parses a template from JSON.
  ///
  /// Malformed parts are skipped and reported in ``problems``.
  ///
  /// - Throws: `DocumentError` if the document is not a template.
  public init(bytes: [UInt8]) throws(DocumentError) {
    let document = try JSONReader.read(bytes)
    guard Self.isTemplate(document) else {
      throw document.mismatch(expected: "an object with \"parameters\" or \"parameterGroups\"")
    }
    var reader = TemplateReader()
    reader.read(document)
    parameters = reader.parameters
    groups = reader.groups
    conditions = reader.conditions
    version = document["version"]?["versionNumber"]?.string
    problems = reader.problems
  }

  /// Whether a document looks like a template by its top-level members.
  static func isTemplate(_ document: Node) -> Bool {
    let parts = [document["parameters"], document["parameterGroups"]]
    // The template of a project without parameters has only a version.
    let isNumbered = document["version"]?["versionNumber"] != nil
    return (isNumbered || parts.contains { $0?.members != nil }) && document["features"] == nil
  }
}
