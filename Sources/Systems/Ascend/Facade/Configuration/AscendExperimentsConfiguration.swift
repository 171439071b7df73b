/// The configuration of ``AscendExperiments``: the experiments, their requests and their
/// persistence.
public struct AscendExperimentsConfiguration: AscendConfiguration, Hashable {
  /// The request settings that the app set explicitly; for each setting that is `nil`, the value of
  /// ``HTTPConfig`` applies.
  struct Explicit: Hashable, Sendable {
    var apiBaseUrl: String?
    var shouldRetry: Bool?
    var maxRetries: Int?
    var timeout: Double?
  }

  /// Whether the first ``Ascend/getPlugin(_:)`` fetches the experiments of ``defaultValues``.
  public let shouldFetchOnInit: Bool
  /// Whether a logout fetches the experiments of the guest; otherwise a logout removes all
  /// experiments.
  public let shouldFetchOnLogout: Bool
  /// Whether stale experiments are fetched when the app enters the foreground.
  public let shouldRefreshOnForeground: Bool
  /// The experiments to fetch, with the variables that apply until the server responds.
  public let defaultValues: [String: ExperimentVariable]
  /// The path of requests, which is appended to the base URL.
  public let apiEndpoint: String
  /// Headers of every request, with precedence over all other headers except the content type.
  public let headers: [String: String]?
  /// The attributes of the user for targeting; `nil` sends attributes that describe the machine.
  public let attributes: [String: String]?
  /// Whether experiments are persisted, and restored in the next run.
  public let enableCaching: Bool
  /// The age in seconds from which a restored snapshot is stale.
  ///
  /// The values of a stale snapshot apply only until the server responds: unlike other values, they
  /// can change during the session after the app has read them. The original SDK ignores this
  /// setting.
  public let cacheExpiration: Double
  /// Whether the log receives debug lines of the experiments plugin in addition to warnings.
  public let enableDebugLogging: Bool
  let explicit: Explicit

  /// Creates a configuration; for each request setting that is `nil`, the value of ``HTTPConfig``
  /// applies.
  public init(
    shouldFetchOnInit: Bool = true,
    shouldFetchOnLogout: Bool = false,
    shouldRefreshOnForeground: Bool = true,
    defaultValues: [String: ExperimentVariable] = [:],
    apiBaseUrl: String? = nil,
    apiEndpoint: String = "/v1/users/experiments",
    headers: [String: String]? = nil,
    attributes: [String: String]? = nil,
    shouldRetry: Bool? = nil,
    maxRetries: Int? = nil,
    timeout: Double? = nil,
    enableCaching: Bool = true,
    cacheExpiration: Double = 3600,
    enableDebugLogging: Bool = false
  ) {
    self.shouldFetchOnInit = shouldFetchOnInit
    self.shouldFetchOnLogout = shouldFetchOnLogout
    self.shouldRefreshOnForeground = shouldRefreshOnForeground
    self.defaultValues = defaultValues
    self.apiEndpoint = apiEndpoint
    self.headers = headers
    self.attributes = attributes
    self.enableCaching = enableCaching
    self.cacheExpiration = cacheExpiration
    self.enableDebugLogging = enableDebugLogging
    explicit = Explicit(
      apiBaseUrl: apiBaseUrl,
      shouldRetry: shouldRetry,
      maxRetries: maxRetries,
      timeout: timeout
    )
  }

  /// The type of the plugin that the configuration belongs to: experiments.
  public var pluginType: AscendPluginType { .experiments }
  /// The name of the plugin that the configuration belongs to: the raw value of its type.
  public var pluginName: String { pluginType.rawValue }
  /// The base URL of requests, to which the endpoint is appended.
  ///
  /// Without an explicit value, the property returns the default value of ``HTTPConfig``, and
  /// requests use the value of ``AscendConfig/httpConfig``.
  public var apiBaseUrl: String { explicit.apiBaseUrl ?? HTTPConfig().apiBaseUrl }
  /// Whether requests are retried after transient failures.
  ///
  /// Without an explicit value, the property returns the default value of ``HTTPConfig``, and
  /// requests use the value of ``AscendConfig/httpConfig``.
  public var shouldRetry: Bool { explicit.shouldRetry ?? HTTPConfig().shouldRetry }
  /// The maximum number of attempts of a request, including the first one.
  ///
  /// Without an explicit value, the property returns the default value of ``HTTPConfig``, and
  /// requests use the value of ``AscendConfig/httpConfig``.
  public var maxRetries: Int { explicit.maxRetries ?? HTTPConfig().maxRetries }
  /// The timeout of each attempt, in seconds.
  ///
  /// Without an explicit value, the property returns the default value of ``HTTPConfig``, and
  /// requests use the value of ``AscendConfig/httpConfig``.
  public var timeout: Double { explicit.timeout ?? HTTPConfig().timeout }
}

extension AscendExperimentsConfiguration {
  /// Creates a configuration for development: the endpoint is `/v1/allocations`, snapshots are
  /// stale after five minutes, and debug lines are logged.
  public static func development(
    apiBaseUrl: String? = nil,
    apiEndpoint: String = "/v1/allocations",
    defaultValues: [String: ExperimentVariable] = [:],
    headers: [String: String]? = nil,
    attributes: [String: String]? = nil,
    shouldFetchOnLogout: Bool = false
  ) -> Self {
    Self(
      shouldFetchOnLogout: shouldFetchOnLogout,
      defaultValues: defaultValues,
      apiBaseUrl: apiBaseUrl,
      apiEndpoint: apiEndpoint,
      headers: headers,
      attributes: attributes,
      cacheExpiration: 300,
      enableDebugLogging: true
    )
  }

  /// Creates a configuration for releases: the timeout of an attempt is 15 seconds.
  public static func production(
    apiBaseUrl: String,
    defaultValues: [String: ExperimentVariable] = [:],
    shouldFetchOnLogout: Bool = false
  ) -> Self {
    Self(
      shouldFetchOnLogout: shouldFetchOnLogout,
      defaultValues: defaultValues,
      apiBaseUrl: apiBaseUrl,
      timeout: 15
    )
  }

  /// Creates a configuration for tests: no automatic fetch, no retry, and nothing is persisted.
  public static func testing(
    apiBaseUrl: String = "https://test-api.ascend.com",
    defaultValues: [String: ExperimentVariable] = [:],
    shouldFetchOnLogout: Bool = false
  ) -> Self {
    Self(
      shouldFetchOnInit: false,
      shouldFetchOnLogout: shouldFetchOnLogout,
      shouldRefreshOnForeground: false,
      defaultValues: defaultValues,
      apiBaseUrl: apiBaseUrl,
      shouldRetry: false,
      enableCaching: false,
      enableDebugLogging: true
    )
  }
}
