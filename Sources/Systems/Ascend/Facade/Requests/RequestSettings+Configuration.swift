import Networking

extension RequestSettings {
  /// Merges the request settings of the plugin with those of the core and of ``HTTPConfig``.
  ///
  /// For a value that the plugin does not set, the value of ``HTTPConfig`` applies. The original SDK
  /// ignores ``HTTPConfig`` and the API key of the core.
  init(_ configuration: AscendExperimentsConfiguration, in config: AscendConfig) {
    let explicit = configuration.explicit
    let http = config.httpConfig
    var headers = HTTPHeaders()
    headers["api-key"] = config.coreConfig.apiKey
    self.init(
      url: (explicit.apiBaseUrl ?? http.apiBaseUrl) + configuration.apiEndpoint,
      defaultHeaders: headers.merging(http.defaultHeaders),
      headers: HTTPHeaders().merging(configuration.headers ?? [:]),
      timeout: .clamped(seconds: explicit.timeout ?? http.timeout)
    )
  }
}

extension RetrySchedule {
  /// Uses the retry settings of the plugin; the value of ``HTTPConfig`` applies to each setting that the
  /// plugin does not set.
  init(_ configuration: AscendExperimentsConfiguration, in config: AscendConfig) {
    let (explicit, http) = (configuration.explicit, config.httpConfig)
    let isOn = explicit.shouldRetry ?? http.shouldRetry
    self.init(
      attempts: isOn ? explicit.maxRetries ?? http.maxRetries : 1,
      firstWait: .clamped(seconds: http.retryDelay)
    )
  }
}

extension Duration {
  /// Returns a duration from a number of seconds, clamped to 0...86,400; NaN becomes 0.
  static func clamped(seconds: Double) -> Duration {
    .seconds(seconds.isNaN ? 0 : min(max(seconds, 0), 86_400))
  }
}
