import Documents
import Files
import Glibc

/// A configuration that is read once from standard input.
public actor StandardInputSource: Source {
  /// What people call standard input.
  public nonisolated let name = "standard input"
  private var bytes: [UInt8]?

  /// Makes the source; standard input is not read until it is asked.
  public init() {}

  /// Reads standard input to its end; later calls give the same bytes again.
  ///
  /// - Throws: `unreadable`.
  public func read() async throws(SourceError) -> [UInt8] {
    if let bytes { return bytes }
    do throws(SystemError) {
      let all = try FileSystem.read(STDIN_FILENO, limit: Limit.documentBytes.maximum)
      bytes = all
      return all
    } catch {
      throw .unreadable(name, reason: error.reason)
    }
  }
}
