/// Why bytes are not a configuration.
public enum ConfigurationError: Error, Hashable, Sendable {
  /// There is nothing but white space.
  case empty
  /// The bytes are a web page, such as the login page of a captive portal.
  case webPage
  /// The text is not UTF-8.
  case notUTF8(line: Int)
  /// The text breaks the rules of its format; the column counts characters from 1.
  case syntax(line: Int, column: Int, found: String, wanted: String)
  /// Lists and objects are nested deeper than the limit.
  case tooDeep(line: Int?, limit: Int)
  /// The document exceeds a limit.
  case limit(Limit, found: Int, line: Int?)
  /// The binary property list cannot be read.
  case propertyList(reason: String)
  /// The document is not an object or a list.
  case notADocument(found: String)
  /// The object has no `features`.
  case noFeatures(keys: [String])
  /// No entry of the document is a feature, and the source had features before.
  case noUsableFeatures(errors: Int)
  /// The `features` of the document are not a list.
  case featuresNotAList(line: Int?, found: String)
  /// The document is not of the format of a flag service, or of a theme; the path names what is
  /// not as it should be, such as `experiments[2].status`, or is empty for the whole document.
  case unexpected(path: String = "", line: Int?, found: String, wanted: String)

  /// The line of the text, from 1, where there is one to name.
  public var line: Int? {
    switch self {
    case .notUTF8(let line), .syntax(let line, _, _, _): line
    case .tooDeep(let line, _), .featuresNotAList(let line, _): line
    case .unexpected(_, let line, _, _), .limit(_, _, let line): line
    case .empty, .webPage, .propertyList, .notADocument, .noFeatures, .noUsableFeatures: nil
    }
  }
}

extension ConfigurationError: CustomStringConvertible {
  /// What was found and what was wanted, in words.
  public var description: String {
    switch self {
    case .empty: "found nothing, wanted a document"
    case .webPage: "found a web page, wanted a configuration"
    case .notUTF8: "found text that is not UTF-8"
    case .syntax(_, let column, let found, let wanted):
      "column \(column): found \(found), wanted \(wanted)"
    case .tooDeep(_, let limit): "lists and objects are nested more than \(limit) deep"
    case .limit(let limit, let found, _):
      "found \(found) \(limit), expected at most \(limit.maximum)"
    case .noUsableFeatures(let errors):
      "found no usable feature and \(errors == 1 ? "1 error" : "\(errors) errors"), "
        + "and the source had features before"
    case .propertyList(let reason): "not a property list: \(reason)"
    case .notADocument(let found):
      "found \(found), wanted an object with \"features\", or a list of features"
    case .noFeatures(let keys):
      keys.isEmpty
        ? "found an empty object, wanted \"features\""
        : "found no \"features\" among \(keys.map { "\"\($0)\"" }.joined(separator: ", "))"
    case .featuresNotAList(_, let found): "\"features\" is \(found), wanted a list"
    case .unexpected("", _, let found, let wanted): "found \(found), wanted \(wanted)"
    case .unexpected(let path, _, let found, let wanted):
      "\"\(path)\": found \(found), wanted \(wanted)"
    }
  }
}

extension ConfigurationError {
  /// The same error with the path of what the field stands in before its own.
  package func inside(_ parent: String) -> ConfigurationError {
    guard case .unexpected(let path, let line, let found, let wanted) = self else { return self }
    let joint = path.isEmpty || path.hasPrefix("[") ? "" : "."
    return .unexpected(path: parent + joint + path, line: line, found: found, wanted: wanted)
  }
}
