import Documents
import Files
import Locking

package import struct FoundationEssentials.Date

/// Stores overrides in a file, such as the `overrides.json` of a workspace.
///
/// A commit replaces the file atomically under the advisory lock of its folder. The asynchronous
/// methods work on a thread outside the cooperative thread pool. The revision is a digest of the
/// content, so that each program computes the same revision. The history of a workspace is written
/// in the same step, before the overrides.
package final class FileOverrideStorage: LocalOverrideStorage {
  private let file: WorkspaceFile
  private let source: String?
  /// The history of the workspace; `nil` for a file outside a workspace, which has none.
  private let historyFile: HistoryFile?
  private let executor = ThreadExecutor(label: "halyard.overrides.file")
  /// The last two contents that were parsed or written, so that a program does not parse its own writes.
  ///
  /// The older content is needed while a new one is being written, because the file may be read then.
  private let cache = Locked<[Content]>([])

  /// The content of the file, as bytes and parsed.
  private struct Content {
    let bytes: [UInt8]
    let stored: StoredOverrides
    /// The members that this version of the program does not know.
    let unknown: [OverridesFile.UnknownMember]
  }

  /// Creates a storage; no file is read or created until the storage is used.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which may be created later.
  ///   - source: The name of the source that a commit writes into the file; `nil` omits the name.
  package convenience init(path: String, source: String? = nil) {
    self.init(WorkspaceFile(path), source: source, history: nil)
  }

  init(_ file: WorkspaceFile, source: String?, history: HistoryFile?) {
    self.file = file
    self.source = source
    historyFile = history
  }

  /// Reads the overrides of the file; empty if the file is missing.
  ///
  /// - Throws: `unreadable`, `unusable`, or `malformed` with the line of the first problem.
  package func read() async throws(WorkspaceError) -> StoredOverrides {
    try await executor.run { [self] () throws(WorkspaceError) in try readNow() }
  }

  package func commit(
    _ operations: [OverrideOperation],
    at now: Date
  ) async throws(WorkspaceError) -> StoredOverrides {
    try await executor.run { [self] () throws(WorkspaceError) in try commitNow(operations, at: now)
    }
  }

  package func revert(
    _ direction: History.Direction,
    _ signature: OverrideOperation.Signature
  ) async throws(WorkspaceError) -> OverrideReversal {
    try await executor.run { [self] () throws(WorkspaceError) in
      try revertNow(direction, signature)
    }
  }

  /// Reads the history, including the part before the last rotation of its file; empty if there is no
  /// history.
  ///
  /// - Throws: `unreadable`, or `malformed` with the line of the first problem.
  package func history() async throws(WorkspaceError) -> History {
    try await executor.run { [self] () throws(WorkspaceError) in try historyNow() }
  }

  /// Reads the operations in the last 128 KiB of each history file; older operations are left out.
  ///
  /// - Throws: `unreadable`, or `malformed` with the line of the first problem.
  package func recentOperations() async throws(WorkspaceError) -> [OverrideOperation] {
    try await executor.run { [self] () throws(WorkspaceError) in
      try historyFile?.recent(committedAt: try readNow().revision) ?? []
    }
  }

  /// Returns the fields of the file, as last read or written, that this version of the program does not
  /// know.
  ///
  /// Unknown fields are ignored. A commit preserves the unknown fields of a feature as long as the feature
  /// has an override.
  ///
  /// - Parameter limit: The maximum number of returned fields.
  /// - Returns: The first unknown fields, and the number of all unknown fields.
  package func unknownFields(limit: Int) -> (first: [UnknownField], count: Int) {
    let unknown = cache.withLock { $0.first?.unknown } ?? []
    return (unknown.prefix(limit).map(\.field), unknown.count)
  }

  package func follow(
    _ report: @escaping @Sendable (StoredOverrides.Reading) -> Void
  ) -> OverridesFollower? {
    let reporter = RevisionReporter(report)
    let refresh = { @Sendable [self] in
      reporter.refresh { Result { () throws(WorkspaceError) in try readNow() } }
    }
    guard let watch = FileWatch(path: file.path, onChange: refresh) else { return nil }
    // Reads after the watch has begun, so that no change is missed in between.
    refresh()
    // The locked file marks this program as a follower. Drops the error: a program that cannot write
    // to the folder follows without being counted.
    let mark = try? LockedFile(in: followersFolder)
    return OverridesFollower(isPolling: watch.isPolling) { withExtendedLifetime((watch, mark)) {} }
  }

  /// The folder in which each following program locks a file.
  private var followersFolder: String { FileSystem.parent(of: file.path) + "/.followers" }

  /// The number of programs that follow the file now.
  package var followerCount: Int { LockedFile.count(in: followersFolder) }
}

// MARK: Blocking

extension FileOverrideStorage {
  package func readNow() throws(WorkspaceError) -> StoredOverrides {
    try parse(try file.read())
  }

  /// Reads the history like ``history()``, and blocks the calling thread.
  func historyNow() throws(WorkspaceError) -> History {
    try historyFile?.read(committedAt: try readNow().revision) ?? History()
  }

