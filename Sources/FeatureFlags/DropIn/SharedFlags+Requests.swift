import FoundationEssentials
import Locking
import Networking

extension SharedFlags {
  /// Asks servers for all that the drop-in API loads, so that connections are used again.
  static let client = HTTPClient()

  /// Loads the configuration again: a file at once, a server behind.
  ///
  /// - Parameter completion: Called when the new features are in place, or when there are none; for
  ///   a server on another thread.
  func refresh(_ completion: (() -> Void)?) {
    let request = state.withLock { state in
      guard state.isRemote else {
        reload(&state)
        return nil as Task<ConfigurationLoader.LoadResult, Never>?
      }
      loadIfNeeded(&state)
      return self.request(&state)
    }
    guard let request else {
      completion?()
      return
    }
    guard let completion else { return }
    // The framework's type of the completion says nothing about threads. It is called once, and by
    // nobody else.
    nonisolated(unsafe) let call = completion
    Task {
      _ = await request.value
      call()
    }
  }

  /// Loads the configuration again, and waits for it.
  @discardableResult
  func refreshed() async -> ConfigurationLoader.LoadResult {
    let request = state.withLock { state in
      loadIfNeeded(&state)
      return self.request(&state)
    }
    return await request.value
  }

  /// Begins, and waits for the server until a deadline.
  func start(waitingUpTo limit: Duration) async {
    let request = state.withLock { state in
      state.isStarting = true
      loadIfNeeded(&state)
      return self.request(&state)
    }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await Self.value(of: request) }
      group.addTask {
        // A wait that is cancelled is over.
        try? await ContinuousClock().sleep(for: limit)
      }
      await group.next()
      group.cancelAll()
    }
    state.withLock { $0.isStarting = false }
  }

  /// Waits for a task, but not beyond the cancellation of the one that waits.
  private static func value(of task: Task<ConfigurationLoader.LoadResult, Never>) async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    Task {
      _ = await task.value
      continuation.finish()
    }
    for await _ in stream {}
  }

  /// Asks the source, unless it is being asked already.
  func request(_ state: inout State) -> Task<ConfigurationLoader.LoadResult, Never> {
    if let request = state.request { return request }
    let (previous, generation) = (state.loaded, state.generation)
    Self.forgetErrors(of: state)
    let loader: Result<ConfigurationLoader, SourceError>
    do throws(SourceError) { loader = .success(try state.loader) } catch {
      loader = .failure(error)
    }
    let request = Task { [self] in
      let result = await Self.load(loader, after: previous)
      finish(result, generation: generation)
      return result
    }
    state.request = request
    return request
  }

  private static func load(
    _ loader: Result<ConfigurationLoader, SourceError>,
    after previous: ConfigurationLoader.Loaded?
  ) async -> ConfigurationLoader.LoadResult {
    do throws(SourceError) {
      return .success(try await loader.get().load(after: previous))
    } catch {
      return .failure(error)
    }
  }

  private func finish(_ result: ConfigurationLoader.LoadResult, generation: Int) {
    state.withLock { state in
      // What was set since then is loaded by itself.
      guard state.generation == generation else { return }
      state.request = nil
      let isFirst = state.isStarting || state.loaded == nil
      if state.settings.updates == .nextStart, !isFirst {
        state.failures = result.failures
      } else {
        Self.take(result, into: &state)
      }
    }
  }
}

// MARK: Polling

extension SharedFlags {
  /// Polls by the settings, or not any more.
  func updatePolling() {
    let former = state.withLock { state in
      let former = state.poller
      guard let interval = state.settings.pollingInterval else {
        state.poller = nil
        return former
      }
      let settings = PollSettings(interval: interval, jitter: 0.1)
      if let poller = state.poller {
        if poller.settings != settings { poller.settings = settings }
        return nil
      }
      let poller = Poller(settings: settings, clock: ContinuousClock()) { [weak self] _, _ in
        guard let self else { return .failure(.pending("")) }
        return await refreshed()
      }
      poller.start()
      state.poller = poller
      return nil
    }
    former?.stop()
  }
}

extension ConfigurationLoader.LoadResult {
  fileprivate var failures: [LoadFailure] {
    switch self {
    case .success(let loaded): loaded.failures
    case .failure(let error): [.source(error)]
    }
  }
}
