import Locking

extension Connectivity {
  /// Whether the notifier polls, in addition to its checks after changes of the network interfaces.
  public var isPollingEnabled: Bool {
    get { settings.pollingIsEnabled }
    set {
      state.withLock { $0.settings.pollingIsEnabled = newValue }
      restartPolling()
    }
  }

  /// The polling interval in seconds, from 0.1 to 86,400.
  public var pollingInterval: Double {
    get { settings.pollingInterval }
    set {
      state.withLock { $0.settings.pollingInterval = newValue }
      restartPolling()
    }
  }

  /// Whether polling pauses while the Internet is reachable.
  public var pollWhileOfflineOnly: Bool {
    get { settings.pollWhileOfflineOnly }
    set { state.withLock { $0.settings.pollWhileOfflineOnly = newValue } }
  }

  /// A closure that is called on the callback queue when the Internet becomes reachable.
  public var whenConnected: NetworkConnected? {
    get { state.withLock { $0.whenConnected }?.call }
    set {
      let callback = newValue.map(Callback.init)
      state.withLock { $0.whenConnected = callback }
    }
  }

  /// A closure that is called on the callback queue when the Internet becomes unreachable.
  public var whenDisconnected: NetworkDisconnected? {
    get { state.withLock { $0.whenDisconnected }?.call }
    set {
      let callback = newValue.map(Callback.init)
      state.withLock { $0.whenDisconnected = callback }
    }
  }
}