  package func commitNow(
    _ operations: [OverrideOperation],
    at now: Date
  ) throws(WorkspaceError) -> StoredOverrides {
    try commitNow(at: now) { transaction in
      for operation in operations { transaction.apply(operation) }
    }
  }

  /// Changes the file on the calling thread, which may block on the advisory lock and the disk.
  ///
  /// The file is read again under the lock, so that the change is merged with those of other programs.
  ///
  /// - Parameters:
  ///   - now: The time of the commit, which determines the expired overrides.
  ///   - change: Changes the overrides, while the advisory lock is held.
  /// - Returns: The overrides after the change, including changes of other programs.
  /// - Throws: The error of reading or writing the file; the file is unchanged.
  func commitNow(
    at now: Date,
    _ change: (inout OverrideTransaction) -> Void
  ) throws(WorkspaceError) -> StoredOverrides {
    try file.update { () throws(WorkspaceError) in
      let current = try readNow()
      var (transaction, end) = try begin(at: now, current)
      change(&transaction)
      return (try finish(transaction, after: end, current), nil)
    }
  }

  package func revertNow(
    _ direction: History.Direction,
    _ signature: OverrideOperation.Signature
  ) throws(WorkspaceError) -> OverrideReversal {
    try file.update { () throws(WorkspaceError) in
      let current = try readNow()
      guard let historyFile else {
        return (OverrideReversal(nil, stored: current), nil)
      }
      var (transaction, end) = try begin(at: signature.date, current)
      var reverted: RevertedOperation?
      // Skips operations whose reversal would change nothing now, such as operations whose overrides
      // have expired.
      while reverted == nil,
        let operation = try historyFile.target(
          of: direction,
          before: end,
          newOperations: transaction.operations
        )
      {
        reverted = transaction.revert(operation, direction, signature)
      }
      let stored = try finish(transaction, after: end, current)
      return (OverrideReversal(reverted, stored: stored), nil)
    }
  }

  /// Begins a transaction that records edits of the file by hand, and removes expired overrides;
  /// the caller holds the advisory lock.
  private func begin(
    at now: Date,
    _ current: StoredOverrides
  ) throws(WorkspaceError) -> (OverrideTransaction, HistoryFile.End?) {
    var transaction = OverrideTransaction(current.overrides)
    let end = try historyFile?.end(at: current.revision)
    if let former = end?.edited { transaction.recordEdit(since: former, at: now) }
    transaction.removeExpired(at: now)
    return (transaction, end)
  }

  /// Appends the operations of a transaction to the history, and then replaces the overrides file, if it
  /// changes; the caller holds the advisory lock.
  ///
  /// - Returns: The overrides after the transaction.
  private func finish(
    _ transaction: OverrideTransaction,
    after end: HistoryFile.End?,
    _ current: StoredOverrides
  ) throws(WorkspaceError) -> StoredOverrides {
    let isChanged = transaction.overrides != current.overrides
    let file = OverridesFile(
      transaction.overrides,
      preserving: content(where: { $0.stored.revision == current.revision })?.unknown ?? []
    )
    let bytes = file.bytes(source: source)
    // Caches the content before the file is written: the watch of this process may read the new file
    // immediately, and then finds the content in the cache instead of parsing it.
    let stored = isChanged ? remember(bytes, file) : current
    if let historyFile, !transaction.operations.isEmpty {
      try historyFile.append(
        transaction.operations,
        after: end,
        base: end?.edited ?? current.overrides,
        HistoryLine.Commit(
          before: current.revision,
          after: stored.revision,
          isApplied: !isChanged
        )
      )
    }
    guard isChanged else { return stored }
    try self.file.replace(with: bytes)
    if !transaction.operations.isEmpty { historyFile?.markApplied() }
    return stored
  }

  private func parse(_ bytes: [UInt8]?) throws(WorkspaceError) -> StoredOverrides {
    guard let bytes else {
      return StoredOverrides(revision: OverrideRevision("missing"), overrides: [:])
    }
    if let known = content(where: { $0.bytes == bytes }) { return known.stored }
    let parsed = try mapError(OverridesFile(bytes)) { (error: DocumentError) in
      WorkspaceError.malformed(path: file.path, error)
    }
    return remember(bytes, parsed)
  }

  /// Returns the cached content that fulfils a condition; `nil` if there is none.
  private func content(where condition: (Content) -> Bool) -> Content? {
    cache.withLock { $0.first(where: condition) }
  }

  private func remember(_ bytes: [UInt8], _ file: OverridesFile) -> StoredOverrides {
    let revision = OverrideRevision(SHA256.digest(of: bytes))
    let stored = StoredOverrides(revision: revision, overrides: file.overrides)
    let content = Content(bytes: bytes, stored: stored, unknown: file.unknown)
    cache.withLock { cache in
      cache.removeAll { $0.bytes == bytes }
      cache = [content] + cache.prefix(1)
    }
    return stored
  }
}
