import Documents
import FeatureFlags
import Files
import Glibc
import Serving

/// The file that tells other programs that a server accepts connections, and where.
struct ReadyFile: Sendable {
  let path: String

  /// Replaces the file in one atomic step.
  ///
  /// The token itself is not written, because build systems often publish such files.
  ///
  /// - Parameters:
  ///   - running: The server, which accepts connections.
  ///   - tokenPath: The path of the token file; `nil` without a token.
  /// - Throws: `output`, if the file cannot be written.
  func write(_ running: RunningServer, tokenPath: String?) throws(Failure) {
    let environment = running.server.environment.map {
      (key: $0.name, value: JSONValue.string($0.value))
    }
    let json = JSONValue.object([
      ("url", .string(running.server.url)), ("source", .string(running.setup.source.name)),
      ("process", .integer(Int(getpid()))), ("tokenFile", .text(tokenPath)),
      ("environment", .object(environment)),
    ])
    try mapError(
      FileSystem.replace(
        path,
        with: Array((json.text(isPretty: true) + "\n").utf8),
        mode: 0o644,
        hasLock: false
      ),
      to: failure
    )
  }

  /// Removes the file, if it exists, such as that of a server that was killed.
  ///
  /// - Throws: `output`, if the file cannot be removed.
  func remove() throws(Failure) {
    try mapError(FileSystem.remove(path), to: failure)
  }

  private func failure(_ error: SystemError) -> Failure {
    Failure.output(path: path, reason: error.reason)
  }
}
