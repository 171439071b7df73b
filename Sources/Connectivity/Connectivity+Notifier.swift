public import Dispatch
import Locking

extension Connectivity {
  /// Starts the notifier, which checks now, after each change of the interfaces and, if polling is
  /// enabled, at each interval; it reports each new status.
  ///
  /// The first result is always reported. A second call restarts the notifier. The queue replaces
  /// the callback queue of the settings.
  public func startNotifier(queue: DispatchQueue) {
    startNotifier(on: queue)
  }

  /// Starts the notifier as ``startNotifier(queue:)`` does, with the callback queue of the settings.
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
          // Interfaces without the default route, such as those of containers, do not affect
          // connectivity.
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
      // Without events of the kernel, the interfaces are read now and by polling.
      trigger.yield(.interfaces(network.now()))
    }
    restartPolling()
  }

  /// Stops the notifier and its polling, and cancels its checks in progress.
  public func stopNotifier() {
    let observation = state.withLock { state in
      defer { state.observation = nil }
      return state.observation
    }
    observation?.stop()
  }

  /// Restarts polling with the current settings if the notifier runs.
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
        while !Task.isCancelled {
          do {
            try await clock.sleep(for: interval)
          } catch {
            return
          }
          trigger.yield(.poll)
        }
      }
    )
  }

  /// Whether a trigger starts a check.
  ///
  /// A change of the interfaces always does, and cancels a check in progress. A poll is skipped during
  /// a check, and while the Internet is reached if polling is offline-only.
  private func startsCheck(_ trigger: Trigger, _ observation: Observation) -> Bool {
    guard case .poll = trigger else { return true }
    let isSuspended = state.withLock {
      $0.settings.pollWhileOfflineOnly && $0.status.isConnected
    }
    return !isSuspended && !observation.isChecking
  }

  /// The delay of the check after a trigger: a new interface may not have a route yet.
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
      defer { observation.endRound() }
      if latency > .zero {
        do {
          try await clock.sleep(for: latency)
        } catch {
          // Cancelled: the notifier was stopped, or a later change starts a new check.
          return
        }
      }
      _ = await check()
    }
  }

  /// Calls the hook for a changed route, on the callback queue.
  private func reportReachability() {
    guard let report = ConnectivityHooks.installed.reachabilityDidChange else { return }
    settings.callbackQueue.async { report(self) }
  }

  /// The reason for a check.
  enum Trigger: Sendable {
    case interfaces(InterfaceSnapshot)
    case poll
  }

  /// The tasks and the watch between `startNotifier` and `stopNotifier`.
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

    /// Retains the watch and the loop until ``stop()``.
    func retain(_ watch: (any Sendable)?, loop: Task<Void, Never>) {
      let isStopped = state.withLock { state in
        state.watch = watch
        state.loop = loop
        return state.isStopped
      }
      if isStopped { stop() }
    }

    /// Replaces the polling task; the previous task is cancelled.
    func replace(polling: Task<Void, Never>?) {
      let (last, isStopped) = state.withLock { state in
        defer { state.polling = polling }
        return (state.polling, state.isStopped)
      }
      last?.cancel()
      if isStopped { stop() }
    }

    /// Cancels the tasks, including the check in progress, and ends the watch.
    func stop() {
      trigger.finish()
      let ended = state.withLock { state in
        defer { state = State(isStopped: true) }
        state.polling?.cancel()
        state.loop?.cancel()
        return state.watch
      }
      // Release the watch outside the lock: its deinit joins a thread that may need the lock
      // (deadlock).
      withExtendedLifetime(ended) {}
    }
  }
}

extension InterfaceSnapshot {
  /// The default route: the current interface, the gateway and the addresses.
  fileprivate var path: [String?] {
    [current?.name, gateway] + (current?.addresses ?? [])
  }
}
