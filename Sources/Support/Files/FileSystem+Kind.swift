import FoundationEssentials
import Glibc

extension FileSystem {
  /// Opens a regular file that is written in place, such as a journal; a created file can be read
  /// by its owner only.
  ///
  /// A symbolic link is not followed, so that a link cannot redirect the write to another folder.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - flags: The access mode, and `O_CREAT` to create a missing file.
  /// - Returns: The descriptor, which the caller closes.
  /// - Throws: `wrongKind` for another kind of file, and `number` for a failed system call.
  package static func openRegularFile(
    _ path: String,
    _ flags: Int32
  ) throws(SystemError) -> Int32 {
    // Non-blocking, because opening a named pipe would wait for its other end.
    let file = open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard file >= 0 else {
      let error = SystemError.last
      // Checks the kind of the file, because the error number does not show it: `ELOOP`, for example, means a
      // symbolic link here.
      var information = stat()
      if lstat(path, &information) == 0 { try requireRegular(information.st_mode) }
      throw error
    }
    do throws(SystemError) {
      try requireRegularFile(file)
    } catch {
      close(file)
      throw error
    }
    return file
  }

  /// Whether a file of any kind is at the given path, even a symbolic link without a target.
  package static func exists(_ path: String) -> Bool {
    var information = stat()
    return lstat(path, &information) == 0
  }

  /// Whether nothing is at the given path; also `false` if the check fails.
  package static func isMissing(_ path: String) -> Bool {
    var information = stat()
    return lstat(path, &information) != 0 && errno == ENOENT
  }

  /// Whether a symbolic link is at the given path.
  package static func isLink(_ path: String) -> Bool {
    var information = stat()
    return lstat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFLNK
  }

  /// The largest number of symbolic links that are followed in one path; the kernel has the same limit.
  static let linkLimit = 40

  /// The path that a symbolic link contains; `nil` for another kind of file.
  static func linkTarget(_ path: String) -> String? {
    // Drops the error: only a symbolic link has a target.
    try? FileManager.default.destinationOfSymbolicLink(atPath: path)
  }

  /// Follows the chain of symbolic links at a path, and returns the path of the last target, even if
  /// that file is missing.
  ///
  /// Returns the given path if it is not a symbolic link, or if the chain is longer than ``linkLimit``.
  static func target(of path: String) -> String {
    var target = path
    for _ in 0..<linkLimit {
      guard let link = linkTarget(target) else { return target }
      target = link.hasPrefix("/") ? link : parent(of: target) + "/" + link
    }
    return path
  }

  /// The permissions of a regular file that users other than its owner can read or write.
  ///
  /// `nil` for a private file, for another kind of file, and for a missing file.
  package static func sharedMode(of path: String) -> UInt32? {
    var information = stat()
    guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG,
      information.st_mode & 0o066 != 0
    else { return nil }
    return information.st_mode & 0o777
  }

  static func requireRegularFile(_ file: Int32) throws(SystemError) {
    try requireRegular(kind(of: file))
  }

  private static func requireRegular(_ mode: mode_t) throws(SystemError) {
    let found =
      switch mode & S_IFMT {
      case S_IFREG: ""
      case S_IFDIR: "a folder"
      case S_IFIFO: "a pipe"
      case S_IFSOCK: "a socket"
      case S_IFLNK: "a symbolic link"
      default: "a device"
      }
    if !found.isEmpty { throw .wrongKind(found: found, expected: "a regular file") }
  }

  static func kind(of file: Int32) -> mode_t {
    var information = stat()
    return fstat(file, &information) == 0 ? information.st_mode & S_IFMT : 0
  }
}
