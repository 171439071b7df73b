import Locking

extension Connectivity {
  /// Whether the notifier polls, in addition to its checks after changes of the interfaces.
  public var isPollingEnabled: Bool {
    get { settings.pollingIsEnabled }
    set {
      state.withLock { $0.settings.pollingIsEnabled = newValue }
      restartPolling()
    }
  }

  /// The time between two polls in seconds, from 0.1 to 86,400.
  public var pollingInterval: Double {
    get { settings.pollingInterval }
    set {
      state.withLock { $0.settings.pollingInterval = newValue }
      restartPolling()
    }
  }

  /// Whether polling pauses while the Internet is reached.
  public var pollWhileOfflineOnly: Bool {
    get { settings.pollWhileOfflineOnly }
    set { state.withLock { $0.settings.pollWhileOfflineOnly = newValue } }
  }

  /// Called on the callback queue when the status changes to one with Internet access.
  public var whenConnected: NetworkConnected? {
    get { state.withLock { $0.whenConnected }?.call }
    set {
      let callback = newValue.map(Callback.init)
      state.withLock { $0.whenConnected = callback }
    }
  }

  /// Called on the callback queue when the status changes to one without Internet access.
  public var whenDisconnected: NetworkDisconnected? {
    get { state.withLock { $0.whenDisconnected }?.call }
    set {
      let callback = newValue.map(Callback.init)
      state.withLock { $0.whenDisconnected = callback }
    }
  }
}
