import Documents
import Files
import FoundationEssentials

/// The folders that keep one source's overrides, assignments and last good configuration.
///
/// Several programs may use one workspace at once: a change is read, made and written under a lock,
/// and a file is put in place in one step.
public struct Workspace: Hashable, Sendable {
  /// The name, which is that of the folders.
  public let name: String
  /// The source that the workspace belongs to, as its files name it.
  public let source: String
  /// The folder of overrides and assignments.
  public let stateFolder: String
  /// The folder of the last good configuration.
  public let cacheFolder: String
  /// Reports each file that the workspace has written, such as for a log.
  package var writes = WriteObserver()

  /// Names a workspace; nothing is read or made until it is used.
  ///
  /// - Parameters:
  ///   - name: The name of the workspace, which becomes that of its folders.
  ///   - source: The source that the workspace belongs to.
  ///   - stateRoot: The folder that holds the state of all workspaces.
  ///   - cacheRoot: The folder that holds the caches of all workspaces.
  public init(name: String, source: String, stateRoot: String, cacheRoot: String) {
    self.name = name
    self.source = source
    stateFolder = stateRoot + "/" + name
    cacheFolder = cacheRoot + "/" + name
  }

  /// The file of the overrides, readable and made to be edited by hand.
  public var overridesPath: String { stateFolder + "/overrides.json" }
  /// The file of the assignments.
  public var assignmentsPath: String { stateFolder + "/assignments.json" }
}

/// Receives the path and the number of bytes of each written file, on the thread of the writer.
///
/// All observers are equal, so that an observer does not change the identity of a workspace.
package struct WriteObserver: Hashable, Sendable {
  package var report: (@Sendable (_ path: String, _ byteCount: Int) -> Void)?

  package static func == (one: Self, other: Self) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}

// MARK: Overrides

extension Workspace {
  /// The overrides; none if there is no file.
  ///
  /// - Throws: `unreadable`, or `malformed` with the line if the file was edited into something else.
  public func overrides() throws(WorkspaceError) -> [Feature.Name: Override] {
    try OverridesFile.overrides(at: overridesPath)
  }

  /// Changes the overrides as no other program does at the same time.
  ///
  /// - Returns: The overrides after the change, with those that other programs made.
  /// - Throws: As `overrides()`, and `unwritable`; nothing is changed then.
  @discardableResult
  public func updateOverrides(
    _ change: (inout [Feature.Name: Override]) -> Void
  ) throws(WorkspaceError) -> [Feature.Name: Override] {
    try update(overridesPath, in: stateFolder) { () throws(WorkspaceError) in
      let before = try overrides()
      var after = before
      change(&after)
      let bytes = after == before ? nil : OverridesFile.write(after, source: source)
      return (after, bytes)
    }
  }
}

// MARK: Assignments

extension Workspace {
  /// The assignments that were drawn; none if there is no file.
  ///
  /// - Throws: `unreadable`, or `malformed` if the file was edited into something else.
  public func assignments() throws(WorkspaceError) -> [Feature.Name: Double] {
    guard let bytes = try read(assignmentsPath) else { return [:] }
    do throws(DocumentError) {
      return try AssignmentsFile.read(bytes)
    } catch {
      throw .malformed(path: assignmentsPath, error)
    }
  }

  /// Changes the assignments as no other program does at the same time.
  ///
  /// - Returns: The assignments after the change, with those that other programs made.
  /// - Throws: As `assignments()`, and `unwritable`; nothing is changed then.
  @discardableResult
  public func updateAssignments(
    _ change: (inout [Feature.Name: Double]) -> Void
  ) throws(WorkspaceError) -> [Feature.Name: Double] {
    try update(assignmentsPath, in: stateFolder) { () throws(WorkspaceError) in
      let before = try assignments()
      var after = before
      change(&after)
      return (after, after == before ? nil : AssignmentsFile.write(after))
    }
  }
}

// MARK: Files

extension Workspace {
  /// Reads a file; `nil` if there is none.
  func read(
    _ path: String,
    limit: Int = Limit.workspaceFileBytes.maximum
  ) throws(WorkspaceError) -> [UInt8]? {
    do throws(SystemError) {
      return try FileSystem.readStored(path, limit: limit)
    } catch {
      if error.isMissing { return nil }
      throw WorkspaceError(reading: path, error)
    }
  }

  /// Replaces a file under the folder's lock; no bytes means that nothing changed.
  @discardableResult
  func update<Result>(
    _ path: String,
    in folder: String,
    _ body: () throws(WorkspaceError) -> (Result, [UInt8]?)
  ) throws(WorkspaceError) -> Result {
    let outcome: Swift.Result<Result, WorkspaceError>
    do throws(SystemError) {
      try FileSystem.makeFolder(folder)
      outcome = try FileSystem.withLock(folder + "/.lock") { () throws(SystemError) in
        do throws(WorkspaceError) {
          let (result, bytes) = try body()
          guard let bytes else { return .success(result) }
          FileSystem.removeDrafts(in: folder)
          try write(bytes, to: path)
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

  /// Puts a file in place; the caller holds the folder's lock.
  func write(_ bytes: [UInt8], to path: String) throws(WorkspaceError) {
    do throws(SystemError) {
      try FileSystem.replace(path, with: bytes)
      writes.report?(path, bytes.count)
    } catch {
      throw WorkspaceError(writing: path, error)
    }
  }
}
