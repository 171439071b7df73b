import Glibc

extension FileSystem {
  /// Tests whether files can be written in a folder, and leaves none behind.
  ///
  /// Writes and syncs a file that is already unlinked, so that a killed process leaves no file behind
  /// either. A missing folder is not created; instead, the permissions of its nearest parent that exists
  /// are tested.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - isWriting: Whether a file is written; otherwise only the permissions are tested.
  /// - Throws: The system error of the folder, or of its parent.
  package static func probe(_ folder: String, isWriting: Bool) throws(SystemError) {
    let existing = nearestExisting(folder)
    var information = stat()
    guard stat(existing, &information) == 0 else { throw .last }
    guard information.st_mode & S_IFMT == S_IFDIR else { throw .number(ENOTDIR) }
    guard faccessat(AT_FDCWD, existing, W_OK | X_OK, AT_EACCESS) == 0 else { throw .last }
    guard isWriting, existing == folder else { return }
    let (path, file) = try makeDraft(beside: folder + "/probe", draftPrefix, 0o600)
    unlink(path)
    defer { close(file) }
    try write([UInt8](repeating: 0, count: 4_096), to: file)
    guard fsync(file) == 0 else { throw .last }
  }

  /// The path itself, or its nearest parent that exists and can be found.
  private static func nearestExisting(_ path: String) -> String {
    exists(path) || path == "/" || path == "." ? path : nearestExisting(parent(of: path))
  }

  /// The number of bytes that this user can write to the file system of a folder, or of its nearest parent
  /// that exists; `nil` if it is unknown.
  package static func freeBytes(in folder: String) -> Int? {
    var space = statvfs()
    guard statvfs(nearestExisting(folder), &space) == 0 else { return nil }
    return Int(clamping: UInt64(space.f_bavail) * UInt64(space.f_frsize))
  }

  /// The name, or else the number, of another user who owns a folder or its nearest parent that exists,
  /// with the path of that folder; `nil` if it belongs to this user.
  package static func otherOwner(of folder: String) -> (name: String, folder: String)? {
    let existing = nearestExisting(folder)
    var information = stat()
    guard stat(existing, &information) == 0, information.st_uid != geteuid() else { return nil }
    let account = getpwuid(information.st_uid)
    let name = account.map { String(cString: $0.pointee.pw_name) }
    return (name ?? "user \(information.st_uid)", existing)
  }

  /// Tests whether another process holds the advisory lock of a file; never creates the file.
  ///
  /// - Parameters:
  ///   - path: The path of the lock file; a missing file is not locked.
  ///   - deadline: The time for which another process must hold the lock to be reported: most locks are
  ///     held for one write only.
  /// - Throws: `locked` if another process holds the lock, or another error if the lock file cannot be
  ///   used.
  package static func probeLock(_ path: String, deadline: Duration) throws(SystemError) {
    guard exists(path) else { return }
    let file: Int32
    do throws(SystemError) {
      // A file on a read-only file system can be locked, too.
      let isWritable = faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0
      file = try openRegularFile(path, isWritable ? O_RDWR : O_RDONLY)
    } catch {
      throw .lockFile(path: path, error)
    }
    defer { close(file) }
    try acquire(file, deadline)
  }
}
