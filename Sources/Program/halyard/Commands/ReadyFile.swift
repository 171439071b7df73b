import Documents
import FeatureFlags
import Files
import Glibc
import Serving

/// The file that tells other programs that a server accepts connections, and where.
struct ReadyFile: Sendable {
  let path: String

  /// The maximum size of a ready file in bytes; a larger file cannot be one, and is not read.
  static let sizeLimit = 1 << 16

  /// Writes the file: a regular file in one atomic step, and a pipe, a device or an open descriptor in place.
  ///
  /// The token itself is not written, because build systems often publish such files.
  ///
  /// - Parameters:
  ///   - running: The server, which accepts connections.
  ///   - tokenPath: The path of the token file; `nil` without a token.
  /// - Returns: The metadata of the file to remove at the end; `nil` if none was created.
  /// - Throws: `output`, if the file cannot be written.
  func write(_ running: RunningServer, tokenPath: String?) throws(Failure) -> FileStamp? {
    let environment = running.server.environment.map {
      (key: $0.name, value: JSONValue.string($0.value))
    }
    let json = JSONValue.object([
      ("url", .string(running.server.url)), ("source", .string(running.setup.source.name)),
      ("process", .integer(Int(getpid()))), ("tokenFile", .text(tokenPath)),
      ("environment", .object(environment)),
    ])
    let text = json.text(isPretty: true) + "\n"
    return try mapError(FileSystem.writeOutput(path, Array(text.utf8)), to: failure)
  }

  /// Removes the file that ``write(_:tokenPath:)`` created, unless another program has replaced it since.
  ///
  /// - Throws: `output`, if the file cannot be removed.
  func remove(_ stamp: FileStamp?) throws(Failure) {
    guard let stamp else { return }
    try mapError(FileSystem.removeOutput(path, stamp), to: failure)
  }

  /// Removes the ready file of a server that was killed, so that other programs do not take it for the
  /// file of this server; leaves any other file.
  ///
  /// - Throws: `output`, if the file cannot be removed.
  func removeStale() throws(Failure) {
    let stamp = FileStamp(unfollowed: path)
    guard !FileSystem.isLink(path), let process = writer else { return }
    guard process == getpid() || ProcessIdentity(running: process) == nil else { return }
    try remove(stamp)
  }

  /// The process id in the file; `nil` if the file is missing, or is not a ready file.
  private var writer: Int32? {
    // Drops the error: a file that cannot be read or parsed is not a ready file.
    guard let bytes = try? FileSystem.readStored(path, limit: Self.sizeLimit),
      let root = try? FieldReader(try JSONReader.read(bytes)),
      root.value("environment") != nil, root.value("url")?.string != nil
    else { return nil }
    return root.value("process")?.number.flatMap { Int32(exactly: $0) }
  }

  private func failure(_ error: SystemError) -> Failure {
    Failure.output(path: path, reason: error.reason)
  }
}
