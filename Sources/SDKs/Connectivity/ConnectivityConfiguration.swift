public import Dispatch
public import FoundationEssentials
import Locking

/// The mutable configuration of ``Connectivity`` instances; its methods can be chained.
///
/// ```swift
/// import FoundationEssentials
///
/// let urls = ["https://example.test/ping"].compactMap { URL(string: $0) }
/// let configuration = ConnectivityConfiguration(pollingInterval: 5)
///   .configureConnectivity(urls: urls)
///   .configureResponseValidation(.equalsExpectedResponseString, expected: "pong")
/// let report = await Connectivity(configuration: configuration).check()
/// print(report.status)
/// ```
///
/// The properties of ``ConnectivitySettings`` are available as properties of the configuration,
/// such as `configuration.pollingInterval`. A configuration can be used from any thread. A
/// ``Connectivity`` copies the settings when it is created: later changes apply only to instances
/// created afterwards.
@dynamicMemberLookup
public final class ConnectivityConfiguration: Sendable {
  /// The default requests of a check: the two HTTPS detection pages of Apple.
  public static var defaultProbeRequests: [ConnectivityURLRequest] {
    ConnectivityURLRequest.defaults(https: true)
  }

  private let locked: Locked<ConnectivitySettings>

  /// Creates a configuration with a copy of the given settings.
  public init(settings: ConnectivitySettings) {
    locked = Locked(settings)
  }

  /// Creates a configuration with the defaults of the original framework.
  ///
  /// Passing a validator sets the validation mode to `custom`, unless a mode is also passed. The
  /// other parameters are documented at the properties of ``ConnectivitySettings``.
  public convenience init(
    callbackQueue: DispatchQueue = .main,
    checkWhenApplicationDidBecomeActive: Bool = true,
    connectivityQueue: DispatchQueue = .global(qos: .default),
    probeRequests: [ConnectivityURLRequest] = defaultProbeRequests,
    pollingInterval: Double = 10,
    pollingIsEnabled: Bool = true,
    pollWhileOfflineOnly: Bool = true,
    validator: (any ConnectivityValidator)? = nil,
    successThreshold: ConnectivityPercentage = ConnectivityPercentage(50),
    validationMode: ConnectivityResponseValidationMode? = nil
  ) {
    var settings = ConnectivitySettings()
    settings.callbackQueue = callbackQueue
    settings.checkWhenApplicationDidBecomeActive = checkWhenApplicationDidBecomeActive
    settings.connectivityQueue = connectivityQueue
    settings.probeRequests = probeRequests
    settings.pollingInterval = pollingInterval
    settings.pollingIsEnabled = pollingIsEnabled
    settings.pollWhileOfflineOnly = pollWhileOfflineOnly
    settings.successThreshold = successThreshold
    if let validator { settings.validator = validator }
    if let validationMode { settings.validationMode = validationMode }
    self.init(settings: settings)
  }

  /// A copy of the current settings; changing the copy does not affect the configuration.
  public var settings: ConnectivitySettings { locked.withLock { $0 } }

  /// Reads or changes one property of the settings.
  public subscript<Value: Sendable>(
    dynamicMember path: WritableKeyPath<ConnectivitySettings, Value>
  ) -> Value {
    get { locked.withLock { $0[keyPath: path] } }
    set { locked.withLock { $0[keyPath: path] = newValue } }
  }

  /// Changes the settings atomically and returns the configuration, for chained calls.
  package func change(_ body: (inout ConnectivitySettings) -> Void) -> Self {
    locked.withLock { body(&$0) }
    return self
  }
}

extension ConnectivityConfiguration: Hashable {
  /// Compares the identity of the objects, as `NSObject` does in the original framework.
  public static func == (
    left: ConnectivityConfiguration,
    right: ConnectivityConfiguration
  ) -> Bool {
    left === right
  }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

// Each method changes the configuration in place and returns it, so that calls can be chained.
extension ConnectivityConfiguration {
  /// Sets the `Authorization` header of all requests; with `nil`, each request keeps its own
  /// header.
  @discardableResult
  public func configureAuthorizationHeader(with value: String?) -> Self {
    change { $0.authorizationHeader = value }
  }

