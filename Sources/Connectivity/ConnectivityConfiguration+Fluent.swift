public import FoundationEssentials

// Each method changes the configuration in place and returns it, so that calls can be chained.
extension ConnectivityConfiguration {
  /// Sets the `Authorization` header; with `nil`, each request sends its own.
  @discardableResult
  public func configureAuthorizationHeader(with value: String?) -> Self {
    change { $0.authorizationHeader = value }
  }

  /// Sets the token that is sent as `Bearer`, unless an authorization header is set.
  @discardableResult
  public func configureBearerToken(with token: String?) -> Self {
    change { $0.bearerToken = token }
  }

  /// Sets the URLs of the probes, which are requested with `GET`.
  @discardableResult
  public func configureConnectivity(urls: [URL]) -> Self {
    change { $0.probeRequests = urls.map { ConnectivityURLRequest(url: $0) } }
  }

  /// Sets the requests of the probes.
  @discardableResult
  public func configureProbes(requests: [ConnectivityURLRequest]) -> Self {
    change { $0.probeRequests = requests }
  }

  /// Stores the Apple framework from which the original reads interfaces.
  ///
  /// It has no effect: on Linux, interfaces are read from the kernel.
  @discardableResult
  public func configureFramework(_ framework: ConnectivityFramework) -> Self {
    change { $0.framework = framework }
  }

  /// Allows only `https`, or plain `http` too.
  @discardableResult
  public func configureHTTPSOnly(_ isHTTPSOnly: Bool) -> Self {
    change { $0.isHTTPSOnly = isHTTPSOnly }
  }

  /// Enables or disables polling, with the interval in seconds.
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

  /// Validates responses with a text or a regular expression.
  @discardableResult
  public func configureResponseValidation(
    _ validation: ConnectivityResponseStringValidator.ValidationMode,
    expected: String
  ) -> Self {
    change { $0.validation.expect(validation, expected) }
  }

  /// Stores whether the original checks when its application becomes active.
  ///
  /// There is no such event on Linux; see
  /// ``ConnectivitySettings/checkWhenApplicationDidBecomeActive``.
  @discardableResult
  public func configureShouldCheckWhenApplicationDidBecomeActive(_ enabled: Bool) -> Self {
    change { $0.checkWhenApplicationDidBecomeActive = enabled }
  }

  /// Sets the percentage of probes that have to succeed.
  @discardableResult
  public func configureSuccessThreshold(_ threshold: ConnectivityPercentage) -> Self {
    change { $0.successThreshold = threshold }
  }

  /// Sets the timeout of each request.
  @discardableResult
  public func configureTimeout(_ timeout: Duration) -> Self {
    change { $0.timeout = timeout }
  }

  /// Sets the validation mode.
  @discardableResult
  public func configureValidationMode(
    with validationMode: ConnectivityResponseValidationMode
  ) -> Self {
    change { $0.validationMode = validationMode }
  }

  /// Sets the validator.
  @discardableResult
  public func configureValidator(_ validator: any ConnectivityValidator) -> Self {
    change { $0.validator = validator }
  }
}
