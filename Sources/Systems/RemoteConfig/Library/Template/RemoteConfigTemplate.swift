public import Documents
public import FeatureFlags

/// A parsed Firebase Remote Config template: the parameters of an app, with conditions for
/// targeting.
///
/// Malformed parts are skipped and reported in ``problems``:
///
/// ```swift
/// let text = #"{ "parameters": { "title": { "defaultValue": { "value": "Pay now" } } } }"#
/// let template = try RemoteConfigTemplate(bytes: Array(text.utf8))
/// let title = template.parameters.first?.defaultValue?.text
/// ```
public struct RemoteConfigTemplate: Hashable, Sendable {
  /// The valid parameters in the order of the document, followed by the parameters of groups.
  ///
  /// The first of several parameters with the same key wins.
  public let parameters: [Parameter]
  /// The groups of parameters, in the order of the document.
  public let groups: [Group]
  /// The conditions of the template, in descending priority.
  public let conditions: [Condition]
  /// The version number of the template as a string; `nil` if it has none.
  public let version: String?
  /// The problems of the document, in the order of detection.
  public let problems: [Problem]

  /// A named group of parameters.
  public struct Group: Hashable, Sendable {
    /// The name of the group, which a dashboard shows as a section.
    public let name: String
    /// The description of the group; `nil` if the template has none.
    public let description: String?
  }

  /// A named condition, which is true for some users.
  public struct Condition: Hashable, Sendable {
    /// The name of the condition, by which parameters refer to it.
    public let name: String
    /// The expression of the condition in the language of Firebase; `nil` if the template has none.
    public let expression: String?
  }

  /// Parses a template from the bytes of a JSON document.
  ///
  /// Malformed parts are skipped and reported in ``problems``.
  ///
  /// - Throws: `DocumentError` if the document is not JSON or not a template.
  public init(bytes: [UInt8]) throws(DocumentError) {
    let read = try DocumentGrammar.remoteConfigTemplate.read(bytes)
    let document = read.node
    // All members of a template are optional.
    guard Self.isTemplate(document) || document.members?.isEmpty == true else {
      throw read.explaining(
        document.mismatch(expected: "an object with \"parameters\" or \"parameterGroups\"")
      )
    }
    var reader = TemplateReader()
    reader.read(document)
    parameters = reader.parameters
    groups = reader.groups
    conditions = reader.conditions
    version = document["version"]?["versionNumber"]?.string
    problems = read.findings.map { Problem($0) } + reader.problems
  }

  /// Returns whether the top-level members of a document are those of a template.
  static func isTemplate(_ document: Node) -> Bool {
    let parts = [document["parameters"], document["parameterGroups"]]
    // A template without parameters is recognised by its version number.
    let isNumbered = document["version"]?["versionNumber"] != nil
    return (isNumbered || parts.contains { $0?.members != nil }) && document["features"] == nil
  }
}
