import Glibc
import Locking

import struct FoundationEssentials.Date

@testable import FeatureFlags

/// A storage in memory that records the thread of each commit.
final class RecordingStorage: LocalOverrideStorage {
  private struct State {
    var threads: [pthread_t] = []
    var onCommit: (@Sendable () -> Void)?
  }

  let memory = MemoryOverrideStorage()
  private let state = Locked(State())

  /// The thread of each commit so far, in order.
  var threads: [pthread_t] { state.withLock { $0.threads } }

  /// Calls a closure once, during the next commit.
  func duringNextCommit(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.onCommit = body }
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

  func revertNow(
    _ direction: History.Direction,
    _ signature: OverrideOperation.Signature
  ) throws(WorkspaceError) -> OverrideReversal {
    try memory.revertNow(direction, signature)
  }

  func readNow() throws(WorkspaceError) -> StoredOverrides {
    try memory.readNow()
  }

  func commitNow(
    _ operations: [OverrideOperation],
    at now: Date
  ) throws(WorkspaceError) -> StoredOverrides {
    let body = state.withLock { state in
      defer { state.onCommit = nil }
      state.threads.append(pthread_self())
      return state.onCommit
    }
    body?()
    return try memory.commitNow(operations, at: now)
  }

  func history() async throws(WorkspaceError) -> History { try await memory.history() }

  func recentOperations() async throws(WorkspaceError) -> [OverrideOperation] {
    try await memory.recentOperations()
  }

  func follow(
    _ report: @escaping @Sendable (StoredOverrides.Reading) -> Void
  ) -> OverridesFollower? {
    memory.follow(report)
  }
}
