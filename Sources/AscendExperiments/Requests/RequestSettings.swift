import Networking

/// What a request needs to know out of the three configurations.
///
/// What the configuration of the plugin does not say is taken from that of HTTP. The original reads
/// neither the latter nor the key of the core.
struct RequestSettings: Hashable, Sendable {
  let url: String
  /// What every request carries, unless there is something better.
  let defaultHeaders: HTTPHeaders
  /// What wins over everything but the content type.
  let headers: HTTPHeaders
  /// The longest time for one attempt; `nil` is without end.
  let timeout: Duration?
  let retries: RetrySchedule
}

extension RequestSettings {
  init(_ configuration: AscendExperimentsConfiguration, in config: AscendConfig) {
    let given = configuration.given
    let http = config.httpConfig
    let attempts = given.maxRetries ?? http.maxRetries
    var headers = HTTPHeaders()
    headers["api-key"] = config.coreConfig.apiKey
    self.init(
      url: (given.apiBaseUrl ?? http.apiBaseUrl) + configuration.apiEndpoint,
      defaultHeaders: headers.merging(http.defaultHeaders),
      headers: HTTPHeaders().merging(configuration.headers ?? [:]),
      timeout: .reading(seconds: given.timeout ?? http.timeout),
      retries: RetrySchedule(
        attempts: given.shouldRetry ?? http.shouldRetry ? attempts : 1,
        firstWait: .reading(seconds: http.retryDelay)
      )
    )
  }
}

extension Duration {
  /// A number of seconds from nothing to a day; what makes no sense is the nearest that does.
  static func reading(seconds: Double) -> Duration {
    .seconds(seconds.isNaN ? 0 : min(max(seconds, 0), 86_400))
  }
}

extension HTTPHeaders {
  /// The headers with others in their place, in the order of their names.
  func merging(_ others: [String: String]) -> HTTPHeaders {
    merging(
      HTTPHeaders(others.sorted { $0.key < $1.key }.map { Field(name: $0.key, value: $0.value) })
    )
  }

  /// The headers with others in their place.
  func merging(_ others: HTTPHeaders) -> HTTPHeaders {
    var headers = self
    for field in others.fields { headers[field.name] = field.value }
    return headers
  }
}
