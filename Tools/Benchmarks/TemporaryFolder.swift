import FeatureFlags
import FoundationEssentials
import Glibc

/// A temporary folder that is removed with its content when it is released.
final class TemporaryFolder {
  let path: String

  /// Creates a folder with a new name.
  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/halyard-benchmark-\(UUID())"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    // Ignores the error of removing the folder: the system cleans up temporary files itself.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// A workspace whose files are in the folder.
  func workspace(named name: String) -> Workspace {
    Workspace(name: name, source: "benchmark", stateRoot: path, cacheRoot: path)
  }

  /// Writes a file of the folder, and returns its path.
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let file = path + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }
}
