import Locking

extension RemoteConfigService {
  /// Fetches new values into the keeper; values that the service has already resolved do not
  /// change.
  ///
  /// Concurrent calls share one fetch and its result. Cancelling a caller ends its call
  /// immediately; the fetch is cancelled when it has no callers left.
  ///
  /// - Throws: The error of the keeper, or `CancellationError` for a cancelled caller.
  public final func fetch() async throws {
    try Task.checkCancellation()
    let caller = state.withLock { $0.nextNumber() }
    // Wrap the service, which is not `Sendable`: the cancellation handler captures it, and runs on
    // the thread that cancels.
    let shared = SharedService(service: self)
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        joinFetch(caller, continuation)
        // Handle a cancellation that arrived before the registration of the caller.
        if Task.isCancelled { leaveFetch(caller) }
      }
    } onCancel: {
      shared.service.leaveFetch(caller)
    }
  }

  private func joinFetch(_ caller: Int, _ continuation: CheckedContinuation<Void, any Error>) {
    state.withLock { state in
      var fetch = state.fetch ?? beginFetch(number: state.nextNumber())
      fetch.callers[caller] = continuation
      state.fetch = fetch
    }
  }

  private func beginFetch(number: Int) -> Fetch {
    let shared = SharedService(service: self)
    let task = Task {
      do {
        try await shared.service.keeper.fetch()
        shared.service.endFetch(number, with: .success(()))
      } catch {
        shared.service.endFetch(number, with: .failure(error))
      }
    }
    return Fetch(number: number, task: task)
  }

  private func endFetch(_ number: Int, with result: Result<Void, any Error>) {
    let callers = state.withLock { state -> [CheckedContinuation<Void, any Error>] in
      guard let fetch = state.fetch, fetch.number == number else { return [] }
      state.fetch = nil
      return Array(fetch.callers.values)
    }
    for caller in callers { caller.resume(with: result) }
  }

  private func leaveFetch(_ caller: Int) {
    let (continuation, abandoned) = state.withLock { state in
      let continuation = state.fetch?.callers.removeValue(forKey: caller)
      guard continuation != nil, state.fetch?.callers.isEmpty == true else {
        return (continuation, nil as Task<Void, Never>?)
      }
      defer { state.fetch = nil }
      return (continuation, state.fetch?.task)
    }
    abandoned?.cancel()
    continuation?.resume(throwing: CancellationError())
  }

  /// A fetch that is in progress, shared by its callers.
  struct Fetch: Sendable {
    let number: Int
    let task: Task<Void, Never>
    /// The continuations of the callers that wait for the result, by unique number.
    var callers: [Int: CheckedContinuation<Void, any Error>] = [:]
  }
}
