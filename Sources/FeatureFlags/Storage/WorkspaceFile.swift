import Documents
import Files

/// One file of a workspace, which several programs may read and replace at once.
struct WorkspaceFile: Hashable, Sendable {
  /// The path of the file.
  let path: String
  private let writes: WriteObserver

  init(_ path: String, writes: WriteObserver = WriteObserver()) {
    self.path = path
    self.writes = writes
  }

  /// Reads the file; `nil` if it is missing.
  ///
  /// - Throws: `unreadable`, or `unusable` for a pipe, a folder or a file above the limit.
  func read(
    limit: Int = Limit.workspaceFileBytes.maximum
  ) throws(WorkspaceError) -> [UInt8]? {
    do throws(SystemError) {
      return try FileSystem.readStored(path, limit: limit)
    } catch {
      if error.isMissing { return nil }
      throw WorkspaceError(reading: path, error)
    }
  }

  /// Replaces the file atomically while no other program changes a file of its folder.
  ///
  /// - Parameter body: Runs under the advisory lock of the folder, and returns a result and the new
  ///   content; `nil` leaves the file as it is.
  /// - Returns: The result of the body.
  /// - Throws: The error of the body; `locked` and `unwritable`.
  @discardableResult
  func update<Result>(
    _ body: () throws(WorkspaceError) -> (Result, [UInt8]?)
  ) throws(WorkspaceError) -> Result {
    let folder = FileSystem.parent(of: path)
    let outcome: Swift.Result<Result, WorkspaceError>
    do throws(SystemError) {
      try FileSystem.makeFolder(folder)
      outcome = try FileSystem.withLock(folder + "/.lock") { () throws(SystemError) in
        do throws(WorkspaceError) {
          let (result, bytes) = try body()
          guard let bytes else { return .success(result) }
          FileSystem.removeDrafts(in: folder)
          try replace(with: bytes)
          return .success(result)
        } catch {
          return .failure(error)
        }
      }
    } catch {
      throw WorkspaceError(writing: path, error)
    }
    return try outcome.get()
  }

  /// Replaces the file atomically; the caller holds the lock of the folder.
  func replace(with bytes: [UInt8]) throws(WorkspaceError) {
    do throws(SystemError) {
      try FileSystem.replace(path, with: bytes)
      writes.report?(path, bytes.count)
    } catch {
      throw WorkspaceError(writing: path, error)
    }
  }

  /// Removes the file; a missing file is no error.
  func remove() throws(WorkspaceError) {
    do throws(SystemError) {
      try FileSystem.remove(path)
    } catch {
      throw WorkspaceError(writing: path, error)
    }
  }
}
