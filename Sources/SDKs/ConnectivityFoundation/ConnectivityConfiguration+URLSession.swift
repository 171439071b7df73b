public import Connectivity
public import Dispatch
public import FoundationNetworking

extension ConnectivityConfiguration {
  /// The default requests of a check: the two HTTPS detection pages of Apple.
  public static var defaultConnectivityURLRequests: [URLRequest] {
    defaultProbeRequests.map { URLRequest($0) }
  }

  /// Creates a URL session configuration with the defaults of the original framework: no cache, and
  /// timeouts of 5 seconds.
  public static var defaultURLSessionConfiguration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.default
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.urlCache = nil
    configuration.timeoutIntervalForRequest = 5
    configuration.timeoutIntervalForResource = 5
    return configuration
  }

  // Disfavored overload: a call whose arguments suit both initializers would be ambiguous
  // otherwise.
  /// Creates a configuration with the parameters of the original framework.
  ///
  /// Passing a validator sets the validation mode to `custom`, unless a mode is also passed. A
  /// passed URL session configuration applies only to instances with this configuration; without
  /// it, ``Connectivity/urlSessionConfiguration`` applies.
  @_disfavoredOverload
  public convenience init(
    callbackQueue: DispatchQueue = .main,
    checkWhenApplicationDidBecomeActive: Bool = true,
    connectivityQueue: DispatchQueue = .global(qos: .default),
    connectivityURLRequests: [URLRequest] = defaultConnectivityURLRequests,
    pollingInterval: Double = 10,
    pollingIsEnabled: Bool = true,
    pollWhileOfflineOnly: Bool = true,
    responseValidator: (any ConnectivityResponseValidator)? = nil,
    successThreshold: ConnectivityPercentage = ConnectivityPercentage(50),
    urlSessionConfiguration: URLSessionConfiguration? = nil,
    validationMode: ConnectivityResponseValidationMode? = nil
  ) {
    self.init(
      callbackQueue: callbackQueue,
      checkWhenApplicationDidBecomeActive: checkWhenApplicationDidBecomeActive,
      connectivityQueue: connectivityQueue,
      probeRequests: connectivityURLRequests.compactMap { ConnectivityURLRequest($0) },
      pollingInterval: pollingInterval,
      pollingIsEnabled: pollingIsEnabled,
      pollWhileOfflineOnly: pollWhileOfflineOnly,
      validator: responseValidator?.asValidator,
      successThreshold: successThreshold,
      validationMode: validationMode
    )
    if let urlSessionConfiguration { configureURLSession(urlSessionConfiguration) }
  }

  /// The requests that a check sends; new code uses `probeRequests`.
  public var connectivityURLRequests: [URLRequest] {
    get { settings.probeRequests.map { URLRequest($0) } }
    set { configureConnectivity(urlRequests: newValue) }
  }

  /// The active validator; new code uses `validator`.
  public var responseValidator: any ConnectivityResponseValidator {
    get { settings.validator.asResponseValidator }
    set { configureResponseValidator(newValue) }
  }

  /// Sets the requests that a check sends; new code uses ``configureProbes(requests:)``.
  @discardableResult
  public func configureConnectivity(urlRequests: [URLRequest]) -> Self {
    configureProbes(requests: urlRequests.compactMap { ConnectivityURLRequest($0) })
  }

  /// Sets a validator of the app; new code uses ``configureValidator(_:)``.
  @discardableResult
  public func configureResponseValidator(
    _ responseValidator: any ConnectivityResponseValidator
  ) -> Self {
    configureValidator(responseValidator.asValidator)
  }

  /// Copies the timeouts and headers of a URL session configuration.
  ///
  /// New code uses ``configureTimeout(_:)``, which takes precedence over these timeouts.
  @discardableResult
  public func configureURLSession(_ urlSessionConfiguration: URLSessionConfiguration) -> Self {
    change { $0.ownProbeDefaults = ProbeDefaults(urlSessionConfiguration) }
  }
}
