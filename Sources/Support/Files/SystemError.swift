import Glibc

/// The reason why a file operation failed.
package enum SystemError: Error, Hashable {
  /// A system call failed with the given `errno`.
  case number(Int32)
  /// The file has more bytes than the given limit.
  case tooLarge(limit: Int)
  /// The file is a pipe that no process has open for writing.
  case noWriter
  /// The file is a pipe that no process reads.
  case noReader
  /// A process has the pipe open for writing, but wrote nothing for the given time.
  case noData(Duration)
  /// The file is of another kind than expected.
  case wrongKind(found: String, expected: String)
  /// Another process held the lock for the given time; `holder` is `nil` if that process is
  /// unknown.
  case locked(Duration, holder: String?)
  /// The lock file at the given path cannot be used.
  indirect case lockFile(path: String, SystemError)

  package init(number: Int32) {
    self = .number(number)
  }

  /// The error for the current `errno` of this thread.
  package static var last: SystemError { .number(errno) }

  package var isMissing: Bool { self == .number(ENOENT) || self == .number(ENOTDIR) }

  /// The description of the failure for an error message.
  package var reason: String {
    switch self {
    case .number(let number): String(cString: strerror(number))
    case .tooLarge(let limit) where limit >= 1 << 20:
      "found more than \(limit >> 20) MiB, expected a smaller file"
    case .tooLarge(let limit): "found more than \(limit) bytes, expected a smaller file"
    case .noWriter: "found a pipe that no program writes to, expected a file"
    case .noReader: "found a pipe that no program reads"
    case .noData(let time): "found a pipe without data for \(time.components.seconds) s"
    case .wrongKind(let found, let expected): "found \(found), expected \(expected)"
    case .locked(let time, let holder):
      "its lock is held by \(holder ?? "another program") for more than \(time.components.seconds) s"
    case .lockFile(let path, let error): "the lock file \(path) cannot be used: \(error.reason)"
    }
  }
}
