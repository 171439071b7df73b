import Documents
import Files
import Glibc

/// A source that reads a configuration from standard input, once.
public actor StandardInputSource: Source {
  /// The name of the source, for display.
  public nonisolated let name = "standard input"
  private var bytes: [UInt8]?

  /// Creates a source; standard input is read when the source is read.
  public init() {}

  /// Reads standard input to its end; later calls return the same bytes.
  ///
  /// - Throws: `unreadable` for an error of the system.
  public func read() async throws(SourceError) -> [UInt8] {
    if let bytes { return bytes }
    let limit = InputLimit.documentBytes.maximum
    let all = try mapError(FileSystem.read(STDIN_FILENO, limit: limit)) { (error: SystemError) in
      SourceError.unreadable(name, reason: error.reason)
    }
    bytes = all
    return all
  }
}
