import Documents

/// Names the folders of one source's overrides, assignments and last known good configuration.
///
/// Several programs may use one workspace at once: a file is changed under an advisory lock, and
/// replaced atomically.
///
/// ```swift
/// let workspace = Workspace(
///   name: "shop",
///   source: "Features.json",
///   stateRoot: "/tmp/state",
///   cacheRoot: "/tmp/cache"
/// )
/// let store = FlagStore(workspace: workspace)
/// ```
public struct Workspace: Hashable, Sendable {
  /// The name of the workspace and of its folders.
  public let name: String
  /// The source that the workspace belongs to, as its files name it.
  public let source: String
  /// The folder of overrides and assignments.
  public let stateFolder: String
  /// The folder of the last known good configuration.
  public let cacheFolder: String
  /// Reports each file that the workspace has written, such as for a log.
  package var writes = WriteObserver()

  /// Names a workspace; nothing is read or created until it is used.
  ///
  /// - Parameters:
  ///   - name: The name of the workspace and of its folders.
  ///   - source: The source that the workspace belongs to.
  ///   - stateRoot: The folder that holds the state of all workspaces.
  ///   - cacheRoot: The folder that holds the caches of all workspaces.
  public init(name: String, source: String, stateRoot: String, cacheRoot: String) {
    self.name = name
    self.source = source
    stateFolder = stateRoot + "/" + name
    cacheFolder = cacheRoot + "/" + name
  }

  /// The path of the overrides, a JSON file that users may edit.
  public var overridesPath: String { stateFolder + "/overrides.json" }
  /// The path of the assignments.
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

// MARK: Files

extension Workspace {
  /// A file of the workspace.
  func file(_ path: String) -> WorkspaceFile { WorkspaceFile(path, writes: writes) }
}

// MARK: Overrides

extension Workspace {
  /// The storage of the overrides, with a cache of its own for parsed content.
  package var overrideStorage: FileOverrideStorage {
    FileOverrideStorage(file(overridesPath), source: source)
  }

  /// The overrides; none if there is no file.
  ///
  /// - Throws: `unreadable`, or `malformed` with the line of the first defect.
  public func overrides() throws(WorkspaceError) -> [Feature.Name: Override] {
    try overrideStorage.readNow().overrides
  }

  /// Changes the overrides while no other program does, and blocks until they are on disk.
  ///
  /// - Returns: The overrides after the change, with the changes of other programs.
  /// - Throws: As ``overrides()``, and `unwritable` or `locked`; nothing is changed then.
  @discardableResult
  public func updateOverrides(
    _ change: (inout [Feature.Name: Override]) -> Void
  ) throws(WorkspaceError) -> [Feature.Name: Override] {
    do throws(OverrideCommitError) {
      return try overrideStorage.commitNow(ifRevision: nil, change).overrides
    } catch {
      switch error {
      case .failed(let error): throw error
      // A commit without an expected revision has no conflict.
      case .conflict(let current): return current.overrides
      }
    }
  }
}

// MARK: Assignments

extension Workspace {
  /// The stored assignments; none if there is no file.
  ///
  /// - Throws: `unreadable`, or `malformed` with the line of the first defect.
  public func assignments() throws(WorkspaceError) -> [Feature.Name: Double] {
    guard let bytes = try file(assignmentsPath).read() else { return [:] }
    do throws(DocumentError) {
      return try AssignmentsFile.read(bytes)
    } catch {
      throw .malformed(path: assignmentsPath, error)
    }
  }

  /// Changes the assignments while no other program does, and blocks until they are on disk.
  ///
  /// - Returns: The assignments after the change, with those of other programs.
  /// - Throws: As ``assignments()``, and `unwritable` or `locked`; nothing is changed then.
  @discardableResult
  public func updateAssignments(
    _ change: (inout [Feature.Name: Double]) -> Void
  ) throws(WorkspaceError) -> [Feature.Name: Double] {
    try file(assignmentsPath).update { () throws(WorkspaceError) in
      let before = try assignments()
      var after = before
      change(&after)
      return (after, after == before ? nil : AssignmentsFile.write(after))
    }
  }
}
