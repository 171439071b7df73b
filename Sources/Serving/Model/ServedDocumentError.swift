package import OptimizelyEngine

/// The reason why a source has no document for the SDKs of a flag system.
package enum ServedDocumentError: Error, Hashable, Sendable {
  /// The source has no document yet, so that only a fallback is active.
  case noDocument(SourceSystem)
  /// The document is not one of the system; `found` describes it, such as "a Remote Config template".
  case otherSystem(SourceSystem, found: String)
  /// The document is a datafile, but has the given error.
  case invalid(DatafileError)
  /// The document has a value that JSON cannot express, such as infinity.
  case notJSON(SourceSystem)
  /// `count` local holdouts would together need more than `limit` references to rules.
  case tooManyHoldouts(count: Int, limit: Int)
  /// The document has no flag with the name.
  case noFlag(String)
  /// The document has no segment with the name.
  case noSegment(String)
}

extension ServedDocumentError: CustomStringConvertible {
  /// The message, with the found and the expected document.
  package var description: String {
    switch self {
    case .noDocument(let system): "the source is not loaded yet, expected \(system)"
    case .otherSystem(let system, let found): "the source is not \(system), but \(found)"
    case .invalid(let error): "the source is not a valid datafile: \(error)"
    case .notJSON(let system):
      "the source is \(system) with a value that JSON cannot express, expected JSON"
    case .tooManyHoldouts(let count, let limit):
      "the datafile has \(count) running holdouts: serving it needs more than \(limit) references to rules"
    case .noFlag(let name): "the source has no flag \"\(name)\""
    case .noSegment(let name): "the source has no segment \"\(name)\""
    }
  }
}
