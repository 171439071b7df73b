public import FoundationEssentials
import Locking

extension Connectivity {
  /// A copy of the current settings.
  package var settings: ConnectivitySettings { state.withLock { $0.settings } }

  private func set<Value: Sendable>(
    _ path: WritableKeyPath<ConnectivitySettings, Value>,
    _ value: Value
  ) {
    state.withLock { $0.settings[keyPath: path] = value }
  }

  /// The URLs that a check requests.
  ///
  /// While only HTTPS is allowed, requests with another scheme are omitted.
  public var connectivityURLs: [URL] {
    get { probeRequests.map(\.url) }
    set { probeRequests = newValue.map { ConnectivityURLRequest(url: $0) } }
  }

  /// The requests that a check sends.
  ///
  /// While only HTTPS is allowed, requests with another scheme are omitted.
  public var probeRequests: [ConnectivityURLRequest] {
    get {
      let settings = settings
      let isHTTPSOnly = settings.isHTTPSOnly
      return settings.probeRequests.filter { !isHTTPSOnly || $0.isHTTPS }
    }
    set { set(\.probeRequests, newValue) }
  }

  /// Whether only `https` is allowed, for requests and redirects.
  ///
  /// Follows the static property of the same name until a value is set here.
  public var isHTTPSOnly: Bool {
    get { settings.isHTTPSOnly }
    set { set(\.isHTTPSOnly, newValue) }
  }

  /// The percentage of probes that have to succeed; at least one has to, even for 0.
  public var successThreshold: Percentage {
    get { settings.successThreshold }
    set { set(\.successThreshold, newValue) }
  }

  /// The timeout from a request to the last byte of its response; 5 seconds by default.
  public var timeout: Duration {
    get { settings.timeout }
    set { set(\.timeout, newValue) }
  }

  /// The token that is sent as `Bearer`, unless ``authorizationHeader`` is set.
  public var bearerToken: String? {
    get { settings.bearerToken }
    set { set(\.bearerToken, newValue) }
  }

  /// The `Authorization` header; with `nil`, each request sends its own.
  public var authorizationHeader: String? {
    get { settings.authorizationHeader }
    set { set(\.authorizationHeader, newValue) }
  }

  /// The Apple framework from which the original reads interfaces; it has no effect on Linux.
  public var framework: Framework {
    get { settings.framework }
    set { set(\.framework, newValue) }
  }

  /// How responses are validated; setting a mode replaces ``validator``.
  public var validationMode: ValidationMode {
    get { settings.validationMode }
    set { set(\.validationMode, newValue) }
  }

  /// The text that responses are compared with.
  public var expectedResponseString: String {
    get { settings.expectedResponseString }
    set { set(\.expectedResponseString, newValue) }
  }

  /// The regular expression that responses are searched for.
  public var expectedResponseRegEx: String {
    get { settings.expectedResponseRegEx }
    set { set(\.expectedResponseRegEx, newValue) }
  }

  /// The current validator; setting it sets ``validationMode`` to `custom`.
  public var validator: any ConnectivityValidator {
    get { settings.validator }
    set { set(\.validator, newValue) }
  }

  /// Whether the original checks when its application becomes active.
  ///
  /// The value is stored without effect: a program on Linux has no such event.
  public var checkWhenApplicationDidBecomeActive: Bool {
    get { settings.checkWhenApplicationDidBecomeActive }
    set { set(\.checkWhenApplicationDidBecomeActive, newValue) }
  }

  /// The delay before the notifier checks a new interface after `notConnected`, in seconds.
  public var connectivityCheckLatency: Double {
    get { settings.connectivityCheckLatency }
    set { set(\.connectivityCheckLatency, newValue) }
  }
}
