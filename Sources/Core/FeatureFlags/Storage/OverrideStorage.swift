package import struct FoundationEssentials.Date

/// Overrides that an app can follow, whether or not it can change them.
package protocol FollowableOverrides: Sendable {
  /// Reports the current overrides, and later each new revision.
  ///
  /// A local storage reports the current overrides before the call returns; the overrides of a server
  /// may block the caller for a short time, see ``RemoteOverrides/follow(_:)``. Each revision is
  /// reported at most once, including those of commits through the same storage; a revision that is
  /// quickly replaced may be skipped. The reports are delivered one at a time, on any thread.
  ///
  /// - Parameter report: Receives the overrides, or the error of reading them.
  /// - Returns: A handle that stops the reports when it is released; `nil` if no thread can be
  ///   created.
  func follow(_ report: @escaping @Sendable (StoredOverrides.Reading) -> Void) -> OverridesFollower?
}

/// A storage of overrides that several stores and programs share, whose commits are atomic.
///
/// No method blocks a thread of Swift's cooperative pool on a lock or on a disk. All methods are
/// safe to call from any thread.
package protocol OverrideStorage: FollowableOverrides {
  /// Reads the stored overrides with their revision.
  ///
  /// - Throws: The error of reading the storage.
  func read() async throws(WorkspaceError) -> StoredOverrides

  /// Applies operations to the stored overrides in one atomic step, and removes expired overrides.
  ///
  /// The last writer of a feature wins. Overrides of other features are unchanged, even if another
  /// writer has just changed them. The history records each operation, and the removal of expired overrides.
  ///
  /// - Parameters:
  ///   - operations: The operations in their order; without operations, only expired overrides are removed.
  ///   - now: The time of the commit, which determines the expired overrides.
  /// - Returns: The overrides after the commit, including changes of other writers.
  /// - Throws: The error of reading or writing the storage; the storage is unchanged.
  func commit(_ operations: [OverrideOperation], at now: Date) async throws(WorkspaceError)
    -> StoredOverrides

  /// Reverts the last operation of any writer that can be undone or redone, in one atomic step.
  ///
  /// - Parameters:
  ///   - direction: Whether an operation is undone or redone.
  ///   - signature: The time, the author and the program of the reversal.
  /// - Returns: The reverted operation, and the overrides after the reversal.
  /// - Throws: The error of the storage; the storage is unchanged.
  func revert(
    _ direction: History.Direction,
    _ signature: OverrideOperation.Signature
  ) async throws(WorkspaceError) -> OverrideReversal

  /// Reads the history of the overrides, as far as the storage has it.
  ///
  /// - Throws: The error of reading the storage.
  func history() async throws(WorkspaceError) -> History

  /// Reads the last operations of the history in bounded time and memory, the newest first.
  ///
  /// - Throws: The error of reading the storage.
  func recentOperations() async throws(WorkspaceError) -> [OverrideOperation]
}

/// A storage of overrides on this machine, which can also be used synchronously.
///
/// A switch to another thread and back is several times slower than reading a small file.
package protocol LocalOverrideStorage: OverrideStorage {
  /// Reads the overrides like ``OverrideStorage/read()``, and blocks the calling thread.
  func readNow() throws(WorkspaceError) -> StoredOverrides

  /// Commits operations like ``OverrideStorage/commit(_:at:)``, and blocks the calling thread.
  func commitNow(_ operations: [OverrideOperation], at now: Date) throws(WorkspaceError)
    -> StoredOverrides

  /// Reverts an operation like ``OverrideStorage/revert(_:_:)``, and blocks the calling thread.
  func revertNow(
    _ direction: History.Direction,
    _ signature: OverrideOperation.Signature
  ) throws(WorkspaceError) -> OverrideReversal
}

extension FollowableOverrides {
  /// A stream of the current overrides and each new revision, until the consumer ends.
  package var revisions: AsyncStream<StoredOverrides.Reading> {
    AsyncStream { continuation in
      let follower = follow { continuation.yield($0) }
      continuation.onTermination = { _ in withExtendedLifetime(follower) {} }
      if follower == nil { continuation.finish() }
    }
  }
}

/// The content of a storage at one revision.
package struct StoredOverrides: Hashable, Sendable {
  /// The revision that identifies the version of the overrides.
  package let revision: OverrideRevision
  /// The overrides by feature name, including expired ones.
  package let overrides: [OverrideKey: Override]

  /// The overrides of a storage, or the error of reading them.
  package typealias Reading = Result<StoredOverrides, WorkspaceError>

  package init(revision: OverrideRevision, overrides: [OverrideKey: Override]) {
    self.revision = revision
    self.overrides = overrides
  }
}

/// The result of an undo or a redo.
package struct OverrideReversal: Hashable, Sendable {
  /// The operation that was undone or redone; `nil` if there was none, so that nothing was changed.
  package let reverted: RevertedOperation?
  /// The stored overrides after the reversal.
  package let stored: StoredOverrides

  package init(_ reverted: RevertedOperation?, stored: StoredOverrides) {
    self.reverted = reverted
    self.stored = stored
  }
}
