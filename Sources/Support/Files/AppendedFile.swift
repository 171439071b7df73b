import FoundationEssentials
import Glibc

/// A file to which whole lines are appended, such as a journal.
///
/// The caller holds a lock that excludes other writers. Lines are not synced to the disk: after a
/// power failure the last lines can be missing.
package struct AppendedFile: Sendable {
  /// The path of the file, which need not exist.
  package let path: String

  package init(_ path: String) {
    self.path = path
  }

  /// The size of the file in bytes; 0 if the file is missing.
  ///
  /// - Throws: `number` for a failed system call; a missing file is not an error.
  package func size() throws(SystemError) -> Int {
    var information = stat()
    guard stat(path, &information) == 0 else {
      if errno == ENOENT { return 0 }
      throw .last
    }
    return Int(information.st_size)
  }

  /// Reads the last complete line, without its line break.
  ///
  /// - Parameter limit: The largest allowed length of the line in bytes.
  /// - Returns: The line and the offset after its line break; `nil` if the file is missing, or has no
  ///   complete line.
  /// - Throws: `number` for a failed system call, `tooLarge`, or `wrongKind`.
  package func lastLine(
    limit: Int
  ) throws(SystemError) -> (line: [UInt8], end: Int)? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw .last
    }
    defer { close(file) }
    try FileSystem.requireRegularFile(file)
    let size = try size()
    var length = min(4096, size)
    while length > 0 {
      let bytes = try FileSystem.read(file, at: size - length, count: length)
      if let end = bytes.lastIndex(of: Self.lineBreak) {
        if let start = bytes[..<end].lastIndex(of: Self.lineBreak) {
          return (Array(bytes[(start + 1)..<end]), size - length + end + 1)
        }
        if length == size { return (Array(bytes[..<end]), end + 1) }
      }
      guard length < size else { return nil }
      guard length <= limit else { throw .tooLarge(limit: limit) }
      length = min(length * 4, size)
    }
    return nil
  }

  /// Reads the last lines of the file, with their line breaks.
  ///
  /// - Parameter limit: The maximum size of all lines in bytes.
  /// - Returns: The last whole lines and the bytes after the last line break, with the offset of the
  ///   first of these bytes; empty for a missing file.
  /// - Throws: `number` for a failed system call, or `wrongKind`.
  package func lastLines(size limit: Int) throws(SystemError) -> (bytes: [UInt8], offset: Int) {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return ([], 0) }
      throw .last
    }
    defer { close(file) }
    try FileSystem.requireRegularFile(file)
    let start = max(try size() - limit, 0)
    let bytes = try FileSystem.read(file, at: start, count: limit)
    guard start > 0 else { return (bytes, 0) }
    let first = bytes.firstIndex(of: Self.lineBreak).map { $0 + 1 } ?? bytes.count
    return (Array(bytes[first...]), start + first)
  }

  /// Writes bytes at an offset, and removes everything after them.
  ///
  /// - Parameters:
  ///   - bytes: The lines to append, each with a line break.
  ///   - end: The offset after the last valid line, as `lastLine` returns it.
  /// - Throws: `number` for a failed system call; the file then ends at `end`.
  package func write(_ bytes: [UInt8], at end: Int) throws(SystemError) {
    let file = try FileSystem.openRegularFile(path, O_WRONLY | O_CREAT)
    defer { close(file) }
    guard ftruncate(file, end) == 0 else { throw .last }
    do throws(SystemError) {
      try FileSystem.write(bytes, to: file, at: end)
    } catch {
      // Removes the part that was written; if this fails too, the next write removes the part.
      _ = ftruncate(file, end)
      throw error
    }
  }

  /// Overwrites one byte with a single system call.
  ///
  /// A reader sees either the old byte or the new one, even if this process is killed during the call.
  ///
  /// - Parameters:
  ///   - byte: The new byte.
  ///   - distance: The distance of the byte from the end of the file; 1 is the last byte.
  /// - Throws: `number` for a failed system call, or `wrongKind`.
  package func write(_ byte: UInt8, beforeEnd distance: Int) throws(SystemError) {
    let file = try FileSystem.openRegularFile(path, O_WRONLY)
    defer { close(file) }
    guard pwrite(file, [byte], 1, try size() - distance) == 1 else { throw .last }
  }

  private static let lineBreak = UInt8(ascii: "\n")
}
