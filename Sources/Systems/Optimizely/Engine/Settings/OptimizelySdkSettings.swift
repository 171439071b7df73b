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
  /// Determines the result of an `and` condition that has both a false and an unknown operand.
  public var conjunctionOrder = ConjunctionOrder.leftToRight

  /// The URL of the event service; `nil` means the service in the region of the datafile.
  public var eventsURL: String?
  /// The settings of the queue of impressions and conversions.
  public var events = EventSettings()
  /// The name of the client in events; the name of the Swift SDK by default.
  public var clientName = "swift-sdk"
  /// The version of the client in events; by default the version of the Swift SDK whose behaviour the
  /// library has.
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

  /// The path of the override file, or the URL of the override server, whose overrides a client applies
  /// from its start; `nil` for no overrides.
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
  ///   - timeoutForOdpEventInSecs: The deadline for sending an event to the data platform, in seconds;
  ///     0 means 60 seconds.
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

/// The settings for polling the datafile: the schedule, and when a newer datafile becomes active.
public struct DatafilePolling: Hashable, Sendable {
  /// The moment at which a newer datafile becomes active.
  public enum Updates: Hashable, Sendable {
    /// A newer datafile becomes active as soon as it is downloaded.
    case atOnce
    /// A newer datafile becomes active at the next start of the client, so that decisions do not
    /// change while the app runs.
    case atNextStart
  }

  /// The schedule of the polls; `nil` disables polling.
  public var schedule: PollSettings?
  /// The moment at which a newer datafile becomes active; by default, as soon as it is downloaded.
  public var updates: Updates

  /// Creates settings with the given schedule; `nil` disables polling.
  public init(schedule: PollSettings?, updates: Updates = .atOnce) {
    self.schedule = schedule
    self.updates = updates
  }

  /// No polling; a datafile that the start fetches becomes active at once.
  public static let off = DatafilePolling(schedule: nil)

  /// Returns the polling of the Swift SDK: newer datafiles become active at once.
  ///
  /// - Parameter interval: The time between polls, at least one second; zero or less disables
  ///   polling.
  /// - Returns: The settings for polling.
  public static func every(_ interval: Duration) -> DatafilePolling {
    guard interval > .zero else { return .off }
    return DatafilePolling(schedule: PollSettings(interval: interval, minimum: .seconds(1)))
  }

  /// Returns the documented polling of the Objective-C SDK: newer datafiles become active at the
  /// next start.
  ///
  /// - Parameter interval: The time between polls, at least two minutes; zero or less disables
  ///   polling.
  /// - Returns: The settings for polling.
  public static func olderManager(every interval: Duration = .zero) -> DatafilePolling {
    let schedule = PollSettings(interval: interval, minimum: .seconds(120))
    return DatafilePolling(
      schedule: interval > .zero ? schedule : nil,
      updates: .atNextStart
    )
  }
}

/// The settings of an event queue: its size, its batches and its retries.
public struct EventSettings: Hashable, Sendable {
  /// The maximum number of pending events; further events are rejected.
  public var limit = 10_000
  /// The maximum number of events in one request, at least 1; when this many events are pending,
  /// they are sent at once.
  public var batchSize = 10
  /// The time after which a batch is sent even if it is not full; 0 sends each event at once.
  public var interval: Duration = .seconds(60)
  /// The back-off after the first failure; it doubles with each consecutive failure.
  public var firstRetry: Duration = .seconds(1)
  /// The maximum back-off, unless the server requests a longer delay (`Retry-After`).
  public var longestRetry: Duration = .seconds(300)
  /// The deadline for one request to the event service.
  public var timeout: Duration = .seconds(10)
  /// Whether batches are dropped after each client error (status 400 to 499) except 429 (too many
  /// requests); by default they are dropped only after 400, 413 and 422.
  package var dropsClientErrors = false

  /// Creates the default settings: batches of 10 events, sent after at most 60 seconds.
  public init() {}

  /// Whether events are dropped after a response with the given status.
  func rejects(_ status: Int) -> Bool {
    switch status {
    case 400, 413, 422: true
    case 400..<500: dropsClientErrors && status != 429
    default: false
    }
  }

  /// The exponential back-off after failed requests.
  var backoff: Backoff { Backoff(initial: firstRetry, ceiling: longestRetry) }
}
