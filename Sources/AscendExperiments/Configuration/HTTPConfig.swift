/// The defaults for requests, which a plugin can override.
///
/// The original ignores these values; this library applies all of them.
public struct HTTPConfig: Hashable, Sendable {
  /// The base URL, to which the endpoint of a plugin is appended.
  public let apiBaseUrl: String
  /// The timeout of one attempt, in seconds; 30 by default.
  public let timeout: Double
  /// Whether a request is retried after a transient failure; true by default.
  public let shouldRetry: Bool
  /// The first back-off in seconds, 1 by default; it doubles with each failure, up to 10 seconds.
  public let retryDelay: Double
  /// The maximum number of attempts, including the first one; 3 by default.
  public let maxRetries: Int
  /// Headers of every request; the headers of a plugin take precedence.
  public let defaultHeaders: [String: String]

  /// Makes a configuration.
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
