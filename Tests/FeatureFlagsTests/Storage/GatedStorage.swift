import Locking

import struct FoundationEssentials.Date

@testable import FeatureFlags

/// A storage in memory whose commits a test can block or fail.
final class GatedStorage: OverrideStorage {
  private struct State {
    var isOpen = true
    var error: WorkspaceError?
    var waiting: [CheckedContinuation<Void, Never>] = []
    var watchers: [CheckedContinuation<Void, Never>] = []
    var commits: [[OverrideKey: Override?]] = []
    var readCount = 0
  }

  let memory = MemoryOverrideStorage()
  private let state = Locked(State())

  /// The changes of all commits, in order.
  var commits: [[OverrideKey: Override?]] { state.withLock { $0.commits } }
  /// The number of times that the storage was read.
  var readCount: Int { state.withLock { $0.readCount } }

  /// Blocks all commits until ``open()`` is called.
  func close() {
    state.withLock { $0.isOpen = false }
  }

  /// Resumes blocked commits, and allows later ones.
  func open() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.isOpen = true
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Makes commits fail with the given error; `nil` lets them succeed again.
  func fail(with error: WorkspaceError?) {
    state.withLock { $0.error = error }
  }

  /// Waits until a commit is blocked.
  func waitForCommit() async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.waiting.isEmpty { state.watchers.append(continuation) }
        return !state.waiting.isEmpty
      }
      if isThere { continuation.resume() }
    }
  }

  func read() async throws(WorkspaceError) -> StoredOverrides {
    state.withLock { $0.readCount += 1 }
    return try await memory.read()
  }

  func commit(
    _ operations: [OverrideOperation],
    at now: Date
  ) async throws(WorkspaceError) -> StoredOverrides {
    var commit: [OverrideKey: Override?] = [:]
    for change in operations.flatMap(\.changes) {
      commit.updateValue(change.to, forKey: change.key)
    }
    let changes = commit
    await withCheckedContinuation { continuation in
      let (isOpen, watchers) = state.withLock { state in
        state.commits.append(changes)
        guard !state.isOpen else { return (true, [CheckedContinuation<Void, Never>]()) }
        defer { state.watchers = [] }
        state.waiting.append(continuation)
        return (false, state.watchers)
      }
      if isOpen { continuation.resume() }
      for watcher in watchers { watcher.resume() }
    }
    if let error = state.withLock({ $0.error }) { throw error }
    return try await memory.commit(operations, at: now)
  }

  func revert(
    _ direction: History.Direction,
    _ signature: OverrideOperation.Signature
  ) async throws(WorkspaceError) -> OverrideReversal {
    try await memory.revert(direction, signature)
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
