import FeatureFlags
import Files
import Networking

extension HTTPHeaders {
  /// The variable with one header per line, since other users can see the arguments of a program.
  static let variable = "HALYARD_HEADERS"
  /// The largest file of headers, in bytes; no server accepts as much.
  private static let largestFile = 64 << 10

  /// Reads the headers of the environment, of `--header-file` and of `--header`.
  ///
  /// Of two with one name the later one wins, in this order.
  ///
  /// - Throws: `usage` with the place of what is no header, but without its text: it can be a secret.
  ///   `source` for a file that cannot be read.
  init(_ arguments: Arguments, _ environment: Environment) throws(Failure) {
    self.init()
    try add(lines: environment[Self.variable] ?? "", of: Self.variable)
    for path in arguments.values(.headerFile) {
      try add(lines: try Self.text(of: path), of: "--header-file \(path)")
    }
    for text in arguments.values(.header) {
      try add(text[...], of: "--header")
    }
  }

  /// Adds the headers of a text with one per line; empty lines and lines with `#` first are skipped.
  private mutating func add(lines: String, of name: String) throws(Failure) {
    let lines = lines.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let line = line.trimmed
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      try add(line, of: "\(name):\(index + 1)")
    }
  }

  private mutating func add(_ text: Substring, of name: String) throws(Failure) {
    guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else {
      throw .usage("\(name): found no name with a colon, expected 'NAME: VALUE'", command: nil)
    }
    let field = String(text[..<colon])
    let value = String(text[text.index(after: colon)...].trimmed)
    guard Self.canSend(name: field, value: value) else {
      throw .usage(
        "\(name): found a character that cannot be sent in a header, expected 'NAME: VALUE'",
        command: nil
      )
    }
    self[field] = value
  }

  /// Reads a file of headers, which must be a regular one: a pipe could be waited for without end.
  private static func text(of path: String) throws(Failure) -> String {
    do throws(SystemError) {
      return String(decoding: try FileSystem.readStored(path, limit: largestFile), as: UTF8.self)
    } catch {
      throw .source(error.isMissing ? .missing(path) : .unreadable(path, reason: error.reason))
    }
  }
}
