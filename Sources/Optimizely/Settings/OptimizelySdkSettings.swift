public import FeatureFlags
public import FoundationEssentials
public import Networking

/// What an app can choose beside its key.
public struct OptimizelySdkSettings: Sendable {
  /// The most users whose segments are remembered; 0 remembers none.
  public var segmentsCacheSize: Int
  /// How long segments are remembered; 0 remembers none.
  public var segmentsCacheTimeout: Duration
  /// The longest time for fetching segments; 0 leaves it to the HTTP client.
  public var segmentFetchTimeout: Duration
  /// The longest time for sending an event to the data platform; 0 is 60 seconds.
  public var odpEventTimeout: Duration
  /// Whether the data platform is off: no segments are fetched, and no events are sent to it.
  public var disableOdp: Bool
  /// Whether the program has a visitor id of its own, for users who are not signed in.
  public var enableVuid: Bool

  /// Where datafiles are fetched; `%@` stands for the key.
  public var datafileURL = "https://cdn.optimizely.com/datafiles/%@.json"
  /// How often a newer datafile is asked for, and when it counts.
  public var polling = DatafilePolling.off
  /// Where datafiles, sticky variations and waiting events are kept; `nil` is a folder of the
  /// running program and the key.
  public var workspace: Workspace?
  /// What becomes of conditions of which one is unknown.
  public var conjunctionOrder = ConjunctionOrder.leftToRight

  /// Where events are sent; `nil` is the service of the datafile's region.
  public var eventsURL: String?
  /// How events are sent.
  public var events = EventSettings()
  /// The name of the client in events.
  public var clientName = "swift-sdk"
  /// The version of the client in events: the one whose behaviour this library has.
  public var clientVersion = "5.4.2"

  /// What asks servers.
  public var httpClient = HTTPClient()
  /// What waits and ages are measured by.
  public var clock: any Clock<Duration> = ContinuousClock()
  /// Tells the time on the wall.
  public var now: @Sendable () -> Date = { Date() }
  /// Makes the identifier of an event.
  public var makeID: @Sendable () -> String = { UUID().uuidString }
  /// Told of what goes wrong where no call can say it; called on any thread.
  public var onProblem: @Sendable (OptimizelyError) -> Void = { _ in }

  /// The file of overrides that is followed from the start on; `nil` follows none.
  var overridesPath = FollowedOverrides.pathOfEnvironment

  /// Makes settings.
  ///
  /// - Parameters:
  ///   - segmentsCacheSize: The most users whose segments are remembered; 0 remembers none.
  ///   - segmentsCacheTimeoutInSecs: How long segments are remembered; 0 remembers none.
  ///   - timeoutForSegmentFetchInSecs: The longest time for fetching segments.
  ///   - timeoutForOdpEventInSecs: The longest time for sending an event to the data platform.
  ///   - disableOdp: Whether the data platform is off.
  ///   - enableVuid: Whether the program has a visitor id of its own.
  ///   - sdkName: The name of the client in events; `nil` is the Swift SDK's.
  ///   - sdkVersion: The version of the client in events; `nil` is ``clientVersion``.
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
    clientName = sdkName ?? clientName
    clientVersion = sdkVersion ?? clientVersion
  }
}

extension OptimizelySdkSettings {
  /// The address of a key's datafile; `nil` for an empty key.
  func datafileAddress(of key: String, format: String? = nil) -> String? {
    guard !key.isEmpty else { return nil }
    let format = format ?? datafileURL
    guard let place = format.firstRange(of: "%@") else { return format }
    return format[..<place.lowerBound] + Self.escaped(key) + format[place.upperBound...]
  }

  /// A function that returns the time since this call, by the clock of the settings.
  func stopwatch() -> @Sendable () -> Duration { Self.stopwatch(clock) }

  private static func stopwatch<C: Clock>(_ clock: C) -> @Sendable () -> Duration
  where C.Duration == Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  /// The workspace of a key.
  func workspace(of key: String) -> Workspace {
    if let workspace { return workspace }
    let name = "optimizely-" + Self.escaped(key)
    let temporary = FileManager.default.temporaryDirectory.path
    return Workspace.ofProgram(name)
      // A user without a home has a place for what need not last.
      ?? Workspace(name: name, source: key, stateRoot: temporary, cacheRoot: temporary)
  }

  /// A key as part of an address or of a path: never another folder's.
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
