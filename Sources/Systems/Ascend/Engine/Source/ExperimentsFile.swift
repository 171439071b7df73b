import Documents
public import FeatureFlags

/// The experiments to request from an Ascend server, with their default variables.
///
/// The file is JSON or JSON5: an object with the variables of each experiment by key, such as `{
/// "checkout_flow": { "steps": 2, "title": "Pay now" } }`, or a list of experiment keys.
public struct ExperimentsFile: Hashable, Sendable {
  /// The default variables of each requested experiment, by experiment key.
  public let defaults: [String: ExperimentVariable]

  /// Creates the list of requested experiments without a file.
  public init(defaults: [String: ExperimentVariable]) {
    self.defaults = defaults
  }

  /// Reads and parses an experiments file.
  ///
  /// - Throws: The read error or the problem of the file, with its line and experiment.
  public init(path: String) throws(SourceError) {
    try self.init(bytes: try FileSource(path: path).readNow(), name: path)
  }

  /// Parses the content of an experiments file; `name` is its name in error messages.
  ///
  /// - Throws: The problem of the document, with its line and experiment.
  public init(bytes: [UInt8], name: String) throws(SourceError) {
    defaults = try mapError(Self.defaults(in: try JSONReader.read(bytes))) {
      (error: DocumentError) in SourceError.invalid(name, .document(error))
    }
  }

  private static func defaults(
    in document: Node
  ) throws(DocumentError) -> [String: ExperimentVariable] {
    var defaults: [String: ExperimentVariable] = [:]
    if let keys = document.list {
      for key in keys {
        guard let text = key.string else {
          throw key.mismatch(expected: "the key of an experiment")
        }
        defaults[text] = .dictionary([:])
      }
    } else if let members = document.members {
      for member in members {
        guard member.node.members != nil else {
          throw member.node.mismatch(expected: "its variables").inside(member.key)
        }
        defaults[member.key] = ExperimentVariable(member.node)
      }
    } else {
      throw document.mismatch(expected: "an object of experiments")
    }
    return defaults
  }
}
