import Locking

/// Follows the overrides that other programs write, until it is released.
///
/// A change is active, and in the store's stream of changes, within milliseconds. Following uses no
/// processor time while nothing changes. Make one with ``FlagStore/followWorkspace(onProblem:)``.
public final class OverridesFollower: Sendable {
  /// Whether the kernel does not report changes, so that one is noticed after up to a second.
  package let isPolling: Bool
  private let resource: any Sendable

  /// Makes a handle.
  ///
  /// - Parameters:
  ///   - isPolling: Whether changes are noticed by polling.
  ///   - resource: Follows the overrides for as long as it is referenced.
  package init(isPolling: Bool = false, resource: any Sendable) {
    self.isPolling = isPolling
    self.resource = resource
  }
}

/// Reports each revision of a storage once to one follower.
final class RevisionReporter: Sendable {
  private typealias Outcome = Result<OverrideRevision, WorkspaceError>

  private let report: @Sendable (StoredOverrides.Reading) -> Void
  /// The last report, locked while the storage is read and its content reported, so that an older
  /// reading is never reported after a newer one.
  private let last = Locked<Outcome?>(nil)

  init(_ report: @escaping @Sendable (StoredOverrides.Reading) -> Void) {
    self.report = report
  }

  /// Reads the storage, and reports the content unless the last report had the same revision.
  func refresh(_ read: () -> StoredOverrides.Reading) {
    last.withLock { last in
      let reading = read()
      let outcome = reading.map(\.revision)
      guard last != outcome else { return }
      last = outcome
      report(reading)
    }
  }
}
