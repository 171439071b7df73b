public import Connectivity
public import Dispatch
public import FoundationNetworking

extension ConnectivityConfiguration {
  /// The requests that are sent by default: the two HTTPS detection pages of Apple.
  public static var defaultConnectivityURLRequests: [URLRequest] {
    defaultProbeRequests.map { URLRequest($0) }
  }

  /// A new URL session configuration with the defaults of the original: no cache, and 5 seconds for
  /// each request.
  public static var defaultURLSessionConfiguration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.default
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.urlCache = nil
    configuration.timeoutIntervalForRequest = 5
    configuration.timeoutIntervalForResource = 5
    return configuration
  }

  // Disfavored, so that a call with parameters of both initializers, or none, is not ambiguous.
  /// Creates a configuration with the parameters of the original.
  ///
  /// A validator sets the validation mode to `custom`, unless a mode is passed too. Without a URL
  /// session configuration, ``Connectivity/urlSessionConfiguration`` applies; a configuration
  /// that is passed applies to instances with this configuration only.
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

  /// The current validator; new code uses `validator`.
  public var responseValidator: any ConnectivityResponseValidator {
    get { settings.validator.asResponseValidator }
    set { configureResponseValidator(newValue) }
  }

  /// Sets the requests of the probes; new code uses ``configureProbes(requests:)``.
  @discardableResult
  public func configureConnectivity(urlRequests: [URLRequest]) -> Self {
    configureProbes(requests: urlRequests.compactMap { ConnectivityURLRequest($0) })
  }

  /// Sets the validator; new code uses ``configureValidator(_:)``.
  @discardableResult
  public func configureResponseValidator(
    _ responseValidator: any ConnectivityResponseValidator
  ) -> Self {
    configureValidator(responseValidator.asValidator)
  }

  /// Copies the current timeouts and headers of a URL session configuration.
  ///
  /// New code uses ``configureTimeout(_:)``, which takes precedence.
  @discardableResult
  public func configureURLSession(_ urlSessionConfiguration: URLSessionConfiguration) -> Self {
    change { $0.ownProbeDefaults = ProbeDefaults(urlSessionConfiguration) }
  }
}
