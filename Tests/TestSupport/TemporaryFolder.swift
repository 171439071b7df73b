package import FeatureFlags
import Foundation

/// A temporary folder that is removed when it is released.
package final class TemporaryFolder: Sendable {
  /// The path, without a trailing slash.
  package let path: String

  /// Creates the folder.
  package init() throws {
    path = FileManager.default.temporaryDirectory.path + "/halyard-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    // An error does not matter: a leftover folder must not fail a test.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Returns the path of a file in the folder.
  package func path(of name: String) -> String {
    path + "/" + name
  }

  /// Writes a file, and creates the folders above it.
  ///
  /// - Returns: The path of the file.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    let url = URL(fileURLWithPath: path(of: name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: url)
    return url.path
  }

  /// Reads a file.
  package func read(_ name: String) throws -> String {
    String(decoding: try FileSource(path: path(of: name)).readNow(), as: UTF8.self)
  }

  /// Returns a workspace with its files in the folder.
  package func workspace(source: String = "features.json") -> Workspace {
    Workspace(
      name: "test",
      source: source,
      stateRoot: path(of: "state"),
      cacheRoot: path(of: "cache")
    )
  }
}
