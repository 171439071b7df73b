import Glibc

/// The metadata of a file by which a change of the file is detected; all zero for a missing file.
package struct FileStamp: Equatable, Sendable {
  private var device = dev_t()
  private var inode = ino_t()
  private var size = off_t()
  private var seconds = 0
  private var nanoseconds = 0

  /// Reads the metadata of the file at the given path.
  package init(_ path: String) {
    var information = stat()
    self.init(stat(path, &information) == 0 ? information : stat())
  }

  /// Reads the metadata of the file or the symbolic link at the given path.
  package init(unfollowed path: String) {
    var information = stat()
    self.init(lstat(path, &information) == 0 ? information : stat())
  }

  /// Reads the metadata of an open file.
  init(file: Int32) {
    var information = stat()
    self.init(fstat(file, &information) == 0 ? information : stat())
  }

  private init(_ information: stat) {
    device = information.st_dev
    inode = information.st_ino
    size = information.st_size
    seconds = information.st_mtim.tv_sec
    nanoseconds = information.st_mtim.tv_nsec
  }

  /// The time of the last change of the content in seconds since 1970; `nil` for a missing file.
  package var modificationTime: Int? { inode == 0 ? nil : seconds }
}
