import Documents
import Files
import Glibc
internal import Networking

/// A source that reads a configuration from a local file.
///
/// ```swift
/// let loader = ConfigurationLoader(source: FileSource(path: "Features.json"))
/// print(try await loader.load().configuration.features.count)
/// ```
public struct FileSource: Source {
  /// The path of the configuration file.
  public let path: String

  /// The path of the configuration file, for display.
  ///
  /// The path can be a mistyped URL: unless the file exists when the source is created, each part that can be
  /// a password or the value of a query is replaced by `…`.
  public let name: String

  /// Creates a source; the file is opened when the source is read.
  public init(path: String) {
    self.path = path
    name = URLRedaction.redacted(path: path)
  }

  /// The size of a regular file in bytes; `nil` for any other kind of file, or if there is no file.
  package var size: Int? { FileSystem.size(of: path) }

  /// Reads at most the given number of bytes at the start of a regular file; `nil` if it cannot be
  /// read.
  func head(_ count: Int) -> [UInt8]? { FileSystem.readHead(path, count: count) }

  /// Reads the whole file; like ``readNow()``, the call blocks on the disk.
  ///
  /// - Throws: `missing`, `folder` or `unreadable`.
  public func read() async throws(SourceError) -> [UInt8] {
    try readNow()
  }

  /// Reads the file synchronously, on the calling thread.
  ///
  /// - Throws: `missing`, `folder` or `unreadable`.
  public func readNow() throws(SourceError) -> [UInt8] {
    do throws(SystemError) {
      return try FileSystem.read(path, limit: InputLimit.documentBytes.maximum)
    } catch {
      if error.isMissing { throw .missing(name) }
      if error == .number(EISDIR) { throw .folder(name) }
      throw .unreadable(name, reason: error.reason)
    }
  }
}

/// A source that reads files of this machine.
package protocol LocalSource: Source {
  /// The paths of the files.
  var paths: [String] { get }

  /// Reads the files synchronously, on the calling thread.
  ///
  /// - Throws: The reason why a file cannot be read.
  func readNow() throws(SourceError) -> [UInt8]
}

extension FileSource: LocalSource {
  package var paths: [String] { [path] }
}
