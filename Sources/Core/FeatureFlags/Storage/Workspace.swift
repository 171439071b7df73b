import Documents

import struct FoundationEssentials.Date

/// Identifies the folders for the overrides, the assignments and the last known good configuration
/// of one source.
///
/// Several programs may use the same workspace concurrently: each change of a file is made under an
/// advisory lock, and replaces the file atomically.
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
  /// The name of the workspace's source, which is written into the files of the workspace.
  public let source: String
  /// The path of the folder of overrides and assignments.
  public let stateFolder: String
  /// The path of the folder of the cached last known good configuration.
  public let cacheFolder: String
  /// The observer that is notified of each written file, for example for a log.
  package var writes = WriteObserver()

  /// Creates a reference to a workspace; no file is read or created until the workspace is used.
  ///
  /// - Parameters:
  ///   - name: The name of the workspace and of its folders.
  ///   - source: The name of the workspace's source.
  ///   - stateRoot: The folder that contains the state of all workspaces.
  ///   - cacheRoot: The folder that contains the caches of all workspaces.
  public init(name: String, source: String, stateRoot: String, cacheRoot: String) {
    self.name = name
    self.source = source
    stateFolder = stateRoot + "/" + name
    cacheFolder = cacheRoot + "/" + name
  }

  /// The path of the overrides file, which is JSON and may be edited by users.
  public var overridesPath: String { stateFolder + "/overrides.json" }
  /// The path of the assignments file, which is JSON.
  public var assignmentsPath: String { stateFolder + "/assignments.json" }
  /// The path of the file whose advisory lock a program holds while it writes a file of the state folder.
  package var lockPath: String { WorkspaceFile(overridesPath).lockPath }
}

/// Receives the path and the number of bytes of each written file, on the writing thread.
///
/// All observers are equal, so that an observer does not affect the equality of workspaces.
package struct WriteObserver: Hashable, Sendable {
  package var report: (@Sendable (_ path: String, _ byteCount: Int) -> Void)?

  package init() {}

  package static func == (one: Self, other: Self) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}

// MARK: Files

extension Workspace {
  package func file(_ path: String) -> WorkspaceFile { WorkspaceFile(path, writes: writes) }
}

// MARK: Overrides

extension Workspace {
  /// The storage of the workspace's overrides; each access creates one with its own cache of parsed
  /// content.
  package var overrideStorage: FileOverrideStorage {
    FileOverrideStorage(file(overridesPath), source: source, history: historyFile)
  }

  /// Returns the stored overrides by feature name; empty if there is no file.
  ///
  /// - Throws: `unreadable`, or `malformed` with the line of the first problem.
  public func overrides() throws(WorkspaceError) -> [OverrideKey: Override] {
    try overrideStorage.readNow().overrides
  }

  /// Changes the stored overrides in one atomic step, and blocks until they are on disk.
  ///
  /// - Returns: The overrides after the change, including changes of other programs.
  /// - Throws: `unreadable` or `malformed` for the old file, and `unwritable` or `locked`; the file
  ///   is unchanged.
  @discardableResult
  public func updateOverrides(
    _ change: (inout [OverrideKey: Override]) -> Void
  ) throws(WorkspaceError) -> [OverrideKey: Override] {
    try updateOverrides(.change, change)
  }

  /// Changes the stored overrides like ``updateOverrides(_:)``, as an operation of the given kind.
  @discardableResult
  package func updateOverrides(
    _ kind: OverrideOperation.Kind,
    _ change: (inout [OverrideKey: Override]) -> Void
  ) throws(WorkspaceError) -> [OverrideKey: Override] {
    let signature = OverrideOperation.Signature(date: Date())
    return try overrideStorage.commitNow(at: signature.date) { transaction in
      var overrides = transaction.overrides
      change(&overrides)
      transaction.replace(with: overrides, signature, kind)
    }.overrides
  }
}

// MARK: History

