public import Documents
public import FeatureFlags
import Targeting

/// A parsed document of flagd: the flags with their compiled targeting rules.
///
/// Like flagd, the parser tolerates violations of the schema, and reports them in ``problems``. It
/// throws an error only for text that is not a document, for malformed `$evaluators`, and for a default
/// variant that the flag does not have:
///
/// ```swift
/// let text = #"{ "flags": { "cart": { "state": "ENABLED", "variants": { "on": true } } } }"#
/// let document = try FlagdDocument(bytes: Array(text.utf8))
/// print(document.features.map(\.name))
/// ```
public struct FlagdDocument: Sendable {
  /// The flags, in the order of the document.
  ///
  /// Each key occurs only once.
  let flags: [Flag]
  private let indexes: [Feature.Name: Int]
  /// The shared rules of `$evaluators`, by name, in the order of the document.
  let shared: [(name: String, rule: Rule)]
  /// The problems of the document, in the order of detection.
  public let problems: [Problem]

  /// A flag with its variants and its targeting.
  struct Flag: Sendable {
    let key: String
    let line: Int?
    var isDisabled = false
    var values = ValueOutcomes([])
    /// The index of the default variant; `nil` for the app's own default.
    var defaultIndex: Int?
    /// The targeting rule; `nil` if the flag has none.
    var rule: Rule?
    /// The metadata of the flag, merged with those of the flag set.
    ///
    /// For the same key, the metadata of the flag have precedence.
    var metadata: [FlagDefinition.Metadatum] = []
  }

  /// Parses a document from the bytes of JSON or YAML.
  ///
  /// - Throws: The reason why flagd rejects the document.
  public init(bytes: [UInt8]) throws(DocumentError) {
    let document = try DocumentGrammar.flagd.read(bytes)
    do throws(DocumentError) { try self.init(document.node, document.findings) } catch {
      throw document.explaining(error)
    }
  }

  /// Creates the document from its parsed node, and adds the findings of the parser to the problems.
  ///
  /// - Throws: The reason why flagd rejects the document.
  package init(_ node: Node, _ findings: [DocumentFinding] = []) throws(DocumentError) {
    var reader = try FlagdReader(node)
    try reader.readFlags(of: node)
    flags = reader.flags
    indexes = reader.indexes
    shared = reader.shared
    var inspection = RuleInspection(reader.problems)
    for (name, rule) in reader.shared { inspection.inspectShared(rule, name: name) }
    for flag in reader.flags { inspection.inspect(flag) }
    var problems = inspection.problems
    problems.insert(findings)
    self.problems = problems.list
  }

  func flag(_ name: Feature.Name) -> Flag? { indexes[name].map { flags[$0] } }

  /// The flags converted to features, in the order of ``flags``.
  public var features: [Feature] { flags.map(\.feature) }
}

extension FlagdDocument.Flag {
  /// The variants as outcomes, in the order of the document.
  var outcomes: [ServiceVariation] { values.list }

  fileprivate var feature: Feature {
    let section = metadata.last { $0.key == "flagSetId" }?.value.unquoted
    return values.feature(
      named: Feature.Name(rawValue: key),
      section: section,
      isEnabled: !isDisabled,
      metadata: metadata
    )
  }
}
