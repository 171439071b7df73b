import Networking

/// The settings of a request, merged from the three configurations.
///
/// A value that the plugin does not set is taken from ``HTTPConfig``. The original ignores
/// ``HTTPConfig`` and the key of the core.
struct RequestSettings: Hashable, Sendable {
  let url: String
  /// Headers with the lowest precedence: the key of the app and ``HTTPConfig/defaultHeaders``.
  let defaultHeaders: HTTPHeaders
  /// Headers that take precedence over all others except the content type.
  let headers: HTTPHeaders
  /// The timeout of one attempt; `nil` sets no limit.
  let timeout: Duration?
  let retries: RetrySchedule
}

extension RequestSettings {
  init(_ configuration: AscendExperimentsConfiguration, in config: AscendConfig) {
    let explicit = configuration.explicit
    let http = config.httpConfig
    let attempts = explicit.maxRetries ?? http.maxRetries
    var headers = HTTPHeaders()
    headers["api-key"] = config.coreConfig.apiKey
    self.init(
      url: (explicit.apiBaseUrl ?? http.apiBaseUrl) + configuration.apiEndpoint,
      defaultHeaders: headers.merging(http.defaultHeaders),
      headers: HTTPHeaders().merging(configuration.headers ?? [:]),
      timeout: .clamped(seconds: explicit.timeout ?? http.timeout),
      retries: RetrySchedule(
        attempts: explicit.shouldRetry ?? http.shouldRetry ? attempts : 1,
        firstWait: .clamped(seconds: http.retryDelay)
      )
    )
  }
}

extension Duration {
  /// A number of seconds, clamped to 0...86,400; NaN is 0.
  static func clamped(seconds: Double) -> Duration {
    .seconds(seconds.isNaN ? 0 : min(max(seconds, 0), 86_400))
  }
}

extension HTTPHeaders {
  /// The headers, where others with the same name replace them; new ones are sorted by name.
  func merging(_ others: [String: String]) -> HTTPHeaders {
    merging(
      HTTPHeaders(others.sorted { $0.key < $1.key }.map { Field(name: $0.key, value: $0.value) })
    )
  }

  /// The headers, where others with the same name replace them.
  func merging(_ others: HTTPHeaders) -> HTTPHeaders {
    var headers = self
    for field in others.fields { headers[field.name] = field.value }
    return headers
  }
}