extension Workspace {
  /// The path of the history of overrides: one JSON object for each operation.
  package var historyPath: String { stateFolder + "/history.jsonl" }

  private var historyFile: HistoryFile { HistoryFile(historyPath, writes: writes) }

  /// Reads the history of overrides, including the part before the last rotation of its file; empty
  /// if there is none.
  ///
  /// - Throws: `unreadable`, or `malformed` with the line of the first problem.
  package func history() throws(WorkspaceError) -> History {
    try overrideStorage.historyNow()
  }
}

// MARK: Assignments

extension Workspace {
  /// Returns the stored assignments by feature name; empty if there is no file.
  ///
  /// - Throws: `unreadable`, or `malformed` with the line of the first problem.
  public func assignments() throws(WorkspaceError) -> [Feature.Name: Double] {
    try file(assignmentsPath).read(AssignmentsFile.read) ?? [:]
  }

  /// Reads the assignments of a few features quickly, even if very many are stored; assignments of other
  /// features may be included.
  func assignments(of names: [Feature.Name]) throws(WorkspaceError) -> [Feature.Name: Double] {
    guard names.count <= Self.fewNames,
      let found = AssignmentsSearch.assignments(of: names, inFile: assignmentsPath)
    else { return try assignments() }
    return found
  }

  /// The number of names up to which searching for them is faster than reading all assignments.
  private static let fewNames = 1_000

  /// Changes the stored assignments in one atomic step, and blocks until they are on disk.
  ///
  /// - Returns: The assignments after the change, including those of other programs.
  /// - Throws: `unreadable` or `malformed` for the old file, and `unwritable` or `locked`; the file
  ///   is unchanged.
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

extension Workspace {
  /// The path of the file with the time of the last request to load the source again.
  var refreshPath: String { stateFolder + "/refresh" }

  /// Makes all programs that poll the source of this workspace load the source immediately.
  ///
  /// - Throws: `unwritable` or `locked`; no program is notified.
  package func requestRefresh() throws(WorkspaceError) {
    let text = Date().formatted(.iso8601) + "\n"
    try file(refreshPath).update { () throws(WorkspaceError) in ((), Array(text.utf8)) }
  }
}

/// Stores the favourite features of a tester in `favourites.json`.
extension Workspace {
  /// The path of the favourites file, which is JSON.
  package var favouritesPath: String { stateFolder + "/favourites.json" }

  /// Returns the names of the favourite features; empty if there is no file.
  ///
  /// - Throws: `unreadable`, or `malformed` with the line of the first problem.
  package func favourites() throws(WorkspaceError) -> Set<Feature.Name> {
    try file(favouritesPath).read(FavouritesFile.read) ?? []
  }

  /// Replaces the favourites, and blocks until they are on disk.
  ///
  /// - Throws: `unreadable` or `malformed` for the old file, and `unwritable` or `locked`; the file
  ///   is unchanged.
  package func saveFavourites(_ names: Set<Feature.Name>) throws(WorkspaceError) {
    try file(favouritesPath).update { () throws(WorkspaceError) in
      ((), try favourites() == names ? nil : FavouritesFile.write(names))
    }
  }
}

/// Encodes and decodes the content of `favourites.json`.
enum FavouritesFile {
  /// Parses the content of the file.
  ///
  /// - Throws: An error for the first problem, with its line and field.
  static func read(_ bytes: [UInt8]) throws(DocumentError) -> Set<Feature.Name> {
    let document = try FieldReader(stored: bytes)
    return Set(try document.texts("favourites").map(Feature.Name.init(rawValue:)))
  }

  /// Encodes the content of the file, sorted by feature name.
  static func write(_ names: Set<Feature.Name>) -> [UInt8] {
    let texts = names.map(\.rawValue).sorted().map(JSONValue.string)
    return JSONValue.object([("version", .number(1)), ("favourites", .list(texts))]).fileBytes
  }
}
