import Locking

/// Stores overrides in memory, for stores of one program that share overrides, and for tests.
package final class MemoryOverrideStorage: LocalOverrideStorage {
  private struct State {
    var number = 0
    var overrides: [Feature.Name: Override]
    var followers: [Int: RevisionReporter] = [:]
    var nextFollower = 0

    var stored: StoredOverrides {
      StoredOverrides(revision: OverrideRevision(String(number)), overrides: overrides)
    }
  }

  private let state: Locked<State>

  /// Creates a storage that contains the given overrides.
  package init(_ overrides: [Feature.Name: Override] = [:]) {
    state = Locked(State(overrides: overrides))
  }

  package func read() async throws(WorkspaceError) -> StoredOverrides {
    try readNow()
  }

  package func commit(
    _ changes: [Feature.Name: Override?],
    ifRevision expected: OverrideRevision?
  ) async throws(OverrideCommitError) -> StoredOverrides {
    try commitNow(changes, ifRevision: expected)
  }

  package func readNow() throws(WorkspaceError) -> StoredOverrides {
    state.withLock { $0.stored }
  }

  package func commitNow(
    _ changes: [Feature.Name: Override?],
    ifRevision expected: OverrideRevision?
  ) throws(OverrideCommitError) -> StoredOverrides {
    let (stored, followers) = try state.withLock { state throws(OverrideCommitError) in
      let before = state.stored
      guard expected == nil || expected == before.revision else {
        throw .conflict(current: before)
      }
      state.overrides.apply(changes)
      if state.overrides != before.overrides { state.number += 1 }
      return (state.stored, Array(state.followers.values))
    }
    for follower in followers { refresh(follower) }
    return stored
  }

  package func follow(
    _ report: @escaping @Sendable (StoredOverrides.Reading) -> Void
  ) -> OverridesFollower? {
    let reporter = RevisionReporter(report)
    let number = state.withLock { state in
      defer { state.nextFollower += 1 }
      state.followers[state.nextFollower] = reporter
      return state.nextFollower
    }
    refresh(reporter)
    return OverridesFollower(
      resource: Registration { [weak self] in self?.state.withLock { $0.followers[number] = nil } }
    )
  }

  private func refresh(_ follower: RevisionReporter) {
    follower.refresh { .success(state.withLock { $0.stored }) }
  }

  /// A handle that stops the reports to one follower when it is released.
  private final class Registration: Sendable {
    private let end: @Sendable () -> Void

    init(end: @escaping @Sendable () -> Void) {
      self.end = end
    }

    deinit {
      end()
    }
  }
}

extension [Feature.Name: Override] {
  /// Replaces the overrides of some features; `nil` resets a feature.
  package mutating func apply(_ changes: [Feature.Name: Override?]) {
    for (name, override) in changes { self[name] = override }
  }
}
