import Documents
import Files
import Glibc

/// Reads a configuration from a file.
///
/// ```swift
/// let loader = ConfigurationLoader(source: FileSource(path: "Features.json"))
/// print(try await loader.load().configuration.features.count)
/// ```
public struct FileSource: Source {
  /// The path of the file.
  public let path: String

  /// The path of the file, for display.
  public var name: String { path }

  /// Creates a source; the file is not opened before it is read.
  public init(path: String) {
    self.path = path
  }

  /// Reads the file.
  ///
  /// - Throws: `missing`, `folder` or `unreadable`.
  public func read() async throws(SourceError) -> [UInt8] {
    try readNow()
  }

  /// Reads the file synchronously, on the thread of the caller.
  ///
  /// - Throws: `missing`, `folder` or `unreadable`.
  public func readNow() throws(SourceError) -> [UInt8] {
    do throws(SystemError) {
      return try FileSystem.read(path, limit: Limit.documentBytes.maximum)
    } catch {
      if error.isMissing { throw .missing(path) }
      if error == .number(EISDIR) { throw .folder(path) }
      throw .unreadable(path, reason: error.reason)
    }
  }
}
