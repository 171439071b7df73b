package import Documents

/// The reason why a source has no document for the SDKs of a flag system.
package enum ServedDocumentError: Error, Hashable, Sendable {
  /// The source has no document yet, so that only a fallback is active.
  case noDocument(expected: String)
  /// The document is not one of the system; `found` describes it, such as "a datafile".
  case otherSystem(expected: String, found: String)
  /// The document is one of the system, but has the given error.
  case invalid(expected: String, error: String)
  /// The document has a value that JSON cannot express, such as infinity.
  case notJSON(String)
  /// `count` local holdouts would together need more than `limit` references to rules.
  case tooManyHoldouts(count: Int, limit: Int)
  /// The document has no flag with the name.
  case noFlag(String)
  /// The document cannot be generated.
  case notGenerated(DocumentError)
  /// The document has no segment with the name.
  case noSegment(String)
}

extension ServedDocumentError: CustomStringConvertible {
  /// The message, with the found and the expected document.
  package var description: String {
    switch self {
    case .noDocument(let expected): "the source is not loaded yet, expected \(expected)"
    case .otherSystem(let expected, let found): "the source is not \(expected), but \(found)"
    case .invalid(let expected, let error): "the source is not \(expected): \(error)"
    case .notGenerated(let error): "the document cannot be generated: \(error)"
    case .notJSON(let kind):
      "the source is \(kind) with a value that JSON cannot express, expected JSON"
    case .tooManyHoldouts(let count, let limit):
      "the datafile has \(count) running holdouts: serving it needs more than \(limit) references to rules"
    case .noFlag(let name): "the source has no flag \"\(name)\""
    case .noSegment(let name): "the source has no segment \"\(name)\""
    }
  }
}
