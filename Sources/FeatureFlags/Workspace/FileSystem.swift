import FoundationEssentials
import Glibc

/// Reads and writes whole files, so that a reader never sees half of one.
package enum FileSystem {
  /// The file of the running program; `nil` on a system without `/proc`.
  package static var programPath: String? {
    // Why there is no name for the program does not matter: each caller does without.
    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  }

  /// Reads a file to its end; an interrupted call goes on.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - limit: How many bytes there may be.
  /// - Returns: The bytes.
  /// - Throws: What the system says, `tooLarge`, or `noWriter` for a pipe that nobody fills.
  package static func read(_ path: String, limit: Int = .max) throws(SystemError) -> [UInt8] {
    // Opening a pipe would otherwise wait for somebody to write into it, perhaps for ever.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    let bytes = try read(file, limit: limit)
    if bytes.isEmpty, isPipe(file) { throw .noWriter }
    return bytes
  }

  private static func isPipe(_ file: Int32) -> Bool {
    var information = stat()
    return fstat(file, &information) == 0 && information.st_mode & S_IFMT == S_IFIFO
  }

  /// Reads an open file to its end, in at most `limit` bytes.
  static func read(_ file: Int32, limit: Int = .max) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var information = stat()
    if fstat(file, &information) == 0, information.st_size > 0 {
      guard information.st_size <= limit else { throw .tooLarge }
      bytes.reserveCapacity(Int(information.st_size))
    }
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    defer { chunk.deallocate() }
    while true {
      let count = Glibc.read(file, chunk.baseAddress, chunk.count)
      if count > 0 {
        guard bytes.count + count <= limit else { throw .tooLarge }
        bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<count]))
      } else if count == 0 {
        return bytes
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        poll(&waiting, 1, -1)
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// Puts a file in place in one step: written beside it, synced, and renamed.
  ///
  /// The caller holds the lock of the folder, so that no two writers use the same name.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    let draft = path + ".new"
    let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw .last }
    do throws(SystemError) {
      try write(bytes, to: file)
      guard fsync(file) == 0, rename(draft, path) == 0 else { throw .last }
    } catch {
      close(file)
      unlink(draft)
      throw error
    }
    close(file)
    syncFolder(of: path)
  }

  private static func write(_ bytes: [UInt8], to file: Int32) throws(SystemError) {
    var offset = 0
    while offset < bytes.count {
      let count = bytes[offset...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count > 0 {
        offset += count
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// Makes the rename itself last; a file system that cannot do that loses nothing but time.
  private static func syncFolder(of path: String) {
    let folder = open(parent(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Makes a folder, and the folders above it.
  package static func makeFolder(_ path: String) throws(SystemError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, path.contains("/"), path != "/" else { throw .last }
    try makeFolder(parent(of: path))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last }
  }

  /// Removes a file; one that is not there is as good as removed.
  package static func remove(_ path: String) throws(SystemError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw .last }
  }

  /// Runs the body while no other program does so with the same lock file.
  package static func withLock<Result>(
    _ path: String,
    _ body: () throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    while flock(file, LOCK_EX) != 0 {
      guard errno == EINTR else { throw .last }
    }
    return try body()
  }
}
