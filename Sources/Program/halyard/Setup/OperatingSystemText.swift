import Glibc

/// Decodes text of the operating system, which can have any bytes.
enum OperatingSystemText {
  /// Decodes a text that can be a path.
  ///
  /// - Parameters:
  ///   - bytes: The text, which ends in a zero byte.
  ///   - owner: What the error message calls the text, such as `argument 3`.
  /// - Returns: The text.
  /// - Throws: `usage` for a text that is not UTF-8, because a repaired text could name another file. The
  ///   error does not quote the text, which can be a secret.
  static func text(_ bytes: UnsafePointer<CChar>, of owner: String) throws(Failure) -> String {
    if let text = String(validatingCString: bytes) { return text }
    throw .usage("\(owner): found bytes that are not UTF-8, expected UTF-8", command: nil)
  }
}

extension Environment {
  /// Reads the environment of this process.
  ///
  /// - Throws: `usage` for a working folder, or a variable that can name a file, that is not UTF-8.
  static func ofProcess() throws(Failure) -> Environment {
    var values: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      entry += 1
      guard let symbol = strchr(text, Int32(UInt8(ascii: "="))) else { continue }
      let name = String(
        decoding: UnsafeRawBufferPointer(start: text, count: symbol - text),
        as: UTF8.self
      )
      // The first of duplicate variables wins, as in getenv(3).
      guard values[name] == nil else { continue }
      values[name] =
        canNameFile(name)
        ? try OperatingSystemText.text(symbol + 1, of: name) : String(cString: symbol + 1)
    }
    let folder = getcwd(nil, 0)
    defer { free(folder) }
    guard let folder else { return current(values) }
    return current(
      values,
      workingFolder: try OperatingSystemText.text(folder, of: "the working folder")
    )
  }

  private static func canNameFile(_ variable: String) -> Bool {
    ["HALYARD_", "XDG_"].contains(where: variable.hasPrefix)
      || ["HOME", "TMPDIR", "VISUAL", "EDITOR"].contains(variable)
  }
}
