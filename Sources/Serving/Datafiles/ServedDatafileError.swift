package import OptimizelyEngine

/// The error of a source from which no datafile can be generated.
package enum ServedDatafileError: Error, Hashable, Sendable {
  /// The source has no document yet, so that only a fallback is active.
  case noDocument
  /// The document is not a datafile; `found` describes it, such as "a Remote Config template".
  case notADatafile(found: String)
  /// The document is a datafile, but has the given error.
  case invalid(DatafileError)
  /// The document is JSON5 with a value that JSON cannot express, such as infinity.
  case notJSON
  /// `count` local holdouts would together need more than `limit` references to rules.
  case tooManyHoldouts(count: Int, limit: Int)
}

extension ServedDatafileError: CustomStringConvertible {
  /// The message, with the found and the expected document.
  package var description: String {
    switch self {
    case .noDocument: "the source is not loaded yet, so there is no datafile"
    case .notADatafile(let found): "the source is not a datafile, but \(found)"
    case .invalid(let error): "the source is not a valid datafile: \(error)"
    case .notJSON: "the datafile is JSON5 with a value that JSON cannot express, expected JSON"
    case .tooManyHoldouts(let count, let limit):
      "the datafile has \(count) running holdouts: serving it needs more than \(limit) references to rules"
    }
  }
}
