public import Documents
import FeatureFlags

/// The error of a document that is not a valid datafile.
public enum DatafileError: Error, Hashable, Sendable {
  /// The document is not JSON, or a field is missing or malformed.
  case invalid(DocumentError)
  /// The datafile has a version other than 4.
  case version(found: String, line: Int?)

  /// The line number of the error, from 1; `nil` if the line is unknown.
  public var line: Int? {
    switch self {
    case .invalid(let error): error.line
    case .version(_, let line): line
    }
  }
}

extension DatafileError: CustomStringConvertible {
  /// The message, which contains the found and the expected value.
  public var description: String { "\(DocumentError(self))" }
}

extension DocumentError {
  /// Converts the error of a datafile to the general error of documents.
  package init(_ error: DatafileError) {
    switch error {
    case .invalid(let error): self = error
    case .version(let found, let line):
      self = .unexpected(path: "version", line: line, found: "\"\(found)\"", expected: "\"4\"")
    }
  }
}
