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

  /// The URLs that a check requests; setting them replaces ``probeRequests``.
  ///
  /// While `isHTTPSOnly` is `true`, the value omits URLs with other schemes than `https`.
  public var connectivityURLs: [URL] {
    get { probeRequests.map(\.url) }
    set { probeRequests = newValue.map { ConnectivityURLRequest(url: $0) } }
  }

  /// The HTTP requests that a check sends, one per probe.
  ///
  /// While `isHTTPSOnly` is `true`, the value omits requests with other schemes than `https`.
  public var probeRequests: [ConnectivityURLRequest] {
    get {
      let settings = settings
      let isHTTPSOnly = settings.isHTTPSOnly
      return settings.probeRequests.filter { !isHTTPSOnly || $0.isHTTPS }
    }
    set { set(\.probeRequests, newValue) }
  }

  /// Whether requests and redirects may only use `https`.
  ///
  /// Until this property is set, the static property of the same name applies.
  public var isHTTPSOnly: Bool {
    get { settings.isHTTPSOnly }
    set { set(\.isHTTPSOnly, newValue) }
  }

  /// The percentage of probes that must succeed; at least one probe must, even if the percentage is 0.
  public var successThreshold: Percentage {
    get { settings.successThreshold }
    set { set(\.successThreshold, newValue) }
  }

  /// The timeout of a probe, from the request to the last byte of the response; 5 seconds by
  /// default.
  public var timeout: Duration {
    get { settings.timeout }
    set { set(\.timeout, newValue) }
  }

  /// The token of a `Bearer` authorization header; ignored if ``authorizationHeader`` is set.
  public var bearerToken: String? {
    get { settings.bearerToken }
    set { set(\.bearerToken, newValue) }
  }

  /// The `Authorization` header of all requests; with `nil`, each request keeps its own header.
  public var authorizationHeader: String? {
    get { settings.authorizationHeader }
    set { set(\.authorizationHeader, newValue) }
  }

  /// The Apple framework that the original framework uses to read interfaces; ignored on Linux.
  public var framework: Framework {
    get { settings.framework }
    set { set(\.framework, newValue) }
  }

  /// The mode in which responses are validated; setting it replaces ``validator``.
  public var validationMode: ValidationMode {
    get { settings.validationMode }
    set { set(\.validationMode, newValue) }
  }

  /// The text that valid responses contain or equal, depending on ``validationMode``.
  public var expectedResponseString: String {
    get { settings.expectedResponseString }
    set { set(\.expectedResponseString, newValue) }
  }

  /// The regular expression that valid responses match in the mode `matchesRegularExpression`.
  public var expectedResponseRegEx: String {
    get { settings.expectedResponseRegEx }
    set { set(\.expectedResponseRegEx, newValue) }
  }

  /// The active validator; setting it sets ``validationMode`` to `custom`.
  public var validator: any ConnectivityValidator {
    get { settings.validator }
    set { set(\.validator, newValue) }
  }

  /// Whether the original framework checks when its application becomes active.
  ///
  /// The value is stored but ignored: a program on Linux has no such event.
  public var checkWhenApplicationDidBecomeActive: Bool {
    get { settings.checkWhenApplicationDidBecomeActive }
    set { set(\.checkWhenApplicationDidBecomeActive, newValue) }
  }

  /// The delay in seconds between a change of the network interfaces and its check; applies only
  /// while the status is `notConnected`.
  public var connectivityCheckLatency: Double {
    get { settings.connectivityCheckLatency }
    set { set(\.connectivityCheckLatency, newValue) }
  }
}
