package import FeatureFlags
import Foundation

/// A folder that is there as long as the test that made it.
package final class TemporaryFolder: Sendable {
  /// The path, without a slash at the end.
  package let path: String

  /// Makes the folder.
  package init() throws {
    path = FileManager.default.temporaryDirectory.path + "/halyard-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    // A folder that stays behind is no reason for a test to fail.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of something in the folder.
  package func path(of name: String) -> String {
    path + "/" + name
  }

  /// Writes a file, and makes the folders above it.
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

  /// A workspace among the files of the folder.
  package func workspace(source: String = "features.json") -> Workspace {
    Workspace(
      name: "test",
      source: source,
      stateRoot: path(of: "state"),
      cacheRoot: path(of: "cache")
    )
  }
}
