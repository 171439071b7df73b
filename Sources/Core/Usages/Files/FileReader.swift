import Glibc

/// Reads files one after the other into the same buffer.
final class FileReader {
  enum Content {
    /// The bytes, which are valid until the next file is read.
    case text(UnsafeBufferPointer<UInt8>)
    /// The file is binary: its first 8 KiB contain a NUL byte.
    case binary
    /// There is no regular file at the path, such as for a symbolic link, or for a removed file that git
    /// still lists.
    case missing
    /// The file is too large, or cannot be read.
    case skipped
  }

  private let limit: Int
  private let memory: UnsafeMutableBufferPointer<UInt8>

  /// The number of bytes at the start of a file that are searched for a NUL byte; a NUL byte means that
  /// the file is binary.
  private static let headSize = 8 << 10

  init(limit: Int) {
    self.limit = limit
    memory = .allocate(capacity: limit + 1)
  }

  deinit {
    memory.deallocate()
  }

  func read(_ path: String) -> Content {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return [ENOENT, ELOOP, ENOTDIR].contains(errno) ? .missing : .skipped }
    defer { close(file) }
    var information = stat()
    guard fstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
      return .missing
    }
    guard information.st_size <= limit, let base = memory.baseAddress else { return .skipped }
    var count = 0
    while count <= limit {
      let read = Glibc.read(file, base + count, limit + 1 - count)
      if read == 0 { break }
      if read > 0 {
        count += read
      } else if errno != EINTR {
        return .skipped
      }
      // Stops at the known size of the file, which saves the final read of zero bytes.
      if count == information.st_size { break }
    }
    guard count <= limit else { return .skipped }
    if memchr(base, 0, min(count, Self.headSize)) != nil { return .binary }
    return .text(UnsafeBufferPointer(start: base, count: count))
  }
}
