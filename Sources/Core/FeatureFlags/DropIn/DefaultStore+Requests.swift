import FoundationEssentials
import Locking
import Networking

extension DefaultStore {
  /// The HTTP client for all requests of the drop-in API, shared to reuse connections.
  static let client = HTTPClient()

  /// Loads the configuration again: a file synchronously, a server in the background.
  ///
  /// - Parameter completion: Called when the load has ended; for a server on another thread.
  func refresh(_ completion: (() -> Void)?) {
    guard state.withLock({ $0.isRemote }) else {
      reload()
      completion?()
      return
    }
    loadIfNeeded()
    guard let session = session else {
      completion?()
      return
    }
    forgetErrors()
    guard let completion else { return session.refresh() }
    // Capturing the completion in a task is safe, although the framework's API does not declare it
    // `Sendable`: only the task below calls it, and only once.
    nonisolated(unsafe) let call = completion
    Task {
      await session.refreshed()
      call()
    }
  }

  /// Loads the configuration again, and suspends the calling task until the load has ended.
  func refreshed() async {
    loadIfNeeded()
    forgetErrors()
    await session?.refreshed()
  }

  /// Loads the configuration, and suspends the calling task until the server has responded, or
  /// until a timeout.
  func start(waitingUpTo limit: Duration) async {
    state.withLock { $0.isStarting = true }
    let (events, request) = AsyncStream.makeStream(of: Void.self)
    Task {
      await refreshed()
      request.finish()
    }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in events {} }
      group.addTask {
        // Drops the error: a cancellation ends the wait, like the timeout.
        try? await ContinuousClock().sleep(for: limit)
      }
      await group.next()
      group.cancelAll()
    }
    state.withLock { $0.isStarting = false }
  }

  /// Starts, changes or stops polling, as the settings require.
  func updatePolling() {
    let (session, settings) = state.withLock { state in
      // Creates the session now, not at the first look-up: polling starts even if the program has not
      // looked up a feature yet.
      (state.currentSession(), state.settings.pollSettings)
    }
    session?.poll(settings)
  }
}
