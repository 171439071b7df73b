import FoundationEssentials
import Glibc

/// Reads and writes whole files atomically, so that a reader never sees half of one.
package enum FileSystem {
  /// The path of the executable of this process; `nil` on a system without `/proc`.
  package static var programPath: String? {
    // Drops the error: each caller has a fallback for an unknown path.
    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  }

  /// Reads a file, or a pipe, to its end.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - limit: The largest allowed number of bytes.
  /// - Returns: The content of the file.
  /// - Throws: `number` for a failed system call, `tooLarge`, `wrongKind` for a device, and
  ///   `noWriter` or `noData` for a pipe.
  package static func read(_ path: String, limit: Int = .max) throws(SystemError) -> [UInt8] {
    // Non-blocking, because opening a pipe without a writer would block.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    let kind = Self.kind(of: file)
    guard ![S_IFCHR, S_IFBLK].contains(kind) else {
      throw .wrongKind(found: "a device", expected: "a file")
    }
    let bytes = try read(file, limit: limit)
    if bytes.isEmpty, kind == S_IFIFO { throw .noWriter }
    return bytes
  }

  /// Reads a regular file that Halyard wrote, such as a file of a workspace.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - limit: The largest allowed number of bytes.
  /// - Returns: The content of the file.
  /// - Throws: `number` for a failed system call, `tooLarge`, or `wrongKind` for a pipe, a folder
  ///   or a device.
  package static func readStored(
    _ path: String,
    limit: Int
  ) throws(SystemError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    try requireRegularFile(file)
    return try read(file, limit: limit)
  }

  /// The size of a regular file in bytes; `nil` for another kind of file, or a missing file.
  package static func size(of path: String) -> Int? {
    var information = stat()
    guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(information.st_size)
  }

  /// Reads at most `count` bytes at the start of a regular file; `nil` if it cannot be read.
  package static func readHead(_ path: String, count: Int) -> [UInt8]? {
    guard let bytes = RandomAccessFile(path)?.read(at: 0, count: count) else { return nil }
    return bytes.isEmpty ? nil : bytes
  }

  /// The timeout for a pipe that has no data to read or no space to write, in milliseconds.
  package static let pipePatience: Int32 = 30_000

  /// Reads at most `limit` bytes from an open file up to its end; retries an interrupted system
  /// call.
  package static func read(_ file: Int32, limit: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var information = stat()
    if fstat(file, &information) == 0, information.st_size > 0 {
      guard information.st_size <= limit else { throw .tooLarge(limit: limit) }
      bytes.reserveCapacity(Int(information.st_size))
    }
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    defer { chunk.deallocate() }
    while true {
      let count = Glibc.read(file, chunk.baseAddress, chunk.count)
      if count > 0 {
        guard bytes.count + count <= limit else { throw .tooLarge(limit: limit) }
        bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<count]))
      } else if count == 0 {
        return bytes
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, pipePatience) != 0 else {
          throw .noData(.milliseconds(Int(pipePatience)))
        }
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// Replaces a file atomically: writes a temporary file beside it, syncs and renames it.
  ///
  /// The temporary file has a random name, and only its owner can read it. Symbolic links are not
  /// followed, so that an attacker cannot redirect the write to another file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - bytes: The new content.
  ///   - mode: The permissions of the file, before the umask is applied.
  ///   - exactMode: The permissions of the file regardless of the umask; `nil` uses `mode`.
  ///   - hasLock: Whether the caller holds the lock of the folder. Without the lock, the temporary
  ///     file gets a prefix that ``removeDrafts(in:)`` of another process ignores.
  /// - Returns: The metadata of the new file.
  /// - Throws: `number` for a failed system call; the file is unchanged in this case.
  @discardableResult
  package static func replace(
    _ path: String,
    with bytes: [UInt8],
    mode: UInt32 = 0o600,
    exactMode: UInt32? = nil,
    hasLock: Bool = true
  ) throws(SystemError) -> FileStamp {
    let prefix = hasLock ? draftPrefix : outputPrefix
    let (draft, file) = try makeDraft(beside: path, prefix, mode)
    let stamp: FileStamp
    do throws(SystemError) {
      try write(bytes, to: file)
      if let exactMode, fchmod(file, exactMode) != 0 { throw .last }
      guard fsync(file) == 0 else { throw .last }
      stamp = FileStamp(file: file)
      guard Glibc.rename(draft, path) == 0 else { throw .last }
    } catch {
      close(file)
      unlink(draft)
      throw error
    }
    close(file)
    syncFolder(of: path)
    return stamp
  }

  /// Replaces the file to which a path leads, so that a symbolic link at the path stays a link.
  ///
  /// The caller holds the lock of the folder that contains the path. If the path is a symbolic link,
  /// this lock does not cover the folder of the target.
  ///
  /// - Throws: `number` for a failed system call; the file is unchanged in this case.
  package static func replaceTarget(of path: String, with bytes: [UInt8]) throws(SystemError) {
    let target = target(of: path)
    try replace(target, with: bytes, hasLock: target == path)
  }

  /// The prefix of temporary files that are written under the lock of their folder.
  static let draftPrefix = ".halyard-draft-"
  /// The prefix of temporary files that are written without a lock.
  private static let outputPrefix = ".halyard-output-"

  static func makeDraft(
    beside path: String,
    _ prefix: String,
    _ mode: mode_t
  ) throws(SystemError) -> (path: String, file: Int32) {
    while true {
      let name = prefix + String(UInt64.random(in: .min ... .max), radix: 36)
      let draft = parent(of: path) + "/" + name
      let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
      if file >= 0 { return (draft, file) }
      // Retries with a new random name if a signal interrupted `open`, or if a file of this name
      // exists, which is very unlikely.
      guard errno == EEXIST || errno == EINTR else { throw .last }
    }
  }

  /// Removes the temporary files that killed processes left in a folder.
  ///
  /// The caller holds the lock of the folder, so that no process is using these files.
  package static func removeDrafts(in folder: String) {
    // Drops the error: without the file names of the folder nothing can be removed.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where name.hasPrefix(draftPrefix) { unlink(folder + "/" + name) }
  }

  /// Reads at most `count` bytes at an offset of an open file; fewer at its end.
  package static func read(
    _ file: Int32,
    at offset: Int,
    count: Int
  ) throws(SystemError) -> [UInt8] {
    guard count > 0 else { return [] }
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count, failure == nil {
        let start = buffer.baseAddress?.advanced(by: filled)
        let length = pread(file, start, count - filled, offset + filled)
        if length > 0 {
          filled += length
        } else if length == 0 {
          break
        } else if errno != EINTR {
          failure = .last
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes bytes at an offset of an open file, which moves the file's position.
  package static func write(
    _ bytes: [UInt8],
    to file: Int32,
    at offset: Int
  ) throws(SystemError) {
    guard lseek(file, offset, SEEK_SET) == offset else { throw .last }
    try write(bytes, to: file)
  }

  static func write(_ bytes: [UInt8], to file: Int32) throws(SystemError) {
    var offset = 0
    while offset < bytes.count {
      let count = bytes[offset...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count > 0 {
        offset += count
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
        guard poll(&waiting, 1, pipePatience) != 0 else { throw .noReader }
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// Syncs the folder of a file, so that a rename in the folder survives a power failure.
  ///
  /// Ignores errors: some file systems cannot sync a folder.
  private static func syncFolder(of path: String) {
    let folder = open(parent(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  /// The names of the files in a folder, without `.` and `..`, in any order.
  ///
  /// - Throws: `number` for a failed system call.
  package static func names(in folder: String) throws(SystemError) -> [String] {
    guard let stream = opendir(folder) else { throw .last }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Returns the path of the folder that contains the file; `.` for a path without a slash.
  package static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Creates a folder and its missing parents.
  package static func makeFolder(_ path: String) throws(SystemError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, path.contains("/"), path != "/" else { throw .last }
    try makeFolder(parent(of: path))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last }
  }

  /// Renames a file within its folder; an existing file with the new name is replaced.
  package static func rename(_ path: String, to newPath: String) throws(SystemError) {
    guard Glibc.rename(path, newPath) == 0 else { throw .last }
  }

  /// Removes a file; a missing file is not an error.
  package static func remove(_ path: String) throws(SystemError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw .last }
  }
}

/// An open regular file that can be read at any offset.
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
