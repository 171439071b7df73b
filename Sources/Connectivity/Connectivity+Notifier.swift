public import Dispatch
import Locking

extension Connectivity {
  /// Starts the notifier: checks now, after each change of the interfaces and, if polling is
  /// enabled, at each interval; reports each new status.
  ///
  /// The first result is always reported. Calling it again restarts the notifier. A queue replaces
  /// the callback queue of the settings; `nil`, the default, keeps it.
  public func startNotifier(queue: DispatchQueue) {
    startNotifier(on: queue)
  }

  /// Starts as ``startNotifier(queue:)``, with the callback queue of the settings.
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
          // Interfaces off the route, such as those of containers, do not affect connectivity.
          guard snapshot.path != path else { continue }
          if path != nil { self?.reportReachability() }
          path = snapshot.path
        }
        guard let self, self.isToCheck(trigger, observation) else { continue }
        round?.cancel()
        round = self.beginRound(observation, after: self.latency(of: trigger))
      }
      round?.cancel()
    }
    observation.hold(watch, loop: loop)
    if watch == nil {
      // Without events from the kernel, the interfaces are read once and by polling.
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
      observation.hold(polling: nil)
      return
    }
    observation.hold(
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

  /// Whether a trigger starts a check: a change of the interfaces always does and cancels a check
  /// in progress; a poll is skipped during a check, or while online if it polls offline only.
  private func isToCheck(_ trigger: Trigger, _ observation: Observation) -> Bool {
    guard case .poll = trigger else { return true }
    let isResting = state.withLock {
      $0.settings.pollWhileOfflineOnly && $0.status.isConnected
    }
    return !isResting && !observation.isChecking
  }

  /// How long the check after a trigger is delayed: a new interface may not have a route yet.
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
          // Cancelled: the notifier was stopped, or a later change starts its own check.
          return
        }
      }
      _ = await check()
    }
  }

  /// Calls the hook for another route, on the callback queue.
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
    private struct Held {
      var watch: (any Sendable)?
      var loop: Task<Void, Never>?
      var polling: Task<Void, Never>?
      var rounds = 0
      var isStopped = false
    }

    let trigger: AsyncStream<Trigger>.Continuation
    private let held = Locked(Held())

    init(trigger: AsyncStream<Trigger>.Continuation) {
      self.trigger = trigger
    }

    var isChecking: Bool { held.withLock { $0.rounds > 0 } }

    func beginRound() {
      held.withLock { $0.rounds += 1 }
    }

    func endRound() {
      held.withLock { $0.rounds -= 1 }
    }

    func hold(_ watch: (any Sendable)?, loop: Task<Void, Never>) {
      let isStopped = held.withLock { held in
        held.watch = watch
        held.loop = loop
        return held.isStopped
      }
      if isStopped { stop() }
    }

    func hold(polling: Task<Void, Never>?) {
      let (last, isStopped) = held.withLock { held in
        defer { held.polling = polling }
        return (held.polling, held.isStopped)
      }
      last?.cancel()
      if isStopped { stop() }
    }

    /// Cancels the tasks, with the check of the loop, and ends the watch.
    func stop() {
      trigger.finish()
      let ended = held.withLock { held in
        defer { held = Held(isStopped: true) }
        held.polling?.cancel()
        held.loop?.cancel()
        return held.watch
      }
      // Release the watch outside the lock: its deinit joins a thread that may need the lock
      // (deadlock).
      withExtendedLifetime(ended) {}
    }
  }
}

extension InterfaceSnapshot {
  /// The route of packets: the interface in use, the gateway and the addresses.
  fileprivate var path: [String?] {
    [current?.name, gateway] + (current?.addresses ?? [])
  }
}
