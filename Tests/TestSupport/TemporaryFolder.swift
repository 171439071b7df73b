import Files
import Foundation

/// A temporary folder; its deinit removes the folder with all files.
package final class TemporaryFolder: Sendable {
  /// The absolute path, without a trailing slash.
  package let path: String

  /// Creates an empty folder with a unique name.
  package init() throws {
    path = FileManager.default.temporaryDirectory.path + "/halyard-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    // Ignores an error: a leftover folder must not fail a test.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Returns the absolute path of the given file in the folder.
  package func path(of name: String) -> String {
    path + "/" + name
  }

  /// Writes a file, and creates missing parent folders.
  ///
  /// The descriptor is closed on exec, unlike that of Foundation: a process that a concurrent test starts
  /// would inherit it, and a watch reports a write when the last descriptor is closed.
  ///
  /// - Returns: The absolute path of the file.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    let url = URL(fileURLWithPath: path(of: name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    let file = try FileSystem.openOutput(url.path, O_TRUNC)
    defer { close(file) }
    try FileSystem.write(Array(text.utf8), to: file, at: 0)
    return url.path
  }

  /// Reads a file of the folder as UTF-8.
  package func read(_ name: String) throws -> String {
    String(decoding: try FileSystem.read(path(of: name)), as: UTF8.self)
  }
}
