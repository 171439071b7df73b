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
    // The completion of the framework is not `Sendable`. Only the task below calls it, and once.
    nonisolated(unsafe) let call = completion
    Task {
      await session.refreshed()
      call()
    }
  }

  /// Loads the configuration again, and waits for it.
  func refreshed() async {
    loadIfNeeded()
    forgetErrors()
    await session?.refreshed()
  }

  /// Loads the configuration, and waits for the server up to a timeout.
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
        // Ignores the cancellation: it ends the wait, as the timeout does.
        try? await ContinuousClock().sleep(for: limit)
      }
      await group.next()
      group.cancelAll()
    }
    state.withLock { $0.isStarting = false }
  }

  /// Starts, changes or stops polling, according to the settings.
  func updatePolling() {
    let (session, settings) = state.withLock { state in
      // Polling loads the configuration of a program that has looked up no feature yet.
      (state.currentSession(), state.settings.pollSettings)
    }
    session?.poll(settings)
  }
}
