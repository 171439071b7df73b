public import FoundationEssentials
import Locking

extension Connectivity {
  /// The settings as a value: a copy of those at this moment.
  package var settings: ConnectivitySettings { state.withLock { $0.settings } }

  private func set<Value: Sendable>(
    _ path: WritableKeyPath<ConnectivitySettings, Value>,
    _ value: Value
  ) {
    state.withLock { $0.settings[keyPath: path] = value }
  }

  /// The URLs that a check requests.
  ///
  /// While only HTTPS is allowed, those with another scheme are left out, and return when it is not.
  public var connectivityURLs: [URL] {
    get { probeRequests.map(\.url) }
    set { probeRequests = newValue.map { ConnectivityURLRequest(url: $0) } }
  }

  /// The requests that a check sends.
  ///
  /// While only HTTPS is allowed, those with another scheme are left out, and return when it is not.
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

  /// The share of probes that must succeed; one must, even for 0.
  public var successThreshold: Percentage {
    get { settings.successThreshold }
    set { set(\.successThreshold, newValue) }
  }

  /// The longest time from a request to the last byte of its response; 5 seconds by default.
  public var timeout: Duration {
    get { settings.timeout }
    set { set(\.timeout, newValue) }
  }

  /// The token that is sent as `Bearer`, unless ``authorizationHeader`` is set.
  public var bearerToken: String? {
    get { settings.bearerToken }
    set { set(\.bearerToken, newValue) }
  }

  /// The `Authorization` header that is sent; `nil` keeps that of each request.
  public var authorizationHeader: String? {
    get { settings.authorizationHeader }
    set { set(\.authorizationHeader, newValue) }
  }

  /// The framework of Apple that the original would use; interfaces come from the kernel here.
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

  /// The validator in use; setting one sets ``validationMode`` to `custom`.
  public var validator: any ConnectivityValidator {
    get { settings.validator }
    set { set(\.validator, newValue) }
  }

  /// Whether the original checks when its application becomes active.
  ///
  /// The value is stored, but a program on Linux has no such event: nothing reads it.
  public var checkWhenApplicationDidBecomeActive: Bool {
    get { settings.checkWhenApplicationDidBecomeActive }
    set { set(\.checkWhenApplicationDidBecomeActive, newValue) }
  }

  /// How long the notifier waits before it checks a new interface after `notConnected`, in seconds.
  public var connectivityCheckLatency: Double {
    get { settings.connectivityCheckLatency }
    set { set(\.connectivityCheckLatency, newValue) }
  }
}
