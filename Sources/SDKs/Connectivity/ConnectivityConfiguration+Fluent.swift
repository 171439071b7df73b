public import FoundationEssentials

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
