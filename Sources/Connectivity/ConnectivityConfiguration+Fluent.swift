public import FoundationEssentials

extension ConnectivityConfiguration {
  private func with(_ change: (inout ConnectivityConfiguration) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }

  /// Sends this `Authorization` header.
  public func configureAuthorizationHeader(with value: String?) -> Self {
    with { $0.authorizationHeader = value }
  }

  /// Sends this token as `Bearer`, unless an authorization header is set.
  public func configureBearerToken(with token: String?) -> Self {
    with { $0.bearerToken = token }
  }

  /// Asks these addresses.
  public func configureConnectivity(urls: [URL]) -> Self {
    with { $0.connectivityURLRequests = urls.map { ConnectivityURLRequest(url: $0) } }
  }

  /// Asks these addresses, each with its headers.
  public func configureConnectivity(urlRequests: [ConnectivityURLRequest]) -> Self {
    with { $0.connectivityURLRequests = urlRequests }
  }

  /// Names one of Apple's frameworks; the kernel is asked either way.
  public func configureFramework(_ framework: ConnectivityFramework) -> Self {
    with { $0.framework = framework }
  }

  /// Allows plain `http` or not.
  public func configureHTTPSOnly(_ isHTTPSOnly: Bool) -> Self {
    with { $0.isHTTPSOnly = isHTTPSOnly }
  }

  /// Checks again and again, the interval in seconds.
  public func configurePolling(
    isEnabled: Bool = true,
    interval: Double = 10,
    offlineOnly: Bool = true
  ) -> Self {
    with {
      $0.pollingIsEnabled = isEnabled
      $0.pollingInterval = interval
      $0.pollWhileOfflineOnly = offlineOnly
    }
  }

  /// Judges answers by a text.
  public func configureResponseValidation(
    _ validation: ConnectivityResponseStringValidator.ValidationMode,
    expected: String
  ) -> Self {
    with {
      switch validation {
      case .containsExpectedResponseString, .equalsExpectedResponseString:
        $0.expectedResponseString = expected
      case .matchesRegularExpression:
        $0.expectedResponseRegEx = expected
      }
      $0.validationMode =
        switch validation {
        case .containsExpectedResponseString: .containsExpectedResponseString
        case .equalsExpectedResponseString: .equalsExpectedResponseString
        case .matchesRegularExpression: .matchesRegularExpression
        }
    }
  }

  /// Judges answers by a validator.
  public func configureResponseValidator(
    _ responseValidator: any ConnectivityResponseValidator
  ) -> Self {
    with { $0.responseValidator = responseValidator }
  }

  /// Wants this share of addresses to answer as expected.
  public func configureSuccessThreshold(_ threshold: ConnectivityPercentage) -> Self {
    with { $0.successThreshold = threshold }
  }

  /// Gives each address this long to answer.
  public func configureTimeout(_ timeout: Duration) -> Self {
    with { $0.timeout = timeout }
  }

  /// Judges answers in this mode.
  public func configureValidationMode(
    with validationMode: ConnectivityResponseValidationMode
  ) -> Self {
    with { $0.validationMode = validationMode }
  }
}
