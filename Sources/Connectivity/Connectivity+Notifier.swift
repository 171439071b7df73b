public import Dispatch
import Locking

extension Connectivity {
  /// Begins to watch the interfaces, checks at once, at every change and, if so set, again and
  /// again; calls `whenConnected` and `whenDisconnected` when the status changes.
  ///
  /// The first result always counts as a change. Called again, it starts over. A queue given here
  /// takes the place of the callback queue.
  public func startNotifier(queue: DispatchQueue? = nil) {
    let (triggers, trigger) = AsyncStream.makeStream(of: Trigger.self)
    let observation = Observation(trigger: trigger)
    let last = state.withLock { state in
      defer { state.observation = observation }
      state.lastNotified = .determining
      state.configuration.callbackQueue = queue ?? state.configuration.callbackQueue
      return state.observation
    }
    last?.stop()
    let watch = network.watch { trigger.yield(.interfaces($0)) }
    let loop = Task { [weak self] in
      var round: Task<Void, Never>?
      var path: [String?]?
      for await trigger in triggers {
        if case .interfaces(let snapshot) = trigger {
          // Containers that come and go are no news; another way out of the machine is.
          guard snapshot.path != path else { continue }
          path = snapshot.path
        }
        guard let self, self.isToCheck(trigger, observation) else { continue }
        round?.cancel()
        round = self.beginRound(observation)
      }
      round?.cancel()
    }
    observation.hold(watch, loop: loop)
    if watch == nil {
      // A kernel that tells of no changes is still asked once, and by polling.
      trigger.yield(.interfaces(network.now()))
    }
    restartPolling()
  }

  /// Stops watching and polling, and gives up checks of the notifier that are under way.
  public func stopNotifier() {
    let observation = state.withLock { state in
      defer { state.observation = nil }
      return state.observation
    }
    observation?.stop()
  }

  /// Polls by the settings of now, when the notifier runs.
  func restartPolling() {
    let (observation, isEnabled, interval) = state.withLock { state in
      (
        state.observation, state.configuration.pollingIsEnabled,
        state.configuration.pollingDuration
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

  /// A change of the interfaces overtakes a check under way; the poll's turn passes meanwhile.
  private func isToCheck(_ trigger: Trigger, _ observation: Observation) -> Bool {
    guard case .poll = trigger else { return true }
    let isResting = state.withLock {
      $0.configuration.pollWhileOfflineOnly && $0.status.isConnected
    }
    return !isResting && !observation.isChecking
  }

  private func beginRound(_ observation: Observation) -> Task<Void, Never> {
    observation.beginRound()
    return Task {
      _ = await check()
      observation.endRound()
    }
  }

  /// Why a check is made.
  enum Trigger: Sendable {
    case interfaces(InterfaceSnapshot)
    case poll
  }

  /// What runs between `startNotifier` and `stopNotifier`.
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

    /// Ends all of it; the loop gives up its check.
    func stop() {
      trigger.finish()
      let ended = held.withLock { held in
        defer { held = Held(isStopped: true) }
        held.polling?.cancel()
        held.loop?.cancel()
        return held.watch
      }
      // Let go outside the lock: a monitor waits for its thread, which may be telling of a change.
      withExtendedLifetime(ended) {}
    }
  }
}

extension InterfaceSnapshot {
  /// What decides where packets go: the interface in use, its addresses, its router.
  fileprivate var path: [String?] {
    [current?.name, gateway] + (current?.addresses ?? [])
  }
}
