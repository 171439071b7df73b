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
  var overridesPath = OverrideLocator.ofEnvironment?.text

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

extension OptimizelySdkSettings {
  /// The settings and dependencies of the events of a client.
  var eventOptions: EventOptions {
    var options = EventOptions()
    options.url = eventsURL
    options.queue = events
    options.clientName = clientName
    options.clientVersion = clientVersion
    options.httpClient = httpClient
    options.clock = clock
    options.now = now
    options.makeID = makeID
    options.onProblem = onProblem
    return options
  }

  /// Returns the URL of the datafile of an SDK key; `nil` for an empty key.
  func datafileAddress(of key: String, format: String? = nil) -> String? {
    guard !key.isEmpty else { return nil }
    let format = format ?? datafileURL
    guard let range = format.firstRange(of: "%@") else { return format }
    return format[..<range.lowerBound] + Self.escaped(key) + format[range.upperBound...]
  }

  /// Returns a function that measures the time since this call, with the clock of the settings.
  func stopwatch() -> @Sendable () -> Duration { Self.stopwatch(clock) }

  private static func stopwatch<C: Clock>(_ clock: C) -> @Sendable () -> Duration
  where C.Duration == Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  /// Returns the workspace for an SDK key.
  func workspace(of key: String) -> Workspace {
    if let workspace { return workspace }
    let name = "optimizely-" + Self.escaped(key)
    let temporary = FileManager.default.temporaryDirectory.path
    return Workspace.ofProgram(name)
      // Falls back to the temporary folder for users without a home folder.
      ?? Workspace(name: name, source: key, stateRoot: temporary, cacheRoot: temporary)
  }

  /// Percent-encodes a key as one component of a URL or a path, so that `..` and `/` cannot leave
  /// it.
  private static func escaped(_ key: String) -> String {
    var text = ""
    for byte in key.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        text.unicodeScalars.append(UnicodeScalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return text
  }
}
