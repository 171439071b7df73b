package import FeatureFlags
package import FlagSystem
import Locking

package import struct FoundationEssentials.Date

/// The store of a session as the server reads it, with a version that changes with every change.
package final class ServedStore: Sendable {
  let session: FlagSession
  private let kinds: [DocumentKind]
  private let current: Locked<ServedVersion>

  /// Starts to count the changes of a session.
  ///
  /// - Parameters:
  ///   - session: The session, which must outlive the server.
  ///   - systems: The flag systems whose documents the source can have.
  ///   - now: Returns the wall clock time.
  ///   - onChange: Called with the time of each change in seconds since 1970, while the lock of the
  ///     store is held, so that it must be fast and must not use the store (deadlock).
  package init(
    _ session: FlagSession,
    systems: [FlagSystem] = [],
    now: @escaping @Sendable () -> Date,
    onChange: @escaping @Sendable (_ modified: Int64) -> Void
  ) {
    let current = Locked(ServedVersion(modified: Self.seconds(now())))
    self.session = session
    kinds = systems.documentKinds
    self.current = current
    session.subscribe { event in
      guard event.changesResults else { return }
      let modified = current.withLock { version in
        version.number += 1
        version.modified = max(version.modified + 1, Self.seconds(now()))
        return version.modified
      }
      onChange(modified)
    }
  }

  var store: FlagStore { session.store }

  /// The version of the features and overrides.
  ///
  /// Read the version before the features: a result that is cached under it is then never older than the
  /// version.
  var version: ServedVersion { current.withLock { $0 } }

  /// The evaluator of the active configuration.
  var evaluator: any FlagEvaluator { session.loaded?.configuration.evaluator ?? BiasEvaluator() }

  /// The state from which documents are generated.
  var state: ServedState {
    ServedState(
      features: store.features,
      evaluator: evaluator,
      context: store.context,
      document: session.loaded?.bytes,
      kinds: kinds
    )
  }

  private static func seconds(_ date: Date) -> Int64 {
    Int64(date.timeIntervalSince1970.rounded(.down))
  }
}

extension SessionEvent {
  /// Whether clients can get different results after the event.
  fileprivate var changesResults: Bool {
    switch self {
    case .changed: true
    // An upstream can report a change that concerns only users other than the default user.
    case .loadEnded(let report): report.change != nil || report.cause == .notification
    case .polling, .loading, .previewed, .saved, .notWritten, .overridesRead, .watchesWithDelay:
      false
    }
  }
}
