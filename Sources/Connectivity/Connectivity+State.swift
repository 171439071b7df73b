internal import Dispatch
import Locking

extension Connectivity {
  /// A closure of the one who made the instance.
  ///
  /// Unchecked: it is called on the callback queue alone, as its documentation says, and given
  /// back only to the one who asks for it.
  struct Callback: @unchecked Sendable {
    let call: (Connectivity) -> Void
  }

  /// Somebody who wants to be told.
  struct Subscriber {
    let wantsAll: Bool
    let continuation: AsyncStream<ConnectivityReport>.Continuation
  }

  /// All that changes in an instance.
  struct State {
    var configuration: ConnectivityConfiguration
    var status = ConnectivityStatus.determining
    var snapshot = InterfaceSnapshot.none
    var whenConnected: Callback?
    var whenDisconnected: Callback?
    var observation: Observation?
    var lastNotified = ConnectivityStatus.determining
    var subscribers: [Int: Subscriber] = [:]
    var nextSubscriber = 0
    /// The number of the last check begun, and of the last one that counted.
    var lastBegun = 0
    var lastPublished = 0
  }

  /// Takes a check's result, unless a later check was quicker, and tells those who want to know.
  func publish(_ report: ConnectivityReport, _ snapshot: InterfaceSnapshot, number: Int) {
    state.withLock { state in
      guard number > state.lastPublished else { return }
      state.lastPublished = number
      state.status = report.status
      state.snapshot = snapshot
      let isChange = state.observation != nil && report.status != state.lastNotified
      for subscriber in state.subscribers.values where subscriber.wantsAll || isChange {
        subscriber.continuation.yield(report)
      }
      guard isChange else { return }
      state.lastNotified = report.status
      // Queued inside the lock, so that closures are called in the order of the changes.
      let callback = report.isConnected ? state.whenConnected : state.whenDisconnected
      if let callback {
        state.configuration.callbackQueue.async { callback.call(self) }
      }
    }
  }

  /// Gives reports: those of all checks, or those that the notifier finds to be changes.
  func subscribe(toAll wantsAll: Bool, keeping count: Int) -> AsyncStream<ConnectivityReport> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: ConnectivityReport.self,
      bufferingPolicy: .bufferingNewest(count)
    )
    let name = state.withLock { state in
      state.nextSubscriber += 1
      state.subscribers[state.nextSubscriber] = Subscriber(
        wantsAll: wantsAll,
        continuation: continuation
      )
      return state.nextSubscriber
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.subscribers.removeValue(forKey: name) }
    }
    return stream
  }
}
