import Documents
import Files

/// A file of a workspace, which several programs may read and replace concurrently.
package struct WorkspaceFile: Hashable, Sendable {
  package let path: String
  private let writes: WriteObserver

  package init(_ path: String, writes: WriteObserver = WriteObserver()) {
    self.path = path
    self.writes = writes
  }

  /// The path of the file whose advisory lock is held during a write.
  var lockPath: String { FileSystem.parent(of: path) + "/.lock" }

  /// Reads the file; returns `nil` if it is missing.
  ///
  /// - Throws: `unreadable`, or `unusable` for a pipe, a folder, or a file above the limit.
  package func read(
    limit: Int = InputLimit.workspaceFileBytes.maximum
  ) throws(WorkspaceError) -> [UInt8]? {
    do throws(SystemError) {
      return try FileSystem.readStored(path, limit: limit)
    } catch {
      if error.isMissing { return nil }
      throw WorkspaceError(reading: path, error)
    }
  }

  /// Reads and parses the file; returns `nil` if it is missing.
  ///
  /// - Throws: The errors of ``read(limit:)``, or `malformed` with the error of `parse`.
  package func read<Value>(
    _ parse: ([UInt8]) throws(DocumentError) -> Value
  ) throws(WorkspaceError) -> Value? {
    guard let bytes = try read() else { return nil }
    return try mapError(parse(bytes)) { (error: DocumentError) in
      WorkspaceError.malformed(path: path, error)
    }
  }

  /// Replaces the file atomically, while holding the advisory lock of its folder.
  ///
  /// - Parameter body: Returns a result and the new content, while the lock is held; if the content is
  ///   `nil`, the file is unchanged.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`; `locked` and `unwritable`.
  @discardableResult
  package func update<Result>(
    _ body: () throws(WorkspaceError) -> (Result, [UInt8]?)
  ) throws(WorkspaceError) -> Result {
    let folder = FileSystem.parent(of: path)
    let outcome: Swift.Result<Result, WorkspaceError>
    do throws(SystemError) {
      try FileSystem.makeFolder(folder)
      outcome = try FileSystem.withFileLock(lockPath) { () throws(SystemError) in
        Swift.Result { () throws(WorkspaceError) in
          let (result, bytes) = try body()
          if let bytes { try replace(with: bytes) }
          return result
        }
      }
    } catch {
      throw WorkspaceError(writing: path, error)
    }
    return try outcome.get()
  }

  /// Replaces the file, or the target of a link, atomically, and removes temporary files of killed
  /// processes; the caller holds the advisory lock of the folder.
  func replace(with bytes: [UInt8]) throws(WorkspaceError) {
    FileSystem.removeDrafts(in: FileSystem.parent(of: path))
    try mapError(FileSystem.replaceTarget(of: path, with: bytes)) { (error: SystemError) in
      WorkspaceError(writing: path, error)
    }
    writes.report?(path, bytes.count)
  }

  /// Removes the file; does nothing if the file is missing.
  package func remove() throws(WorkspaceError) {
    try mapError(FileSystem.remove(path)) { (error: SystemError) in
      WorkspaceError(writing: path, error)
    }
  }
}
