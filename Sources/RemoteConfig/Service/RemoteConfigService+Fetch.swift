import Locking

extension RemoteConfigService {
  /// Brings the keeper up to date; values that were found before stay.
  ///
  /// Calls during a fetch share it and its result; a call after its end fetches anew. A fetch is
  /// given up when nobody waits for it any more.
  ///
  /// - Throws: What the keeper throws.
  public final func fetch() async throws {
    let (task, number) = state.withLock { state in
      let fetch = state.fetch ?? beginFetch(number: state.nextNumber())
      state.fetch = Fetch(number: fetch.number, task: fetch.task, waiting: fetch.waiting + 1)
      return (fetch.task, fetch.number)
    }
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      leaveFetch(number)
    }
  }

  private func beginFetch(number: Int) -> Fetch {
    let task = Task {
      defer { state.withLock { if $0.fetch?.number == number { $0.fetch = nil } } }
      try await keeper.fetch()
    }
    return Fetch(number: number, task: task, waiting: 0)
  }

  private func leaveFetch(_ number: Int) {
    let abandoned = state.withLock { state -> Task<Void, any Error>? in
      guard let fetch = state.fetch, fetch.number == number else { return nil }
      state.fetch?.waiting -= 1
      guard fetch.waiting == 1 else { return nil }
      state.fetch = nil
      return fetch.task
    }
    abandoned?.cancel()
  }

  /// A fetch under way.
  struct Fetch: Sendable {
    let number: Int
    let task: Task<Void, any Error>
    /// How many callers want its result.
    var waiting: Int
  }
}
