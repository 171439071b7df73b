import Networking

/// The settings of a request, merged from the configurations of plugin, core and HTTP.
///
/// For a value that the plugin does not set, the value of ``HTTPConfig`` applies. The original SDK
/// ignores ``HTTPConfig`` and the API key of the core.
struct RequestSettings: Hashable, Sendable {
  let url: String
  /// The headers with the lowest precedence: the API key and ``HTTPConfig/defaultHeaders``.
  let defaultHeaders: HTTPHeaders
  /// The headers of the plugin, with precedence over all others except the content type.
  let headers: HTTPHeaders
  /// The timeout of each attempt; `nil` for no limit.
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
  /// Returns a duration from a number of seconds, clamped to 0...86,400; NaN becomes 0.
  static func clamped(seconds: Double) -> Duration {
    .seconds(seconds.isNaN ? 0 : min(max(seconds, 0), 86_400))
  }
}

extension HTTPHeaders {
  /// Returns the headers merged with others, which win over headers of the same name; new headers
  /// are sorted by name.
  func merging(_ others: [String: String]) -> HTTPHeaders {
    merging(
      HTTPHeaders(others.sorted { $0.key < $1.key }.map { Field(name: $0.key, value: $0.value) })
    )
  }

  /// Returns the headers merged with others, which win over headers of the same name.
  func merging(_ others: HTTPHeaders) -> HTTPHeaders {
    var headers = self
    for field in others.fields { headers[field.name] = field.value }
    return headers
  }
}
