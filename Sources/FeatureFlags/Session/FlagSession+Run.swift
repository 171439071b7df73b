import Files
import Locking

// MARK: Running

extension FlagSession {
  /// Loads the source, follows it and the overrides of other programs, and publishes each event,
  /// until ``stop()``.
  ///
  /// A source without a schedule is not loaded again if it was loaded before the run.
  package func run() async {
    await Task(executorPreference: Self.executor) { [self] in
      let follower = store.followWorkspace { [self] in publish(.overridesRead($0)) }
      let file = watchFile()
      if follower?.isPolling == true || file?.isPolling == true { publish(.watchesWithDelay) }
      let statuses = store.saveStatuses()
      let saving = Task { for await status in statuses { publish(.saved(status)) } }
      if isScheduled(file) {
        poller.resume()
        poller.start()
      }
      if loaded == nil || isPolled { request(.request) }
      await runLoads()
      saving.cancel()
      withExtendedLifetime((follower, file)) {}
    }.value
  }

  /// Applies and publishes the results of loads until ``stop()``.
  func runLoads() async {
    for await event in poller.events { handle(event) }
  }

  /// Ends ``run()``: cancels a running load, and follows no changes any more.
  package func stop() {
    poller.stop()
    let waiters = state.withLock { state in
      state.isStopped = true
      return state.removeWaiters()
    }
    for waiter in waiters { waiter.resume() }
  }

  private func watchFile() -> FileWatch? {
    guard case .fileChange(let path, _) = trigger else { return nil }
    return FileWatch(path: path) { [self] in request(.fileChange) }
  }

  private func isScheduled(_ watch: FileWatch?) -> Bool {
    switch trigger {
    case .poll: true
    case .fileChange: watch == nil
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
    publish(.polling(event))
    guard case .finished(let outcome) = event else { return }
    let applied = apply(outcome.result, isRequested: true)
    let (cause, waiters) = state.withLock { ($0.running, $0.removeWaiters()) }
    publish(.loadEnded(LoadReport(outcome, cause, applied)))
    for waiter in waiters { waiter.resume() }
    loadIfStale()
  }
}

// MARK: Requests

extension FlagSession {
  /// Loads the source now; a request during a load is coalesced with it.
  package func refresh() {
    request(.request)
  }

  /// Loads the source now, or joins the running load, and waits until the result is active.
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

  /// Polls with this interval from now on.
  package func poll(every interval: Duration) {
    poller.settings.interval = interval
  }

  /// Polls with these settings from now on; `nil` ends polling.
  func poll(_ settings: PollSettings?) {
    guard let settings else { return poller.pause() }
    if poller.settings != settings { poller.settings = settings }
    guard poller.isPaused else { return }
    poller.resume()
    poller.start()
  }

  func request(_ cause: LoadReport.Cause) {
    state.withLock { state in
      state.requested = cause
      switch cause {
      case .fileChange, .user: state.isStale = true
      case .request, .schedule: break
      }
    }
    if poller.refreshNow() { state.withLock { $0.isStale = false } }
  }

  /// Loads again if the source changed during a load, which may have read the former document.
  private func loadIfStale() {
    guard state.withLock({ $0.isStale }), poller.refreshNow() else { return }
    state.withLock { $0.isStale = false }
  }
}

extension FlagSession.State {
  fileprivate mutating func removeWaiters() -> [CheckedContinuation<Void, Never>] {
    defer { waiters = [] }
    return waiters
  }
}

extension LoadReport {
  fileprivate init(_ outcome: PollOutcome, _ cause: Cause, _ applied: FlagSession.AppliedLoad) {
    self.init(
      cause: cause,
      outcome: outcome,
      loaded: applied.loaded,
      news: applied.failures.news,
      failures: applied.failures.failures,
      isRepaired: applied.failures.isRepaired,
      difference: applied.difference,
      problem: applied.problem
    )
  }
}
