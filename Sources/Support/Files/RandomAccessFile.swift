import Glibc

/// An open regular file of which parts are read.
package struct RandomAccessFile: ~Copyable {
  /// The size in bytes when the file was opened.
  package let size: Int
  private let handle: Int32

  /// Opens a file; `nil` if it is not a regular file, or cannot be read.
  package init?(_ path: String) {
    // A pipe without a writer must not block the call.
    let handle = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    var information = stat()
    guard fstat(handle, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
      if handle >= 0 { close(handle) }
      return nil
    }
    self.handle = handle
    size = Int(information.st_size)
  }

  deinit {
    close(handle)
  }

  /// Reads at most `count` bytes at an offset; fewer at the end of the file, and none after an
  /// error.
  package func read(at offset: Int, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(pread(handle, buffer.baseAddress, count, off_t(offset)), 0)
    }
  }
}
