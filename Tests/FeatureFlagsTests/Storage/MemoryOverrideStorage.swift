import Locking

import struct FoundationEssentials.Date

@testable import FeatureFlags

/// Stores overrides in memory, for stores that share overrides.
final class MemoryOverrideStorage: LocalOverrideStorage {
  private struct State {
    var number = 0
    var overrides: [OverrideKey: Override]
    var history: History

    var stored: StoredOverrides {
      StoredOverrides(revision: OverrideRevision(String(number)), overrides: overrides)
    }

    mutating func finish(_ transaction: OverrideTransaction) {
      if transaction.overrides != overrides { number += 1 }
      overrides = transaction.overrides
      for operation in transaction.operations { history.append(operation) }
    }
  }

  private let state: Locked<State>
  /// Publishes that the overrides may have changed.
  private let commits = Publisher<Void>()

  /// Creates a storage that contains the given overrides.
  init(_ overrides: [OverrideKey: Override] = [:]) {
    state = Locked(State(overrides: overrides, history: History(base: overrides)))
  }

  func read() async throws(WorkspaceError) -> StoredOverrides {
    try readNow()
  }

  func commit(
    _ operations: [OverrideOperation],
    at now: Date
  ) async throws(WorkspaceError) -> StoredOverrides {
    try commitNow(operations, at: now)
  }

  func revert(
    _ direction: History.Direction,
    _ signature: OverrideOperation.Signature
  ) async throws(WorkspaceError) -> OverrideReversal {
    try revertNow(direction, signature)
  }

  func history() async throws(WorkspaceError) -> History {
    state.withLock { $0.history }
  }

  func recentOperations() async throws(WorkspaceError) -> [OverrideOperation] {
    state.withLock { $0.history.operations.reversed() }
  }

  func readNow() throws(WorkspaceError) -> StoredOverrides {
    state.withLock { $0.stored }
  }

  func commitNow(
    _ operations: [OverrideOperation],
    at now: Date
  ) throws(WorkspaceError) -> StoredOverrides {
    let stored = state.withLock { state in
      var transaction = OverrideTransaction(state.stored.overrides)
      transaction.removeExpired(at: now)
      for operation in operations { transaction.apply(operation) }
      state.finish(transaction)
      return state.stored
    }
    commits.publish(())
    return stored
  }

  func revertNow(
    _ direction: History.Direction,
    _ signature: OverrideOperation.Signature
  ) throws(WorkspaceError) -> OverrideReversal {
    let reversal = state.withLock { state in
      var reverted: RevertedOperation?
      var transaction = OverrideTransaction(state.overrides)
      // Skips operations whose reversal changes nothing now, such as operations whose overrides have expired.
      while reverted == nil,
        let operation = direction == .undo ? state.history.undoable : state.history.redoable
      {
        reverted = transaction.revert(operation, direction, signature)
        for operation in transaction.operations { state.history.append(operation) }
        transaction = OverrideTransaction(transaction.overrides)
      }
      state.finish(transaction)
      return OverrideReversal(reverted, stored: state.stored)
    }
    commits.publish(())
    return reversal
  }

  func follow(
    _ report: @escaping @Sendable (StoredOverrides.Reading) -> Void
  ) -> OverridesFollower? {
    let reporter = RevisionReporter(report)
    let refresh = { @Sendable [state] in
      reporter.refresh { .success(state.withLock { $0.stored }) }
    }
    let number = commits.observe { _ in refresh() }
    refresh()
    return OverridesFollower { [commits] in commits.remove(number) }
  }
}
