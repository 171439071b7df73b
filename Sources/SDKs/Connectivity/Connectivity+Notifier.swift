public import Dispatch
import Locking

extension Connectivity {
  /// Starts the notifier, which publishes each new status, and calls closures on the given queue.
  ///
  /// The notifier checks immediately, after each change of the network interfaces and, if polling
  /// is enabled, at each polling interval. The first result is always published. A second call
  /// restarts the notifier. The queue replaces the callback queue of the settings.
  public func startNotifier(queue: DispatchQueue) {
    startNotifier(on: queue)
  }

  /// Starts the notifier like ``startNotifier(queue:)``, with the callback queue of the settings.
  public func startNotifier() {
    startNotifier(on: nil)
  }

  private func startNotifier(on queue: DispatchQueue?) {
    let (triggers, trigger) = AsyncStream.makeStream(of: Trigger.self)
    let observation = Observation(trigger: trigger)
    let last = state.withLock { state in
      defer { state.observation = observation }
      state.lastNotified = .determining
      state.settings.callbackQueue = queue ?? state.settings.callbackQueue
      return state.observation
    }
    last?.stop()
    let watch = network.watch { trigger.yield(.interfaces($0)) }
    let loop = Task { [weak self] in
      var round: Task<Void, Never>?
      var path: [String?]?
      for await trigger in triggers {
        if case .interfaces(let snapshot) = trigger {
          // Ignores interfaces that are not on the default route, such as those of containers: they
          // do not affect connectivity.
          guard snapshot.path != path else { continue }
          if path != nil { self?.reportReachability() }
          path = snapshot.path
        }
        guard let self, self.startsCheck(trigger, observation) else { continue }
        round?.cancel()
        round = self.beginRound(observation, after: self.latency(of: trigger))
      }
      round?.cancel()
    }
    observation.retain(watch, loop: loop)
    if watch == nil {
      // Without kernel events, the interfaces are read once now and again at each poll.
      trigger.yield(.interfaces(network.now()))
    }
    restartPolling()
  }

  /// Stops the notifier and polling, and cancels checks in progress.
  public func stopNotifier() {
    let observation = state.withLock { state in
      defer { state.observation = nil }
      return state.observation
    }
    observation?.stop()
  }

  /// Restarts polling with the current settings if the notifier is running.
  func restartPolling() {
    let (observation, isEnabled, interval) = state.withLock { state in
      (
        state.observation, state.settings.pollingIsEnabled, state.settings.pollingDuration
      )
    }
    guard let observation else { return }
    guard isEnabled else {
      observation.replace(polling: nil)
      return
    }
    observation.replace(
      polling: Task { [clock, trigger = observation.trigger] in
        // The sleep fails only on cancellation, which ends the polling.
        while (try? await clock.sleep(for: interval)) != nil { trigger.yield(.poll) }
      }
    )
  }

  /// Whether a trigger starts a new check.
  ///
  /// A change of the network interfaces always starts a check, and cancels a check in progress. A
  /// poll is skipped during a check, and while the Internet is reachable if `pollWhileOfflineOnly`
  /// is set.
  private func startsCheck(_ trigger: Trigger, _ observation: Observation) -> Bool {
    guard case .poll = trigger else { return true }
    let isSuspended = state.withLock {
      $0.settings.pollWhileOfflineOnly && $0.status.isConnected
    }
    return !isSuspended && !observation.isChecking
  }

  /// The delay between a trigger and its check: a new interface often has no default route yet.
  private func latency(of trigger: Trigger) -> Duration {
    guard case .interfaces = trigger else { return .zero }
    return state.withLock {
      $0.lastNotified == .notConnected ? $0.settings.checkLatency : .zero
    }
  }

  private func beginRound(
    _ observation: Observation,
    after latency: Duration
  ) -> Task<Void, Never> {
    observation.beginRound()
    return Task {
      // A delay is cancelled if the notifier is stopped, or if a later change of the interfaces starts a
      // new check.
      if latency > .zero, (try? await clock.sleep(for: latency)) == nil {
        observation.endRound()
        return
      }
      // The round ends before its report is published: who sees the report can rely on the next poll.
      _ = await check(onEnd: observation.endRound)
    }
  }

  /// Calls the hook for a change of the default route on the callback queue.
  private func reportReachability() {
    guard let report = ConnectivityHooks.installed.reachabilityDidChange else { return }
    settings.callbackQueue.async { report(self) }
  }

  /// The event that starts a check.
  enum Trigger: Sendable {
    case interfaces(InterfaceSnapshot)
    case poll
  }

  /// The tasks and the interface watch of a running notifier.
  final class Observation: Sendable {
    private struct State {
      var watch: (any Sendable)?
      var loop: Task<Void, Never>?
      var polling: Task<Void, Never>?
      var rounds = 0
      var isStopped = false
    }

    let trigger: AsyncStream<Trigger>.Continuation
    private let state = Locked(State())

    init(trigger: AsyncStream<Trigger>.Continuation) {
      self.trigger = trigger
    }

    var isChecking: Bool { state.withLock { $0.rounds > 0 } }

    func beginRound() {
      state.withLock { $0.rounds += 1 }
    }

    func endRound() {
      state.withLock { $0.rounds -= 1 }
    }

    /// Retains the interface watch and the event loop until ``stop()`` is called.
    func retain(_ watch: (any Sendable)?, loop: Task<Void, Never>) {
      let isStopped = state.withLock { state in
        state.watch = watch
        state.loop = loop
        return state.isStopped
      }
      if isStopped { stop() }
    }

    /// Replaces the polling task, and cancels the previous one.
    func replace(polling: Task<Void, Never>?) {
      let (last, isStopped) = state.withLock { state in
        defer { state.polling = polling }
        return (state.polling, state.isStopped)
      }
      last?.cancel()
      if isStopped { stop() }
    }

    /// Cancels all tasks, including a check in progress, and ends the interface watch.
    func stop() {
      trigger.finish()
      state.withLock { state in
        state.polling?.cancel()
        state.loop?.cancel()
        state = State(isStopped: true)
      }
    }
  }
}

extension InterfaceSnapshot {
  /// The identity of the default route: interface name, gateway and interface addresses.
  fileprivate var path: [String?] {
    [current?.name, gateway] + (current?.addresses ?? [])
  }
}
