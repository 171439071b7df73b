import Documents
import Files
import Glibc

/// A configuration in a file.
public struct FileSource: Source {
  /// The path of the file, as it was given.
  public let path: String

  /// The path.
  public var name: String { path }

  /// Names a file; it is not looked at until it is read.
  public init(path: String) {
    self.path = path
  }

  /// Reads the file.
  ///
  /// - Throws: `missing`, `folder` or `unreadable`.
  public func read() async throws(SourceError) -> [UInt8] {
    try readNow()
  }

  /// Reads the file on the thread of the caller.
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
