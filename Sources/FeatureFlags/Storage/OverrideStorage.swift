/// Overrides that an app can follow, whether or not it can change them.
package protocol FollowableOverrides: Sendable {
  /// Reports the current overrides, and later each new revision.
  ///
  /// A local storage reports the current overrides before the call returns; served overrides may
  /// block the caller for a short time, see ``ServedOverrides/follow(_:)``. Each revision is reported
  /// at most once, including those of commits through the same storage; a revision that is quickly
  /// replaced may be skipped. The reports are delivered one at a time, on any thread.
  ///
  /// - Parameter report: Receives the overrides, or the error of reading them.
  /// - Returns: A handle that stops the reports when it is released; `nil` if no thread can be
  ///   created.
  func follow(_ report: @escaping @Sendable (StoredOverrides.Reading) -> Void) -> OverridesFollower?
}

/// A storage of overrides that several stores and programs share, with compare-and-swap.
///
/// No method blocks a thread of Swift's cooperative pool on a lock or on a disk. All methods are
/// safe to call from any thread.
package protocol OverrideStorage: FollowableOverrides {
  /// Reads the stored overrides with their revision.
  ///
  /// - Throws: The error of reading the storage.
  func read() async throws(WorkspaceError) -> StoredOverrides

  /// Applies changes to the stored overrides in one atomic step.
  ///
  /// Overrides of other features are unchanged, even if another writer has just changed them.
  ///
  /// - Parameters:
  ///   - changes: The new override of each feature; `nil` resets the feature.
  ///   - expected: The revision on which the changes are based; with `nil` the changes are applied
  ///     to any revision, so that the last writer of a feature wins.
  /// - Returns: The overrides after the commit, including changes of other writers.
  /// - Throws: `conflict` if another writer committed first, and `failed`; the storage is
  ///   unchanged.
  func commit(
    _ changes: [Feature.Name: Override?],
    ifRevision expected: OverrideRevision?
  ) async throws(OverrideCommitError) -> StoredOverrides
}

/// A storage of overrides on this machine, which can also be used synchronously.
///
/// A switch to another thread and back is several times slower than reading a small file.
package protocol LocalOverrideStorage: OverrideStorage {
  /// Reads the overrides like ``OverrideStorage/read()``, and blocks the calling thread.
  func readNow() throws(WorkspaceError) -> StoredOverrides

  /// Commits changes like ``OverrideStorage/commit(_:ifRevision:)``, and blocks the calling thread.
  func commitNow(
    _ changes: [Feature.Name: Override?],
    ifRevision expected: OverrideRevision?
  ) throws(OverrideCommitError) -> StoredOverrides
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

/// Identifies one version of the overrides in a storage.
///
/// Two versions with the same revision have the same content. Revisions have no order.
package struct OverrideRevision: Hashable, Sendable {
  /// The identifier of the revision in the storage, such as the digest of a file.
  package let text: String

  package init(_ text: String) {
    self.text = text
  }
}

/// The content of a storage at one revision.
package struct StoredOverrides: Hashable, Sendable {
  /// The revision that identifies the version of the overrides.
  package let revision: OverrideRevision
  /// The overrides by feature name, including expired ones.
  package let overrides: [Feature.Name: Override]

  /// The overrides of a storage, or the error of reading them.
  package typealias Reading = Result<StoredOverrides, WorkspaceError>

  package init(revision: OverrideRevision, overrides: [Feature.Name: Override]) {
    self.revision = revision
    self.overrides = overrides
  }
}

/// The error of a commit that changed nothing.
package enum OverrideCommitError: Error, Hashable, Sendable {
  /// The revision of the storage differs from the expected one; `current` is its content.
  case conflict(current: StoredOverrides)
  /// The storage could not be read or written.
  case failed(WorkspaceError)
}
