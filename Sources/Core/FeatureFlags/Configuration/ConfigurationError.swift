@_exported public import Documents

/// The reason why a document is not a configuration.
public enum ConfigurationError: Error, Hashable, Sendable {
  /// The document cannot be parsed, for example because of a syntax error.
  case document(DocumentError)
  /// The document is neither an object nor a list.
  case notADocument(found: String)
  /// The object has no member `features`; `keys` lists its first keys.
  case noFeatures(keys: [String])
  /// The document has entries, but none is a usable feature, and the source had features before.
  case noUsableFeatures(errors: Int)
  /// The member `features` is not a list.
  case featuresNotAList(line: Int?, found: String)
  /// No format recognises the document; `expected` lists the formats, each with the members that
  /// identify it.
  case unrecognised(found: String, expected: [String])

  /// The line number of the error in the document, counted from 1; `nil` for an error without a line.
  public var line: Int? {
    switch self {
    case .document(let error): error.line
    case .featuresNotAList(let line, _): line
    case .notADocument, .noFeatures, .noUsableFeatures, .unrecognised: nil
    }
  }
}

extension ConfigurationError: CustomStringConvertible {
  /// The error message, with the found and the expected document.
  public var description: String {
    switch self {
    case .document(let error): error.description
    case .noUsableFeatures(let errors):
      "found no usable feature and \(errors == 1 ? "1 error" : "\(errors) errors"), "
        + "and the source had features before"
    case .notADocument(let found):
      "found \(found), expected an object with \"features\", or a list of features"
    case .noFeatures(let keys):
      keys.isEmpty
        ? "found an empty object, expected \"features\""
        : "found no \"features\" among \(keys.map { "\"\($0)\"" }.joined(separator: ", "))"
    case .unrecognised(let found, let expected):
      "found \(found), expected one of these formats: " + expected.joined(separator: ", ")
    case .featuresNotAList(_, let found): "\"features\" is \(found), expected a list"
    }
  }
}
