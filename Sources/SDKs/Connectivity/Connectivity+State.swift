internal import Dispatch
import Locking

extension Connectivity {
  /// A closure that the app has set.
  ///
  /// Unchecked, because the closure is called only on the callback queue, and is otherwise only
  /// returned to the app.
  struct Callback: @unchecked Sendable {
    let call: (Connectivity) -> Void
  }

  /// The mutable state of an instance, which a lock protects.
  struct State {
    var settings: ConnectivitySettings
    var status = ConnectivityStatus.determining
    var snapshot = InterfaceSnapshot.none
    var whenConnected: Callback?
    var whenDisconnected: Callback?
    var observation: Observation?
    var lastNotified = ConnectivityStatus.determining
    /// The sequence number of the check that was started last.
    var lastBegun = 0
    /// The sequence number of the check whose result was published last.
    var lastPublished = 0
  }

  /// Stores and publishes the result of a check, unless the result of a later check was published.
  func publish(_ report: ConnectivityReport, _ snapshot: InterfaceSnapshot, number: Int) {
    state.withLock { state in
      guard number > state.lastPublished else { return }
      state.lastPublished = number
      state.status = report.status
      state.snapshot = snapshot
      let isChange = state.observation != nil && report.status != state.lastNotified
      publisher.publish((report, isChange))
      guard isChange else { return }
      state.lastNotified = report.status
      // Enqueues the closures while the lock is held, so that they are called in the order of the
      // status changes.
      let callback = report.isConnected ? state.whenConnected : state.whenDisconnected
      let post = ConnectivityHooks.installed.connectivityDidChange
      guard callback != nil || post != nil else { return }
      state.settings.callbackQueue.async {
        post?(self)
        callback?.call(self)
      }
    }
  }

  /// Creates a stream of all reports, or only of those that change the status.
  func subscribe(toAll receivesAll: Bool, keeping count: Int) -> AsyncStream<ConnectivityReport> {
    publisher.stream(buffering: .bufferingNewest(count)) { report, isChange in
      receivesAll || isChange ? report : nil
    }
  }
}
