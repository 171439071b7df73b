import Documents
import Files
import Locking

/// Stores overrides in a file, such as the `overrides.json` of a workspace.
///
/// A commit replaces the file atomically under the advisory lock of its folder. The asynchronous
/// methods work on a thread outside the cooperative thread pool. The revision is a digest of the
/// content, so that each program computes the same revision.
package final class FileOverrideStorage: LocalOverrideStorage {
  private let file: WorkspaceFile
  private let source: String?
  private let executor = ThreadExecutor(label: "halyard.overrides.file")
  /// The two contents that were parsed or written last, so that a program does not parse its own
  /// writes; two, because the old content may be read while the new one is written.
  private let cache = Locked<[(bytes: [UInt8], stored: StoredOverrides)]>([])

  /// Creates a storage; no file is read or created until the storage is used.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which may be created later.
  ///   - source: The name of the source that a commit writes into the file; `nil` omits the name.
  package convenience init(path: String, source: String? = nil) {
    self.init(WorkspaceFile(path), source: source)
  }

  init(_ file: WorkspaceFile, source: String?) {
    self.file = file
    self.source = source
  }

  /// Reads the overrides of the file; empty if the file is missing.
  ///
  /// - Throws: `unreadable`, `unusable`, or `malformed` with the line of the first defect.
  package func read() async throws(WorkspaceError) -> StoredOverrides {
    try await executor.run { [self] () throws(WorkspaceError) in try readNow() }
  }

  package func commit(
    _ changes: [Feature.Name: Override?],
    ifRevision expected: OverrideRevision?
  ) async throws(OverrideCommitError) -> StoredOverrides {
    try await executor.run { [self] () throws(OverrideCommitError) in
      try commitNow(changes, ifRevision: expected)
    }
  }

  package func follow(
    _ report: @escaping @Sendable (StoredOverrides.Reading) -> Void
  ) -> OverridesFollower? {
    let reporter = RevisionReporter(report)
    let refresh = { @Sendable [self] in
      reporter.refresh { Result { () throws(WorkspaceError) in try readNow() } }
    }
    guard let watch = FileWatch(path: file.path, onChange: refresh) else { return nil }
    // Read after the watch has begun, so that no change is missed in between.
    refresh()
    return OverridesFollower(isPolling: watch.isPolling, resource: watch)
  }
}

// MARK: Blocking

extension FileOverrideStorage {
  package func readNow() throws(WorkspaceError) -> StoredOverrides {
    try parse(try file.read())
  }

  package func commitNow(
    _ changes: [Feature.Name: Override?],
    ifRevision expected: OverrideRevision?
  ) throws(OverrideCommitError) -> StoredOverrides {
    try commitNow(ifRevision: expected) { $0.apply(changes) }
  }

  /// Changes the file on the calling thread, which may block on the advisory lock and the disk.
  ///
  /// - Parameters:
  ///   - expected: The revision on which the change is based; `nil` applies it to any revision.
  ///   - change: Modifies the overrides, while the advisory lock is held.
  /// - Returns: The overrides after the change, including changes of other programs.
  /// - Throws: `conflict` if another writer committed first, and `failed`; the file is unchanged.
  func commitNow(
    ifRevision expected: OverrideRevision?,
    _ change: (inout [Feature.Name: Override]) -> Void
  ) throws(OverrideCommitError) -> StoredOverrides {
    let result: Result<StoredOverrides, OverrideCommitError>
    do throws(WorkspaceError) {
      result = try file.update { () throws(WorkspaceError) in
        let current = try readNow()
        guard expected == nil || expected == current.revision else {
          return (.failure(.conflict(current: current)), nil)
        }
        var overrides = current.overrides
        change(&overrides)
        guard overrides != current.overrides else { return (.success(current), nil) }
        let bytes = OverridesFile.write(overrides, source: source)
        // Cache the content before the file is written: the watch of this process may read the new
        // file immediately, and then finds the content in the cache instead of parsing it.
        return (.success(remember(bytes, overrides)), bytes)
      }
    } catch {
      throw .failed(error)
    }
    return try result.get()
  }

  private func parse(_ bytes: [UInt8]?) throws(WorkspaceError) -> StoredOverrides {
    guard let bytes else {
      return StoredOverrides(revision: OverrideRevision("missing"), overrides: [:])
    }
    let known = cache.withLock { cache in cache.first { $0.bytes == bytes }?.stored }
    if let known { return known }
    do throws(DocumentError) {
      return remember(bytes, try OverridesFile.read(bytes))
    } catch {
      throw .malformed(path: file.path, error)
    }
  }

  private func remember(
    _ bytes: [UInt8],
    _ overrides: [Feature.Name: Override]
  ) -> StoredOverrides {
    let revision = OverrideRevision(SHA256.digest(of: bytes))
    let stored = StoredOverrides(revision: revision, overrides: overrides)
    cache.withLock { cache in
      cache.removeAll { $0.bytes == bytes }
      cache = [(bytes, stored)] + cache.prefix(1)
    }
    return stored
  }
}
