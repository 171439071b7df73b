/// The configuration of ``AscendExperiments``: what is fetched, when, and what is persisted.
public struct AscendExperimentsConfiguration: AscendConfiguration, Hashable {
  /// The values that were set explicitly; `nil` where ``HTTPConfig`` applies.
  struct Explicit: Hashable, Sendable {
    var apiBaseUrl: String?
    var shouldRetry: Bool?
    var maxRetries: Int?
    var timeout: Double?
  }

  /// Whether the first ``Ascend/getPlugin(_:)`` fetches the experiments of ``defaultValues``.
  public let shouldFetchOnInit: Bool
  /// Whether a logout fetches the experiments of the guest; otherwise a logout removes them all.
  public let shouldFetchOnLogout: Bool
  /// Whether stale experiments are fetched when the app enters the foreground.
  public let shouldRefreshOnForeground: Bool
  /// The experiments to fetch, with the variables that apply until the server responds.
  public let defaultValues: [String: ExperimentVariable]
  /// The path that is appended to the base URL.
  public let apiEndpoint: String
  /// Headers of every request, which take precedence over all others except the content type.
  public let headers: [String: String]?
  /// The attributes of the user for targeting; `nil` sends attributes of the machine.
  public let attributes: [String: String]?
  /// Whether experiments are persisted, and restored at the start.
  public let enableCaching: Bool
  /// The age, in seconds, from which a persisted snapshot is stale at the start.
  ///
  /// A stale snapshot is used only until the server responds: its values do not stay fixed for the
  /// session. The original ignores this value.
  public let cacheExpiration: Double
  /// Whether the log receives debug lines of this plugin besides warnings.
  public let enableDebugLogging: Bool
  let explicit: Explicit

  /// Makes a configuration; `nil` for a value of a request uses the value of ``HTTPConfig``.
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

  /// The type of the plugin that the configuration belongs to.
  public var pluginType: AscendPluginType { .experiments }
  /// The name of the plugin that the configuration belongs to.
  public var pluginName: String { pluginType.rawValue }
  /// The base URL, to which the endpoint is appended.
  ///
  /// Without an explicit value, the property is the default of ``HTTPConfig``, and requests use the
  /// value of ``AscendConfig/httpConfig``.
  public var apiBaseUrl: String { explicit.apiBaseUrl ?? HTTPConfig().apiBaseUrl }
  /// Whether a request is retried after a transient failure.
  ///
  /// Without an explicit value, the property is the default of ``HTTPConfig``, and requests use the
  /// value of ``AscendConfig/httpConfig``.
  public var shouldRetry: Bool { explicit.shouldRetry ?? HTTPConfig().shouldRetry }
  /// The maximum number of attempts, including the first one.
  ///
  /// Without an explicit value, the property is the default of ``HTTPConfig``, and requests use the
  /// value of ``AscendConfig/httpConfig``.
  public var maxRetries: Int { explicit.maxRetries ?? HTTPConfig().maxRetries }
  /// The timeout of one attempt, in seconds.
  ///
  /// Without an explicit value, the property is the default of ``HTTPConfig``, and requests use the
  /// value of ``AscendConfig/httpConfig``.
  public var timeout: Double { explicit.timeout ?? HTTPConfig().timeout }
}

extension AscendExperimentsConfiguration {
  /// A configuration for development: the endpoint of allocations, snapshots that are stale after
  /// five minutes, and a debug log.
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

  /// A configuration for releases: the timeout of an attempt is 15 seconds.
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

  /// A configuration for tests: no automatic fetch, no retry, and nothing is persisted.
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
