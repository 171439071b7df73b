import FeatureFlags
import Files

/// The program `gzip`, which packs as well as a server does.
package enum GzipProgram {
  /// Whether this machine has the program.
  package static let isAvailable = Shell.run("command -v gzip") == 0

  /// What gzip could not do.
  package struct Failure: Error {}

  /// Packs a text as well as it can.
  package static func packed(_ text: String) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "plain")
    guard Shell.run("gzip -9 '\(path)'") == 0 else { throw Failure() }
    return try FileSystem.read(path + ".gz")
  }
}
