/// Persists overrides that several stores and programs share, with compare-and-swap.
///
/// No requirement blocks a thread of Swift's cooperative pool on a lock or on a disk. All
/// requirements are safe from any thread.
package protocol OverrideStorage: Sendable {
  /// Reads the overrides and their revision.
  ///
  /// - Throws: The reason why the overrides cannot be read.
  func read() async throws(WorkspaceError) -> StoredOverrides

  /// Applies changes to the stored overrides in one atomic step.
  ///
  /// Overrides of other features stay as they are, also if another writer has just changed them.
  ///
  /// - Parameters:
  ///   - changes: The new override of each feature; `nil` resets it.
  ///   - expected: The revision that the changes are based on; `nil` applies them to whatever is
  ///     stored, so that the last writer of a feature wins.
  /// - Returns: The overrides after the commit, with the changes of other writers.
  /// - Throws: `conflict` if another writer was first, and `failed`; nothing is changed then.
  func commit(
    _ changes: [Feature.Name: Override?],
    ifRevision expected: OverrideRevision?
  ) async throws(OverrideCommitError) -> StoredOverrides

  /// Reports the current overrides, and then each new revision.
  ///
  /// A storage on this machine reports the current overrides before the call returns. Each revision
  /// is reported at most once, including those of commits through this storage; a revision that is
  /// replaced at once may be skipped. The reports come one at a time, on any thread.
  ///
  /// - Parameter report: Receives the overrides, or the reason why they cannot be read.
  /// - Returns: A handle that ends the reports when it is released; `nil` if the system allows no
  ///   more threads.
  func follow(_ report: @escaping @Sendable (StoredOverrides.Reading) -> Void) -> OverridesFollower?
}

/// Persists overrides on this machine, also on the thread of a caller that blocks anyway.
///
/// A hop to another thread and back takes several times as long as to read a small file.
package protocol LocalOverrideStorage: OverrideStorage {
  /// Reads the overrides as ``OverrideStorage/read()`` does, and blocks the calling thread.
  func readNow() throws(WorkspaceError) -> StoredOverrides

  /// Commits changes as ``OverrideStorage/commit(_:ifRevision:)`` does, and blocks the calling thread.
  func commitNow(
    _ changes: [Feature.Name: Override?],
    ifRevision expected: OverrideRevision?
  ) throws(OverrideCommitError) -> StoredOverrides
}

extension OverrideStorage {
  /// The current overrides, and then each new revision; it ends when its consumer does.
  package var revisions: AsyncStream<StoredOverrides.Reading> {
    AsyncStream { continuation in
      let follower = follow { continuation.yield($0) }
      continuation.onTermination = { _ in withExtendedLifetime(follower) {} }
      if follower == nil { continuation.finish() }
    }
  }
}

/// Identifies one version of the overrides in a storage.
///
/// Two versions with the same revision have the same content. Revisions have no order.
package struct OverrideRevision: Hashable, Sendable {
  /// The revision as the storage knows it, such as the digest of a file.
  package let text: String

  package init(_ text: String) {
    self.text = text
  }
}

/// The overrides of a storage at one revision.
package struct StoredOverrides: Hashable, Sendable {
  /// The revision of the overrides.
  package let revision: OverrideRevision
  /// The overrides by feature, including those that have expired.
  package let overrides: [Feature.Name: Override]

  /// The overrides of a storage, or the reason why they cannot be read.
  package typealias Reading = Result<StoredOverrides, WorkspaceError>

  package init(revision: OverrideRevision, overrides: [Feature.Name: Override]) {
    self.revision = revision
    self.overrides = overrides
  }
}

/// Why a commit changed nothing.
package enum OverrideCommitError: Error, Hashable, Sendable {
  /// The storage has another revision than the expected one; its overrides come with the error.
  case conflict(current: StoredOverrides)
  /// The storage cannot be read or written.
  case failed(WorkspaceError)
}
