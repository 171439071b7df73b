import Files
import Locking

// MARK: Running

extension FlagSession {
  /// Runs the session until ``stop()``: loads the source, follows the source and the overrides of
  /// other programs, and publishes each event.
  ///
  /// A source that is not polled is loaded at the start of the run only if it was not loaded before, or
  /// if its file has changed since.
  package func run() async {
    await Task(executorPreference: Self.executor) { [self] in
      let follower = store.followWorkspace { [self] in publish(.overridesRead($0)) }
      let files = watchFiles()
      let refreshes = watchRefreshes()
      if follower?.isPolling == true || files.contains(where: { $0?.isPolling == true }) {
        publish(.watchesWithDelay)
      }
      let statuses = store.saveStatuses()
      let saving = Task { for await status in statuses { publish(.saved(status)) } }
      if isScheduled(files) {
        poller.resume()
        poller.start()
      }
      if loaded == nil || isPolled {
        request(.request)
      } else if isFileChanged() {
        request(.fileChange)
      }
      await runLoads()
      saving.cancel()
      withExtendedLifetime((follower, files, refreshes)) {}
    }.value
  }

  /// Applies the results of loads and publishes their events until ``stop()``.
  func runLoads() async {
    for await event in poller.events { handle(event) }
  }

  /// Ends ``run()``: cancels a running load, and stops following changes.
  package func stop() {
    poller.stop()
    let waiters = state.withLock { state in
      state.isStopped = true
      state.feed?.task.cancel()
      state.feed = nil
      return state.removeWaiters()
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Starts to watch the files; a watch is `nil` if no thread can be created for it.
  private func watchFiles() -> [FileWatch?] {
    guard case .fileChange(let paths, _) = trigger else { return [] }
    return paths.map { path in FileWatch(path: path) { [self] in request(.fileChange) } }
  }

  /// Starts to watch for the requests of other programs to load a polled source; `nil` if the source is
  /// not polled, or the store has no workspace.
  private func watchRefreshes() -> FileWatch? {
    guard isPolled, let workspace = store.workspace else { return nil }
    return FileWatch(path: workspace.refreshPath) { [self] in request(.notification) }
  }

  /// Whether a file was changed between its load and the start of its watch.
  private func isFileChanged() -> Bool {
    guard case .fileChange(let paths, _) = trigger else { return false }
    return paths.map { FileStamp($0) } != state.withLock { $0.fileStamps }
  }

  private func isScheduled(_ watches: [FileWatch?]) -> Bool {
    switch trigger {
    case .poll: true
    case .fileChange: watches.contains { $0 == nil }
    case .none: false
    }
  }

  private func handle(_ event: PollEvent) {
    if case .started(let late) = event {
      state.withLock { state in
        state.running = late.map { .schedule(late: $0) } ?? state.requested ?? .request
        state.requested = nil
      }
    }
    guard case .finished(let outcome) = event else { return publish(.polling(event)) }
    apply(outcome, state.withLock { $0.running })
    finishWrites()
    if case .success(let loaded) = outcome.result { followFeed(of: loaded) }
    for waiter in state.withLock({ $0.removeWaiters() }) { waiter.resume() }
    loadIfStale()
  }
}

// MARK: Requests

extension FlagSession {
  /// Requests a load of the source; a request during a load is coalesced with that load.
  package func refresh() {
    request(.request)
  }

  /// Loads the source, or joins the running load, and suspends the calling task until the result is
  /// active.
  func refreshed() async {
    await withCheckedContinuation { continuation in
      let isStopped = state.withLock { state in
        if !state.isStopped { state.waiters.append(continuation) }
        return state.isStopped
      }
      if isStopped { continuation.resume() } else { refresh() }
    }
  }

  /// Pauses or resumes polling; a running load continues.
  package func pausePolling(_ isPaused: Bool) {
    if isPaused { poller.pause() } else { poller.resume() }
  }

  /// Activates the first features of the first document while the rest of a large document is being
  /// parsed.
  package func previewParts() {
    state.withLock { $0.previewsParts = true }
  }

  /// Cancels the running load, so that the active features remain; does nothing if no load is running.
  package func cancelLoad() {
    poller.cancelPoll()
  }

  /// Changes the interval of polling; the interval is measured from the last due time.
  package func poll(every interval: Duration) {
    poller.settings.interval = interval
  }

  /// Changes the settings of polling; `nil` stops polling.
  func poll(_ settings: PollSettings?) {
    guard let settings else { return poller.pause() }
    if poller.settings != settings { poller.settings = settings }
    guard poller.isPaused else { return }
    poller.resume()
    poller.start()
  }

  func request(_ cause: LoadReport.Cause) {
    let count = state.withLock { state in
      state.requested = cause
      switch cause {
      case .fileChange, .user, .notification:
        state.changeCount += 1
        state.changeCause = cause
      case .request, .schedule: break
      }
      return state.changeCount
    }
    load(afterChange: count)
  }

  /// Loads the source again if it changed during a load, which may have read the old document.
  private func loadIfStale() {
    let staleCount = state.withLock { state -> Int? in
      guard state.loadedChangeCount < state.changeCount else { return nil }
      state.requested = state.changeCause
      return state.changeCount
    }
    if let staleCount { load(afterChange: staleCount) }
  }

  /// Starts a load, unless one is running, and records the last change that the load includes.
  private func load(afterChange count: Int) {
    guard poller.refreshNow() else { return }
    state.withLock { $0.loadedChangeCount = max($0.loadedChangeCount, count) }
  }
}

extension FlagSession.State {
  fileprivate mutating func removeWaiters() -> [CheckedContinuation<Void, Never>] {
    defer { waiters = [] }
    return waiters
  }
}
