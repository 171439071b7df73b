public import FeatureFlags
public import FoundationEssentials
public import Networking

/// The settings of a client: URLs, timeouts, caches, polling, event queue and dependencies.
public struct OptimizelySdkSettings: Sendable {
  /// The maximum number of users whose segments are cached; 0 disables the cache.
  public var segmentsCacheSize: Int
  /// The time after which cached segments expire; 0 disables the cache.
  public var segmentsCacheTimeout: Duration
  /// The deadline for fetching segments; 0 means the default of the HTTP client.
  public var segmentFetchTimeout: Duration
  /// The deadline for sending an event to the data platform; 0 means 60 seconds.
  public var odpEventTimeout: Duration
  /// Whether the data platform is disabled: no segments are fetched, and no events are sent to it.
  public var disableOdp: Bool
  /// Whether the program has a visitor id, which identifies users who are not signed in.
  public var enableVuid: Bool

  /// The URL of datafiles, in which `%@` is replaced by the SDK key.
  public var datafileURL = "https://cdn.optimizely.com/datafiles/%@.json"
  /// The schedule for polling the datafile, and when a newer datafile becomes active.
  public var polling = DatafilePolling.off
  /// The workspace that stores datafiles, sticky variations and pending events; `nil` means a
  /// workspace of the running program and the SDK key.
  public var workspace: Workspace?
  /// The order in which an `and` condition combines its operands: whether false takes precedence
  /// over unknown.
  public var conjunctionOrder = ConjunctionOrder.leftToRight

  /// The URL of the event service; `nil` means the service in the region of the datafile.
  public var eventsURL: String?
  /// The settings of the queue of impressions and conversions.
  public var events = EventSettings()
  /// The name of the client in events; the name of the Swift SDK by default.
  public var clientName = "swift-sdk"
  /// The version of the client in events: the version of the SDK with the same behaviour.
  public var clientVersion = "5.4.2"

  /// The HTTP client for all requests of the library.
  public var httpClient = HTTPClient()
  /// The clock for polling, back-off and the expiry of caches.
  public var clock: any Clock<Duration> = ContinuousClock()
  /// The function that returns the current date, for events and caches.
  public var now: @Sendable () -> Date = { Date() }
  /// The function that creates the id of an event.
  public var makeID: @Sendable () -> String = { UUID().uuidString }
  /// The function that receives errors of background work, which no call can throw; called on any
  /// thread.
  public var onProblem: @Sendable (OptimizelyError) -> Void = { _ in }

  /// The path of the override file, or the URL of the server, that a client follows from its start;
  /// `nil` means none.
  package var overridesPath = OverrideLocator.ofEnvironment?.text

  /// Creates settings with the parameters of the Swift SDK.
  ///
  /// - Parameters:
  ///   - segmentsCacheSize: The maximum number of users whose segments are cached; 0 disables the
  ///     cache.
  ///   - segmentsCacheTimeoutInSecs: The seconds after which cached segments expire; 0 disables the
  ///     cache.
  ///   - timeoutForSegmentFetchInSecs: The deadline for fetching segments, in seconds; 0 means the
  ///     default of the HTTP client.
  ///   - timeoutForOdpEventInSecs: The deadline for sending an event to the data platform, in
  ///     seconds.
  ///   - disableOdp: Whether the data platform is disabled.
  ///   - enableVuid: Whether the program has a visitor id for users who are not signed in.
  ///   - sdkName: The name of the client in events; `nil` means the name of the Swift SDK.
  ///   - sdkVersion: The version of the client in events; `nil` means the default of
  ///     ``clientVersion``.
  public init(
    segmentsCacheSize: Int = 100,
    segmentsCacheTimeoutInSecs: Int = 600,
    timeoutForSegmentFetchInSecs: Int = 10,
    timeoutForOdpEventInSecs: Int = 10,
    disableOdp: Bool = false,
    enableVuid: Bool = false,
    sdkName: String? = nil,
    sdkVersion: String? = nil
  ) {
    self.segmentsCacheSize = segmentsCacheSize
    segmentsCacheTimeout = .seconds(segmentsCacheTimeoutInSecs)
    segmentFetchTimeout = .seconds(timeoutForSegmentFetchInSecs)
    odpEventTimeout = .seconds(timeoutForOdpEventInSecs)
    self.disableOdp = disableOdp
    self.enableVuid = enableVuid
    if let sdkName, !sdkName.isEmpty { clientName = sdkName }
    if let sdkVersion, !sdkVersion.isEmpty { clientVersion = sdkVersion }
  }
}
