/// The reason why a document cannot be parsed, or one of its fields cannot be decoded.
public enum DocumentError: Error, Hashable, Sendable {
  /// The document is empty, or consists of white space.
  case empty
  /// The bytes are a web page, such as the login page of a captive portal.
  case webPage
  /// The text is not UTF-8.
  case notUTF8(line: Int)
  /// The text violates the grammar of its format; the column is counted in characters, from 1.
  case syntax(line: Int, column: Int, found: String, expected: String)
  /// Lists and objects are nested deeper than the limit.
  case tooDeep(line: Int?, limit: Int)
  /// The document exceeds the given limit; `found` is the amount that was found.
  case limit(InputLimit, found: Int, line: Int?)
  /// A library that the format needs is not installed; the value is the name of its Debian package.
  case noLibrary(String)
  /// The binary property list is malformed.
  case propertyList(reason: String)
  /// A value is missing, or has a different kind than expected.
  ///
  /// The path names the value, such as `experiments[2].status`; it is empty for the document.
  case unexpected(path: String = "", line: Int?, found: String, expected: String)

  /// The line number of the problem, counted from 1; `nil` if the error has no line.
  public var line: Int? {
    switch self {
    case .notUTF8(let line), .syntax(let line, _, _, _): line
    case .tooDeep(let line, _): line
    case .unexpected(_, let line, _, _), .limit(_, _, let line): line
    case .empty, .webPage, .propertyList, .noLibrary: nil
    }
  }
}

extension DocumentError: CustomStringConvertible {
  /// The message, which contains the found and the expected text.
  public var description: String {
    switch self {
    case .empty: "found nothing, expected a document"
    case .webPage: "found a web page, expected a configuration"
    case .notUTF8: "found text that is not UTF-8"
    case .syntax(_, let column, let found, let expected):
      "column \(column): found \(found), expected \(expected)"
    case .tooDeep(_, let limit): "lists and objects are nested more than \(limit) deep"
    case .limit(let limit, let found, _):
      "found \(found) \(limit), expected at most \(limit.maximum)"
    case .noLibrary(let package): "found YAML, which needs the package \(package)"
    case .propertyList(let reason): "not a property list: \(reason)"
    case .unexpected("", _, let found, let expected): "found \(found), expected \(expected)"
    case .unexpected(let path, _, let found, let expected):
      "\"\(path)\": found \(found), expected \(expected)"
    }
  }
}

extension DocumentError {
  /// Returns the message with the file and, if known, the line in front: `file:12: found …`.
  package func description(in file: String) -> String {
    line.map { "\(file):\($0): \(self)" } ?? "\(file): \(self)"
  }

  /// Returns the error with the path of the enclosing value in front of its own path.
  package func inside(_ parent: String) -> DocumentError {
    guard case .unexpected(let path, let line, let found, let expected) = self else { return self }
    let joint = path.isEmpty || path.hasPrefix("[") ? "" : "."
    return .unexpected(path: parent + joint + path, line: line, found: found, expected: expected)
  }
}

extension DocumentError {
  /// Returns the error with the given line number, for a document that is one line of a file.
  package func onLine(_ line: Int) -> DocumentError {
    switch self {
    case .empty: .unexpected(line: line, found: "an empty line", expected: "an object")
    case .webPage: .unexpected(line: line, found: "a web page", expected: "an object")
    case .propertyList: .unexpected(line: line, found: "a property list", expected: "an object")
    case .noLibrary: self
    case .notUTF8: .notUTF8(line: line)
    case .syntax(_, let column, let found, let expected):
      .syntax(line: line, column: column, found: found, expected: expected)
    case .tooDeep(_, let limit): .tooDeep(line: line, limit: limit)
    case .limit(let limit, let found, _): .limit(limit, found: found, line: line)
    case .unexpected(let path, _, let found, let expected):
      .unexpected(path: path, line: line, found: found, expected: expected)
    }
  }
}
