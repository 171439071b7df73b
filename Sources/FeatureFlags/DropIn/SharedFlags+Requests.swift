import FoundationEssentials
import Locking
import Networking

extension SharedFlags {
  /// The HTTP client of all requests of the drop-in API, shared so that connections are reused.
  static let client = HTTPClient()

  /// Loads the configuration again: a file synchronously, a server in the background.
  ///
  /// - Parameter completion: Called when loading has ended; for a server on another thread.
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
    // The completion of the framework is not `Sendable`. Only the task below calls it, and once.
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

  /// Loads the configuration, and waits for the server up to a timeout.
  func start(waitingUpTo limit: Duration) async {
    let request = state.withLock { state in
      state.isStarting = true
      loadIfNeeded(&state)
      return self.request(&state)
    }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await Self.value(of: request) }
      group.addTask {
        // Ignores the cancellation: it ends the wait, as the timeout does.
        try? await ContinuousClock().sleep(for: limit)
      }
      await group.next()
      group.cancelAll()
    }
    state.withLock { $0.isStarting = false }
  }

  /// Waits for a task, or for the cancellation of the current task.
  private static func value(of task: Task<ConfigurationLoader.LoadResult, Never>) async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    Task {
      _ = await task.value
      continuation.finish()
    }
    for await _ in stream {}
  }

  /// Starts a request to the source, or returns the running one.
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
      // A setting has changed since the request: the next look-up loads the configuration.
      guard state.generation == generation else { return }
      state.request = nil
      let isFirst = state.isStarting || state.loaded == nil
      if state.settings.updates == .nextStart, !isFirst {
        state.failures = result.failures
      } else {
        Self.activate(result, into: &state)
      }
    }
  }
}

// MARK: Polling

extension SharedFlags {
  /// Starts, changes or stops polling, according to the settings.
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
