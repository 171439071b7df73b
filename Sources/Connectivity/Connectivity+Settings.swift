public import FoundationEssentials
import Locking

extension Connectivity {
  private func get<Value: Sendable>(
    _ path: KeyPath<ConnectivityConfiguration, Value>
  ) -> Value {
    state.withLock { $0.configuration[keyPath: path] }
  }

  private func set<Value: Sendable>(
    _ path: WritableKeyPath<ConnectivityConfiguration, Value>,
    _ value: Value
  ) {
    state.withLock { $0.configuration[keyPath: path] = value }
  }

  /// The addresses that are asked; those that are not `https` are passed over while only HTTPS is
  /// allowed, and come back when it is not.
  public var connectivityURLs: [URL] {
    get { connectivityURLRequests.map(\.url) }
    set { connectivityURLRequests = newValue.map { ConnectivityURLRequest(url: $0) } }
  }

  /// The addresses that are asked, with their headers.
  public var connectivityURLRequests: [ConnectivityURLRequest] {
    get { get(\.allowedRequests) }
    set { set(\.connectivityURLRequests, newValue) }
  }

  /// Whether addresses that are not `https` are left out, also as the target of a redirect.
  public var isHTTPSOnly: Bool {
    get { get(\.isHTTPSOnly) }
    set { set(\.isHTTPSOnly, newValue) }
  }

  /// The share of addresses that must answer as expected.
  ///
  /// One must, also for 0.
  public var successThreshold: Percentage {
    get { get(\.successThreshold) }
    set { set(\.successThreshold, newValue) }
  }

  /// How long each address has to answer.
  public var timeout: Duration {
    get { get(\.timeout) }
    set { set(\.timeout, newValue) }
  }

  /// The token to send as `Bearer`, unless `authorizationHeader` is set.
  public var bearerToken: String? {
    get { get(\.bearerToken) }
    set { set(\.bearerToken, newValue) }
  }

  /// The `Authorization` header to send.
  public var authorizationHeader: String? {
    get { get(\.authorizationHeader) }
    set { set(\.authorizationHeader, newValue) }
  }

  /// Which of Apple's frameworks the original would use; the kernel is asked either way.
  public var framework: Framework {
    get { get(\.framework) }
    set { set(\.framework, newValue) }
  }

  /// How answers are judged.
  public var validationMode: ValidationMode {
    get { get(\.validationMode) }
    set { set(\.validationMode, newValue) }
  }

  /// The text that answers are compared with.
  public var expectedResponseString: String {
    get { get(\.expectedResponseString) }
    set { set(\.expectedResponseString, newValue) }
  }

  /// The regular expression that answers are compared with.
  public var expectedResponseRegEx: String {
    get { get(\.expectedResponseRegEx) }
    set { set(\.expectedResponseRegEx, newValue) }
  }

  /// The validator that decides; setting one makes it decide.
  public var responseValidator: any ConnectivityResponseValidator {
    get { get(\.responseValidator) }
    set { set(\.responseValidator, newValue) }
  }

  /// Whether the notifier also checks without a change of the interfaces.
  public var isPollingEnabled: Bool {
    get { get(\.pollingIsEnabled) }
    set {
      set(\.pollingIsEnabled, newValue)
      restartPolling()
    }
  }

  /// The time between two checks while polling, in seconds: from a tenth to a day.
  public var pollingInterval: Double {
    get { get(\.pollingInterval) }
    set {
      set(\.pollingInterval, newValue)
      restartPolling()
    }
  }

  /// Whether polling rests while the Internet is reached.
  public var pollWhileOfflineOnly: Bool {
    get { get(\.pollWhileOfflineOnly) }
    set { set(\.pollWhileOfflineOnly, newValue) }
  }

  /// Called on the callback queue when the notifier finds that the Internet is reached.
  public var whenConnected: NetworkConnected? {
    get { state.withLock { $0.whenConnected }?.call }
    set {
      let callback = newValue.map(Callback.init)
      state.withLock { $0.whenConnected = callback }
    }
  }

  /// Called on the callback queue when the notifier finds that the Internet is not reached.
  public var whenDisconnected: NetworkDisconnected? {
    get { state.withLock { $0.whenDisconnected }?.call }
    set {
      let callback = newValue.map(Callback.init)
      state.withLock { $0.whenDisconnected = callback }
    }
  }
}
