/// The default settings of requests, which a plugin can override.
///
/// The original SDK ignores these settings; this library applies all of them.
public struct HTTPConfig: Hashable, Sendable {
  /// The base URL of requests, to which the endpoint of a plugin is appended.
  public let apiBaseUrl: String
  /// The timeout of each attempt, in seconds; 30 by default.
  public let timeout: Double
  /// Whether requests are retried after transient failures; `true` by default.
  public let shouldRetry: Bool
  /// The back-off after the first failure in seconds, 1 by default; it doubles with each failure,
  /// up to 10 seconds.
  public let retryDelay: Double
  /// The maximum number of attempts of a request, including the first one; 3 by default.
  public let maxRetries: Int
  /// Headers of every request; headers of a plugin have precedence.
  public let defaultHeaders: [String: String]

  /// Creates the settings; see the properties for the default values.
  public init(
    apiBaseUrl: String = "https://api.ascend.com",
    timeout: Double = 30,
    shouldRetry: Bool = true,
    retryDelay: Double = 1,
    maxRetries: Int = 3,
    defaultHeaders: [String: String] = [:]
  ) {
    self.apiBaseUrl = apiBaseUrl
    self.timeout = timeout
    self.shouldRetry = shouldRetry
    self.retryDelay = retryDelay
    self.maxRetries = maxRetries
    self.defaultHeaders = defaultHeaders
  }
}
