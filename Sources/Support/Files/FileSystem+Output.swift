import Glibc

/// Files that the user names for the output of the program, and temporary folders.
extension FileSystem {
  /// Creates a folder with a random name, which only the user can read, and returns its path.
  ///
  /// - Throws: `number` for a failed system call.
  package static func makeTemporaryFolder(in root: String) throws(SystemError) -> String {
    var template = Array((root + "/halyard-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError(number: errno) }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Writes to a path that the user specified.
  ///
  /// A regular file is replaced atomically and keeps its permissions. A link, a pipe, a character device such
  /// as `/dev/null` and an open descriptor such as `/dev/stdout` or `/dev/fd/3` are written in place.
  ///
  /// - Returns: The metadata of the created file, for ``removeOutput(_:_:)``; `nil` after a write in place.
  /// - Throws: `number` for a failed system call, `wrongKind` for a folder, a socket or a block device, and
  ///   `noReader` for a pipe that no process opens within 2 s or drains within the pipe timeout.
  @discardableResult
  package static func writeOutput(
    _ path: String,
    _ bytes: [UInt8]
  ) throws(SystemError) -> FileStamp? {
    var information = stat()
    let exists = lstat(path, &information) == 0
    guard exists, information.st_mode & S_IFMT != S_IFREG else {
      let exactMode = exists ? information.st_mode & 0o777 : nil
      return try replace(path, with: bytes, mode: 0o666, exactMode: exactMode, hasLock: false)
    }
    let file = try openOutput(path, O_TRUNC)
    defer { close(file) }
    try write(bytes, to: file)
    return nil
  }

  /// Removes a file that this process created with ``writeOutput(_:_:)``, unless another file is at the path
  /// now, or the file has changed.
  ///
  /// - Throws: `number` for a failed system call.
  package static func removeOutput(_ path: String, _ stamp: FileStamp) throws(SystemError) {
    guard FileStamp(unfollowed: path) == stamp else { return }
    try remove(path)
  }

  /// Opens a path that the user specified for writing in place; waits up to `lockDeadline` until a pipe has a
  /// reader.
  ///
  /// - Parameters:
  ///   - path: The path of the output.
  ///   - flags: `O_TRUNC` to replace the content of a file, or `O_APPEND`.
  ///   - mode: The permissions of a created file, before the umask is applied.
  /// - Returns: The descriptor, which the caller closes. It is non-blocking, unless it is a copy of an
  ///   open descriptor, which keeps the mode of that descriptor.
  /// - Throws: As ``writeOutput(_:_:)``.
  package static func openOutput(
    _ path: String,
    _ flags: Int32,
    mode: UInt32 = 0o666
  ) throws(SystemError) -> Int32 {
    if let descriptor = descriptor(of: path) {
      // A copy continues at the position of the descriptor; opening the path would write from the start
      // of the file.
      let file = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
      guard file >= 0 else { throw .last }
      return file
    }
    try requireWritable(path)
    let start = ContinuousClock.now
    while true {
      // Non-blocking, because opening a pipe without a reader would block.
      let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | flags
      let file = open(path, flags, mode)
      if file >= 0 { return file }
      guard errno == ENXIO || errno == EINTR else { throw .last }
      guard start.duration(to: .now) < lockDeadline else { throw .noReader }
      usleep(10_000)
    }
  }

  /// Whether a path that the user specified leads to a pipe, a character device or an open descriptor.
  ///
  /// A program that writes a second file beside its output writes none beside such a path.
  package static func isStream(_ path: String) -> Bool {
    var information = stat()
    return descriptor(of: path) != nil
      || stat(path, &information) == 0 && [S_IFIFO, S_IFCHR].contains(information.st_mode & S_IFMT)
  }

  /// The open descriptor that a path such as `/dev/fd/3` names; `nil` for the path of a file.
  private static func descriptor(of path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default:
      let folder = ["/dev/fd/", "/proc/self/fd/"].first { path.hasPrefix($0) }
      return folder.flatMap { Int32(path.dropFirst($0.count)) }
    }
  }

  /// Throws `wrongKind` for a folder, a socket or a block device; a missing file is not an error.
  private static func requireWritable(_ path: String) throws(SystemError) {
    var information = stat()
    guard stat(path, &information) == 0 else { return }
    let found =
      switch information.st_mode & S_IFMT {
      case S_IFDIR: "a folder"
      case S_IFSOCK: "a socket"
      case S_IFBLK: "a disk"
      default: ""
      }
    if !found.isEmpty { throw .wrongKind(found: found, expected: "a file") }
  }
}
