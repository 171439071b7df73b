import Documents
public import FeatureFlags

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
    do throws(DocumentError) {
      defaults = try Self.defaults(in: try JSONReader.read(bytes))
    } catch {
      throw .invalid(name, .document(error))
    }
  }

  private static func defaults(
    in document: Node
  ) throws(DocumentError) -> [String: ExperimentVariable] {
    var defaults: [String: ExperimentVariable] = [:]
    if let keys = document.list {
      for key in keys {
        guard let text = key.string else {
          throw key.mismatch(wanted: "the key of an experiment")
        }
        defaults[text] = .dictionary([:])
      }
    } else if let members = document.members {
      for member in members {
        guard member.node.members != nil else {
          throw member.node.mismatch(wanted: "its variables").inside(member.key)
        }
        defaults[member.key] = ExperimentVariable(member.node)
      }
    } else {
      throw document.mismatch(wanted: "an object of experiments")
    }
    return defaults
  }
}
