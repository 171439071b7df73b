/// What a request needs to know out of the three configurations.
///
/// What the configuration of the plugin does not say is taken from that of HTTP. The original reads
/// neither the latter nor the key of the core.
struct ExchangeSettings: Hashable, Sendable {
  let url: String
  let apiKey: String
  let defaultHeaders: [String: String]
  let headers: [String: String]
  let timeout: Duration
  let retries: RetrySchedule

  init(_ configuration: AscendExperimentsConfiguration, in config: AscendConfig) {
    let given = configuration.given
    let http = config.httpConfig
    url = (given.apiBaseUrl ?? http.apiBaseUrl) + configuration.apiEndpoint
    apiKey = http.defaultHeaders["api-key"] ?? config.coreConfig.apiKey
    defaultHeaders = http.defaultHeaders
    headers = configuration.headers ?? [:]
    timeout = .reading(seconds: given.timeout ?? http.timeout)
    retries = RetrySchedule(
      attempts: given.shouldRetry ?? http.shouldRetry ? given.maxRetries ?? http.maxRetries : 1,
      firstWait: .reading(seconds: http.retryDelay)
    )
  }
}

extension Duration {
  /// A number of seconds from nothing to a day; what makes no sense is the nearest that does.
  static func reading(seconds: Double) -> Duration {
    .seconds(seconds.isNaN ? 0 : min(max(seconds, 0), 86_400))
  }
}
