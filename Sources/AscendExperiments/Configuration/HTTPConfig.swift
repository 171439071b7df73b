/// How servers are asked, where a plugin does not say otherwise.
///
/// The original reads none of this; here all of it counts.
public struct HTTPConfig: Hashable, Sendable {
  /// The address that a plugin's endpoint is added to.
  public let apiBaseUrl: String
  /// The longest time for one attempt, in seconds.
  public let timeout: Double
  /// Whether a request that failed for a passing reason is sent again.
  public let shouldRetry: Bool
  /// The wait after the first failure, in seconds; it doubles with each one, up to 10 seconds.
  public let retryDelay: Double
  /// How often a request is sent at most, with the first time.
  public let maxRetries: Int
  /// Headers of every request; those of a plugin win.
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
