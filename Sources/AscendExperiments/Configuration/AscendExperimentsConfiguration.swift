/// What the experiments are configured with.
public struct AscendExperimentsConfiguration: AscendConfiguration, Hashable {
  /// What was given, and `nil` where `HTTPConfig` is to decide.
  struct Given: Hashable, Sendable {
    var apiBaseUrl: String?
    var shouldRetry: Bool?
    var maxRetries: Int?
    var timeout: Double?
  }

  /// Whether the defaults are fetched at the first `getPlugin`.
  public let shouldFetchOnInit: Bool
  /// Whether a logout fetches again as a guest; otherwise it clears everything.
  public let shouldFetchOnLogout: Bool
  /// Whether experiments are fetched when the app comes back to the foreground.
  public let shouldRefreshOnForeground: Bool
  /// The experiments that are fetched, with what holds until the server answers.
  public let defaultValues: [String: ExperimentVariable]
  /// What is added to the base address.
  public let apiEndpoint: String
  /// Headers of every request, which win over all others but the content type.
  public let headers: [String: String]?
  /// What the server is told about the user; `nil` tells it what is known of the machine.
  public let attributes: [String: String]?
  /// Whether experiments are kept between two runs, and read at the start.
  public let enableCaching: Bool
  /// How old a snapshot can be at the start for its values to be kept for the session, in seconds.
  ///
  /// An older one is used too, but only until the server answers. The original never reads this.
  public let cacheExpiration: Double
  /// Whether the log of this plugin gets more than warnings.
  public let enableDebugLogging: Bool
  let given: Given

  /// Makes a configuration; what is `nil` is taken from `HTTPConfig`.
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
    given = Given(
      apiBaseUrl: apiBaseUrl,
      shouldRetry: shouldRetry,
      maxRetries: maxRetries,
      timeout: timeout
    )
  }

  /// The plugin that this configures.
  public var pluginType: AscendPluginType { .experiments }
  /// The name of the plugin that this configures.
  public var pluginName: String { pluginType.rawValue }
  /// The address that the endpoint is added to.
  ///
  /// Where none was given this is that of `HTTPConfig()`; requests take that of the app's
  /// `AscendConfig.httpConfig`.
  public var apiBaseUrl: String { given.apiBaseUrl ?? HTTPConfig().apiBaseUrl }
  /// Whether a request that failed for a passing reason is sent again.
  ///
  /// Where it was not given this is what `HTTPConfig()` says; requests take what the app's
  /// `AscendConfig.httpConfig` says.
  public var shouldRetry: Bool { given.shouldRetry ?? HTTPConfig().shouldRetry }
  /// How often a request is sent at most, with the first time.
  ///
  /// Where it was not given this is what `HTTPConfig()` says; requests take what the app's
  /// `AscendConfig.httpConfig` says.
  public var maxRetries: Int { given.maxRetries ?? HTTPConfig().maxRetries }
  /// The longest time for one attempt, in seconds.
  ///
  /// Where it was not given this is what `HTTPConfig()` says; requests take what the app's
  /// `AscendConfig.httpConfig` says.
  public var timeout: Double { given.timeout ?? HTTPConfig().timeout }
}

extension AscendExperimentsConfiguration {
  /// A configuration for development: the endpoint of allocations, a snapshot that holds for five
  /// minutes, and a log of what happens.
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

  /// A configuration for the release: an attempt has 15 seconds.
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

  /// A configuration for tests: nothing is fetched by itself, sent twice, or kept.
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
