import Locking

/// A handle that follows the overrides that other programs write, until the handle is released.
///
/// Releasing the handle does not wait for a report that is running.
///
/// A change is active, and published to the store's stream of changes, within milliseconds.
/// Following uses no processor time while nothing changes.
/// ``FlagStore/followWorkspace(onProblem:)`` creates a handle.
public final class OverridesFollower: Sendable {
  /// Whether changes are noticed by polling, after up to a second, because the kernel does not
  /// report them.
  package let isPolling: Bool
  private let end: @Sendable () -> Void

  /// Creates a handle.
  ///
  /// - Parameters:
  ///   - isPolling: Whether changes are noticed by polling the file.
  ///   - end: Stops following; called when the handle is released. The closure retains the objects that
  ///     follow the overrides, such as a watch of a file.
  package init(isPolling: Bool = false, end: @escaping @Sendable () -> Void) {
    self.isPolling = isPolling
    self.end = end
  }

  deinit {
    end()
  }
}

/// Reports new revisions of a storage to one follower, and never the same revision twice in a row.
package final class RevisionReporter: Sendable {
  private typealias Outcome = Result<OverrideRevision, WorkspaceError>

  private let report: @Sendable (StoredOverrides.Reading) -> Void
  /// The last reported revision or error.
  ///
  /// The lock is held while the storage is read and reported, so that an older reading is never
  /// reported after a newer one.
  private let last = Locked<Outcome?>(nil)
  private let hasEnded = Locked(false)

  package init(_ report: @escaping @Sendable (StoredOverrides.Reading) -> Void) {
    self.report = report
  }

  /// Reads the storage, and reports its content unless the last report had the same revision.
  package func refresh(_ read: () -> StoredOverrides.Reading) {
    last.withLock { last in
      guard !hasEnded.withLock({ $0 }) else { return }
      let reading = read()
      let outcome = reading.map(\.revision)
      guard last != outcome else { return }
      last = outcome
      report(reading)
    }
  }

  /// Drops all later reports; does not wait for one that is running.
  package func end() {
    hasEnded.withLock { $0 = true }
  }
}
