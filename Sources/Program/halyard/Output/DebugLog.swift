import Dashboard
import FeatureFlags
import Files
import Glibc
import Text

import struct FoundationEssentials.Date

/// Appends a line to the file of `--log` for each event, effect, request and disk write.
///
/// A line has the time, the kind and a description, as in `2026-11-22T10:02:11.482Z request GET
/// https://flags.example.test/f.json 200, 512 bytes, 12 ms`. No line contains a secret: URLs are
/// redacted, and headers, bodies and typed text are omitted. Each line is one write to a file in
/// append mode, so that threads and processes can share a log.
final class DebugLog: Sendable {
  /// The kind of a log line; the raw value is its second word.
  enum Kind: String {
    case event, effect, request, write
  }

  private let file: Int32

  /// Opens the log file, or creates it with access for its owner only.
  ///
  /// - Throws: `output`, if the file cannot be opened for writing.
  init(path: String) throws(Failure) {
    file = try mapError(FileSystem.openOutput(path, O_APPEND, mode: 0o600)) {
      (error: SystemError) in Failure.output(path: path, reason: error.reason)
    }
  }

  deinit {
    close(file)
  }

  /// Appends one line to the log.
  ///
  /// A failed write is ignored: a log must not stop the program.
  func record(_ kind: Kind, _ text: String) {
    let time = Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    let line = Array("\(time) \(kind.rawValue) \(DisplayText(text).text)\n".utf8)
    // The copy of a descriptor such as standard error can block.
    var room = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
    guard poll(&room, 1, 0) > 0 else { return }
    _ = line.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
  }
}
