import FeatureFlags
import Files
import Networking
import Text

extension Arguments {
  /// Reads the request headers from `HALYARD_HEADERS`, `--header-file` and `--header`.
  ///
  /// Of two headers with the same name, the later one in this order applies.
  ///
  /// - Throws: `usage` with the position of a malformed header, but without its text, which can be
  ///   a secret. `source` for a file that cannot be read.
  func headers() throws(Failure) -> HTTPHeaders {
    var headers = HTTPHeaders()
    let variable = HTTPHeaders.variable
    try headers.add(lines: environment[variable] ?? "", of: variable)
    for path in values(.headerFile) {
      try headers.add(
        lines: try text(of: path, limit: HTTPHeaders.largestFile),
        of: "--header-file \(path)"
      )
    }
    for text in values(.header) {
      try headers.add(text[...], of: "--header")
    }
    return headers
  }

  /// Reads a small file, which must be a regular file: reading a pipe could block forever.
  ///
  /// - Throws: `source` for a file that cannot be read, or has more bytes than the limit.
  func text(of path: String, limit: Int) throws(Failure) -> String {
    try mapError(String(decoding: FileSystem.readStored(path, limit: limit), as: UTF8.self)) {
      (error: SystemError) -> Failure in
      let name = URLRedaction.redacted(path: path)
      return .source(error.isMissing ? .missing(name) : .unreadable(name, reason: error.reason))
    }
  }
}

extension HTTPHeaders {
  /// The environment variable with one request header per line.
  ///
  /// Other users of the machine can read arguments, but not environment variables.
  fileprivate static let variable = "HALYARD_HEADERS"
  /// The maximum size of a header file in bytes; servers reject larger headers anyway.
  fileprivate static let largestFile = 64 << 10

  /// Parses one header per line; skips empty lines and lines that begin with `#`.
  fileprivate mutating func add(lines: String, of name: String) throws(Failure) {
    let lines = lines.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let line = line.trimmed
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      try add(line[...], of: "\(name):\(index + 1)")
    }
  }

  fileprivate mutating func add(_ text: Substring, of name: String) throws(Failure) {
    guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else {
      throw .usage("\(name): found no name with a colon, expected 'NAME: VALUE'", command: nil)
    }
    let field = String(text[..<colon])
    let value = text[text.index(after: colon)...].trimmed
    guard Self.canSend(name: field, value: value) else {
      throw .usage(
        "\(name): found a character that cannot be sent in a header, expected 'NAME: VALUE'",
        command: nil
      )
    }
    self[field] = value
  }
}
