import AscendEngine
import Documents
import FeatureFlags
import Flagd
import GrowthBook
import LaunchDarkly
import OptimizelyEngine
import RemoteConfig
import Unleash

/// A flag system whose SDKs read the document of the source itself.
package enum SourceSystem: Sendable {
  case optimizely, flagd, unleash, launchDarkly, growthBook
}

extension SourceSystem: CustomStringConvertible {
  /// The kind of the document, for error messages.
  package var description: String {
    switch self {
    case .optimizely: "a datafile"
    case .flagd: "a document of flagd"
    case .unleash: "a document of Unleash"
    case .launchDarkly: "a document of LaunchDarkly"
    case .growthBook: "a document of GrowthBook"
    }
  }
}

extension ServedState {
  /// Returns the evaluator of the document, without that of a merged fallback; `nil` if it is not of the
  /// given type.
  func evaluator<Evaluator: FlagEvaluator>(as type: Evaluator.Type) -> Evaluator? {
    var configuration = Configuration()
    configuration.evaluator = evaluator
    return configuration.evaluator(as: type)
  }

  /// The system of the evaluator; `nil` for a source of another kind.
  private var system: SourceSystem? {
    if evaluator(as: DatafileEvaluator.self) != nil { return .optimizely }
    if evaluator(as: FlagdEvaluator.self) != nil { return .flagd }
    if evaluator(as: GrowthBookEvaluator.self) != nil { return .growthBook }
    if evaluator(as: LaunchDarklyEvaluator.self) != nil { return .launchDarkly }
    return evaluator(as: UnleashEvaluator.self) == nil ? nil : .unleash
  }

  /// Returns the document as received, which must be one of the given system.
  func document(of system: SourceSystem) throws(ServedDocumentError) -> [UInt8] {
    guard let document else { throw .noDocument(system) }
    let found = self.system
    if found == system { return document }
    if let found { throw .otherSystem(system, found: "\(found)") }
    if system == .optimizely, ConfigurationFormat.optimizely().recognises(document) {
      return document
    }
    let formats: [(format: ConfigurationFormat, text: String)] = [
      (.remoteConfigTemplate, "a Remote Config template"),
      (.ascend(), "a response of an Ascend server"),
      (.features, "a configuration of features"),
    ]
    let other = formats.first { $0.format.recognises(document) }
    throw .otherSystem(system, found: other?.text ?? "a document of another format")
  }

  /// Returns the document of a system as JSON without a byte order mark.
  ///
  /// A document in YAML, and one with comments or other syntax of JSON5, which SDKs cannot parse, is
  /// encoded again.
  func json(of system: SourceSystem) throws(ServedDocumentError) -> [UInt8] {
    try Self.json(try document(of: system), of: system)
  }

  /// Returns a parsed document as JSON without a byte order mark.
  ///
  /// - Throws: `notJSON` for a document with a value that JSON cannot express.
  static func json(
    _ document: [UInt8],
    of system: SourceSystem
  ) throws(ServedDocumentError) -> [UInt8] {
    // Drops the parse error: the document was parsed as JSON5 or YAML before.
    if (try? JSONReader.read(document, as: .json)) != nil {
      return document.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(document.dropFirst(3)) : document
    }
    let schema: YAMLReader.Schema =
      switch system {
      case .launchDarkly: .yaml11
      case .flagd, .optimizely, .unleash, .growthBook: .go
      }
    // Drops the parse error, as above.
    guard let node = try? DocumentEncoding.readJSONOrYAML(document, as: schema),
      let value = JSONValue(node)
    else { throw .notJSON(system) }
    return Array(value.text().utf8)
  }
}
