import Files

/// Compresses text with the program `gzip`, for the responses of test servers.
package enum GzipProgram {
  /// Whether the program `gzip` is installed.
  package static let isAvailable = Shell.run("command -v gzip") == 0

  /// The error if `gzip` cannot be started or exits with a failure.
  package struct Failure: Error {}

  /// Compresses a text at the highest compression level.
  package static func packed(_ text: String) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "plain")
    guard Shell.run("gzip -9 '\(path)'") == 0 else { throw Failure() }
    return try FileSystem.read(path + ".gz")
  }
}
