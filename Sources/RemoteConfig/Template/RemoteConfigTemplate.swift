public import Documents
public import FeatureFlags

/// A Firebase Remote Config template: the parameters of an app, and who gets which value.
public struct RemoteConfigTemplate: Hashable, Sendable {
  /// The parameters that can be understood, in the order of the document, each key once; those of
  /// groups last.
  public let parameters: [Parameter]
  /// The groups, in the order of the document.
  public let groups: [Group]
  /// The conditions, the one that decides first in front.
  public let conditions: [Condition]
  /// The number of the version, as text.
  public let version: String?
  /// What is wrong with the document, in the order in which it was found.
  public let problems: [Problem]

  /// A group of parameters.
  public struct Group: Hashable, Sendable {
    /// The name.
    public let name: String
    /// What the group is about.
    public let description: String?
  }

  /// Something that holds for some users.
  public struct Condition: Hashable, Sendable {
    /// The name.
    public let name: String
    /// When the condition holds, in the language of Firebase.
    public let expression: String?
  }

  /// Reads a template.
  ///
  /// What cannot be understood is left out and reported among the problems; the rest stays.
  ///
  /// - Throws: The reason, if the bytes are not a template at all.
  public init(bytes: [UInt8]) throws(DocumentError) {
    let document = try JSONReader.read(bytes)
    guard Self.isTemplate(document) else {
      throw document.mismatch(wanted: "an object with \"parameters\" or \"parameterGroups\"")
    }
    var reader = TemplateReader()
    reader.read(document)
    parameters = reader.parameters
    groups = reader.groups
    conditions = reader.conditions
    version = document["version"]?["versionNumber"]?.string
    problems = reader.problems
  }

  /// Whether a document has the outer shape of a template.
  static func isTemplate(_ document: Node) -> Bool {
    let parts = [document["parameters"], document["parameterGroups"]]
    // A project without any parameter has nothing but a version.
    let isNumbered = document["version"]?["versionNumber"] != nil
    return (isNumbered || parts.contains { $0?.members != nil }) && document["features"] == nil
  }
}