  /// Sets the token of a `Bearer` authorization header; ignored if an authorization header is set.
  @discardableResult
  public func configureBearerToken(with token: String?) -> Self {
    change { $0.bearerToken = token }
  }

  /// Sets the URLs that a check requests with `GET`.
  @discardableResult
  public func configureConnectivity(urls: [URL]) -> Self {
    change { $0.probeRequests = urls.map { ConnectivityURLRequest(url: $0) } }
  }

  /// Sets the HTTP requests that a check sends, one per probe.
  @discardableResult
  public func configureProbes(requests: [ConnectivityURLRequest]) -> Self {
    change { $0.probeRequests = requests }
  }

  /// Sets the Apple framework that the original framework uses to read interfaces.
  ///
  /// The value is ignored: on Linux, interfaces are read from the kernel.
  @discardableResult
  public func configureFramework(_ framework: ConnectivityFramework) -> Self {
    change { $0.framework = framework }
  }

  /// Sets whether requests and redirects may only use `https`.
  @discardableResult
  public func configureHTTPSOnly(_ isHTTPSOnly: Bool) -> Self {
    change { $0.isHTTPSOnly = isHTTPSOnly }
  }

  /// Enables or disables polling, and sets the polling interval in seconds.
  ///
  /// By default the configuration polls only while the Internet is not reachable; pass
  /// `offlineOnly: false` to also notice a connection that is lost while all interfaces stay up.
  @discardableResult
  public func configurePolling(
    isEnabled: Bool = true,
    interval: Double = 10,
    offlineOnly: Bool = true
  ) -> Self {
    change {
      $0.pollingIsEnabled = isEnabled
      $0.pollingInterval = interval
      $0.pollWhileOfflineOnly = offlineOnly
    }
  }

  /// Sets the status code of a successful response, such as 204 for a page named `generate_204`; any body is
  /// accepted, unless a later call sets an expected text or a validator.
  @discardableResult
  public func configureExpectedStatus(_ status: Int) -> Self {
    change {
      $0.expectedStatus = status
      $0.validator = AnyResponseValidator()
    }
  }

  /// Sets the text or the regular expression that valid responses match.
  @discardableResult
  public func configureResponseValidation(
    _ validation: ConnectivityResponseStringValidator.ValidationMode,
    expected: String
  ) -> Self {
    change { $0.validation.expect(validation, expected) }
  }

  /// Sets whether the original framework checks when its application becomes active.
  ///
  /// The value is ignored: there is no such event on Linux, as documented at
  /// ``ConnectivitySettings/checkWhenApplicationDidBecomeActive``.
  @discardableResult
  public func configureShouldCheckWhenApplicationDidBecomeActive(_ enabled: Bool) -> Self {
    change { $0.checkWhenApplicationDidBecomeActive = enabled }
  }

  /// Sets the percentage of probes that must succeed.
  @discardableResult
  public func configureSuccessThreshold(_ threshold: ConnectivityPercentage) -> Self {
    change { $0.successThreshold = threshold }
  }

  /// Sets the timeout of each probe, from the request to the last byte of the response.
  @discardableResult
  public func configureTimeout(_ timeout: Duration) -> Self {
    change { $0.timeout = timeout }
  }

  /// Sets the mode in which responses are validated, which replaces the validator.
  @discardableResult
  public func configureValidationMode(
    with validationMode: ConnectivityResponseValidationMode
  ) -> Self {
    change { $0.validationMode = validationMode }
  }

  /// Sets a validator of the app; the validation mode becomes `custom`.
  @discardableResult
  public func configureValidator(_ validator: any ConnectivityValidator) -> Self {
    change { $0.validator = validator }
  }
}
