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
      if isScheduled(file) { poller.start() }
      if loaded == nil || isPolled { request(.request) }
      for await event in poller.events { handle(event) }
      saving.cancel()
      withExtendedLifetime((follower, file)) {}
    }.value
  }

  /// Ends ``run()``: cancels a running load, and follows no changes any more.
  package func stop() {
    poller.stop()
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
    publish(.loadEnded(apply(outcome, cause: state.withLock { $0.running })))
    loadIfStale()
  }
}

// MARK: Requests

extension FlagSession {
  /// Loads the source now; a request during a load is coalesced with it.
  package func refresh() {
    request(.request)
  }

  /// Pauses or resumes polling; a running load continues.
  package func pausePolling(_ isPaused: Bool) {
    if isPaused { poller.pause() } else { poller.resume() }
  }

  /// Polls with this interval from now on.
  package func poll(every interval: Duration) {
    poller.settings.interval = interval
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
