public import FeatureFlags
import FoundationEssentials

/// The experiments that a dashboard asks for, with what holds where the server says nothing.
///
/// It is a JSON or JSON5 document: an object of the experiments' keys with objects of variables, as
/// in `{ "checkout_flow": { "steps": 2, "title": "Pay now" } }`, or a list of keys.
public struct ExperimentsFile: Hashable, Sendable {
  /// The variables by default, by the keys of the experiments.
  public let defaults: [String: ExperimentVariable]

  /// Takes experiments that the program knows.
  public init(defaults: [String: ExperimentVariable]) {
    self.defaults = defaults
  }

  /// Reads a file.
  ///
  /// - Throws: What is wrong with the file, with the line and the experiment.
  public init(path: String) throws(SourceError) {
    try self.init(bytes: try FileSource(path: path).readNow(), name: path)
  }

  /// Reads a document.
  ///
  /// - Throws: What is wrong with the document, with the line and the experiment.
  public init(bytes: [UInt8], name: String) throws(SourceError) {
    let document: Node
    do throws(ConfigurationError) {
      document = try JSONReader.read(bytes)
    } catch {
      throw .invalid(name, error)
    }
    if let keys = document.list {
      defaults = try Self.defaults(of: keys, name)
    } else {
      try Self.check(document, name)
      let decoder = JSONDecoder()
      decoder.allowsJSON5 = true
      do {
        defaults = try decoder.decode([String: ExperimentVariable].self, from: Data(bytes))
      } catch {
        throw .unreadable(name, reason: "\(error)")
      }
    }
  }

  private static func defaults(
    of keys: [Node],
    _ name: String
  ) throws(SourceError) -> [String: ExperimentVariable] {
    var defaults: [String: ExperimentVariable] = [:]
    for key in keys {
      guard let text = key.string else {
        throw problem(name, key, "found \(key.kind), wanted the key of an experiment")
      }
      defaults[text] = .dictionary([:])
    }
    return defaults
  }

  private static func check(_ document: Node, _ name: String) throws(SourceError) {
    guard let members = document.members else {
      throw problem(name, document, "found \(document.kind), wanted an object of experiments")
    }
    for member in members where member.node.members == nil {
      let found = member.node.kind
      throw problem(name, member.node, "\(member.key): found \(found), wanted its variables")
    }
  }

  private static func problem(_ name: String, _ node: Node, _ words: String) -> SourceError {
    .unreadable(name, reason: node.line.map { "line \($0): \(words)" } ?? words)
  }
}
