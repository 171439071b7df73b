import Documents
import FeatureFlags
import Files
import FoundationEssentials
import Locking
import Networking

/// Connects a client to the Optimizely Data Platform (ODP): fetches segments and sends events.
///
/// ```swift
/// let manager = OdpManager(
///   sdkKey: "your-key",
///   disable: false,
///   cacheSize: 100,
///   cacheTimeoutInSecs: 600
/// )
/// let client = OptimizelyClient(sdkKey: "your-key", odpManager: manager)
/// try await client.start()
/// let user = client.createUserContext(userId: "ana")
/// try await user.fetchQualifiedSegments()
/// ```
///
/// The URL and the API key of the platform are in the datafile. All methods may be called from any
/// thread.
open class OdpManager {
  private struct State {
    var settings: OptimizelySdkSettings
    var segments: SegmentService
    var platform: DataPlatform?
    /// The events that the app sent before the client had a datafile, queued until the client has one.
    var early: [OdpEvent] = []
    var dispatcher: FileEventDispatcher?
    var vuid: String?
    var isClosed = false
  }

  /// The maximum number of unsent events in the queue.
  fileprivate static let largestQueue = 100

  private let sdkKey: String
  private let state: Locked<State>

  /// The visitor id of the program; `nil` unless `enableVuid` of the client's settings is true.
  public var vuid: String? { state.withLock { $0.vuid } }
  /// Whether the data platform is enabled in the settings.
  public var enabled: Bool { !settings.disableOdp }
  var segments: SegmentService { state.withLock { $0.segments } }
  private var settings: OptimizelySdkSettings { state.withLock { $0.settings } }

  init(sdkKey: String, settings: OptimizelySdkSettings) {
    self.sdkKey = sdkKey
    state = Locked(State(settings: settings, segments: SegmentService(settings)))
    loadVuid()
  }

  /// Applies the settings of a client, except for the settings that this manager was created with:
  /// the cache, the timeouts, and whether the platform is disabled.
  func adopt(_ client: OptimizelySdkSettings) {
    state.withLock { state in
      var settings = client
      settings.segmentsCacheSize = state.settings.segmentsCacheSize
      settings.segmentsCacheTimeout = state.settings.segmentsCacheTimeout
      settings.segmentFetchTimeout = state.settings.segmentFetchTimeout
      settings.odpEventTimeout = state.settings.odpEventTimeout
      settings.disableOdp = state.settings.disableOdp
      state.settings = settings
      state.segments = SegmentService(settings)
    }
    loadVuid()
  }

  private func loadVuid() {
    let settings = settings
    guard settings.enableVuid else { return }
    do throws(SystemError) {
      let vuid = try settings.visitorID()
      state.withLock { $0.vuid = vuid }
    } catch {
      settings.onProblem(.odpEventFailed("the visitor id cannot be stored: \(error.reason)", false))
    }
  }

  /// Creates a manager with its own cache and timeouts.
  ///
  /// - Parameters:
  ///   - sdkKey: The SDK key of the client's datafile.
  ///   - disable: Whether the platform is disabled: no segments are fetched, and no events are
  ///     sent.
  ///   - cacheSize: The number of users whose segments are cached; 0 disables the cache.
  ///   - cacheTimeoutInSecs: The seconds after which cached segments expire; 0 disables the cache.
  ///   - timeoutForSegmentFetchInSecs: The deadline for fetching segments; `nil` means 10 seconds.
  ///   - timeoutForEventDispatchInSecs: The deadline for sending an event; `nil` means 10 seconds.
  public convenience init(
    sdkKey: String,
    disable: Bool,
    cacheSize: Int,
    cacheTimeoutInSecs: Int,
    timeoutForSegmentFetchInSecs: Int? = nil,
    timeoutForEventDispatchInSecs: Int? = nil
  ) {
    let settings = OptimizelySdkSettings(
      segmentsCacheSize: cacheSize,
      segmentsCacheTimeoutInSecs: cacheTimeoutInSecs,
      timeoutForSegmentFetchInSecs: timeoutForSegmentFetchInSecs ?? 10,
      timeoutForOdpEventInSecs: timeoutForEventDispatchInSecs ?? 10,
      disableOdp: disable
    )
    self.init(sdkKey: sdkKey, settings: settings)
  }

  /// Switches to the data platform of a datafile; cached segments of a different platform are
  /// removed.
  func use(_ platform: DataPlatform) {
    segments.use(platform)
    let (isFirst, early) = state.withLock { state in
      defer { (state.platform, state.early) = (platform, []) }
      return (state.platform == nil, state.early)
    }
    // Sends the events that an earlier run of the program has stored.
    if enabled, platform.isIntegrated { dispatcher.resume() }
    guard isFirst else { return }
    if vuid != nil { report { try sendEvent(action: "client_initialized") } }
    for event in early { report { try dispatch(event, to: platform) } }
  }

  /// Sends the event that links a signed-in user to the visitor id; has no effect without a visitor
  /// id or a user id.
  open func identifyUser(userId: String) {
    guard vuid != nil, !userId.isEmpty, SegmentQuery.kind(of: userId) != "vuid" else { return }
    report {
      try sendEvent(action: "identified", identifiers: ["fs_user_id": userId])
    }
  }

  /// Stores an event until it is sent to the platform.
  ///
  /// Before the first datafile, up to 100 events are queued in memory; they are dropped if the
  /// datafile has no platform.
  ///
  /// - Parameters:
  ///   - type: The type of the event; `nil` means `fullstack`.
  ///   - action: The action of the user, such as `purchased`; not empty.
  ///   - identifiers: The ids of the user; the visitor id of the program is added.
  ///   - data: The data of the event: strings, numbers, Booleans and `nil`.
  /// - Throws: `odpNotEnabled`, `odpNotIntegrated` if the datafile has no platform,
  ///   `odpInvalidAction`, `odpInvalidData`, `eventQueueFull`.
  open func sendEvent(
    type: String? = nil,
    action: String,
    identifiers: [String: String] = [:],
    data: [String: Any?] = [:]
  ) throws {
    guard enabled else { throw OptimizelyError.odpNotEnabled }
    let event = try OdpEvent(type: type, action: action, identifiers: identifiers, data: data)
    let platform = try state.withLock { state throws(OptimizelyError) in
      if state.platform == nil {
        guard state.early.count < Self.largestQueue else {
          throw .eventQueueFull(limit: Self.largestQueue)
        }
        state.early.append(event)
      }
      return state.platform
    }
    if let platform { try dispatch(event, to: platform) }
  }

  private func dispatch(_ event: OdpEvent, to platform: DataPlatform) throws(OptimizelyError) {
    guard platform.isIntegrated, let host = platform.host else { throw .odpNotIntegrated }
    let body = event.json(settings, vuid: vuid).text()
    let record = EventForDispatch(address: host + "/v3/events", head: "[", visitor: body)
    try dispatcher.dispatch([record])
  }

  /// Stops sending; unsent events stay stored.
  func close() {
    let dispatcher = state.withLock { state in
      state.isClosed = true
      return state.dispatcher
    }
    dispatcher?.close()
  }

  private func report(_ send: () throws -> Void) {
    do {
      try send()
    } catch OptimizelyError.odpNotIntegrated, OptimizelyError.odpNotEnabled {
      // Drops the error: a project without a data platform, or a disabled platform, is not a problem.
    } catch {
      settings.onProblem(error as? OptimizelyError ?? .generic)
    }
  }

  /// The event queue, created on first use: most projects have no data platform.
  private var dispatcher: FileEventDispatcher {
    state.withLock { state in
      if let dispatcher = state.dispatcher { return dispatcher }
      let dispatcher = FileEventDispatcher(
        folder: state.settings.workspace(of: sdkKey).stateFolder + "/odp",
        settings: state.settings.ofDataPlatformEvents,
        observer: { _, _ in },
        headers: { [weak box = self.state] in
          [HTTPHeaders.Field(name: "x-api-key", value: box?.withLock { $0.platform?.key } ?? "")]
        }
      )
      if state.isClosed { dispatcher.close() }
      state.dispatcher = dispatcher
      return dispatcher
    }
  }
}

extension OptimizelySdkSettings {
  /// Returns the visitor id of the program, which identifies users who are not signed in.
  ///
  /// All clients of the program share the id. If no id is stored, creates and stores a new id.
  ///
  /// - Throws: The reason why a new id cannot be stored.
  fileprivate func visitorID() throws(SystemError) -> String {
    let folder = workspace(of: "visitor").stateFolder
    let path = folder + "/vuid"
    // Drops the error: a file that cannot be read is replaced, like a missing file.
    let bytes =
      (try? FileSystem.readStored(path, limit: InputLimit.workspaceFileBytes.maximum)) ?? []
    let stored = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    if stored.hasPrefix("vuid_"), stored.utf8.count == 32 { return stored }
    let digits = UUID().uuidString.lowercased().filter { $0 != "-" }
    let vuid = "vuid_" + digits.prefix(27)
    try FileSystem.makeFolder(folder)
    try FileSystem.replace(path, with: Array((vuid + "\n").utf8))
    return vuid
  }

  /// A copy of the settings for the event queue of the data platform: at most 100 events, each sent at
  /// once.
  fileprivate var ofDataPlatformEvents: OptimizelySdkSettings {
    var settings = self
    settings.events.limit = OdpManager.largestQueue
    settings.events.dropsClientErrors = true
    settings.events.batchSize = 10
    settings.events.interval = .zero
    settings.events.timeout = odpEventTimeout > .zero ? odpEventTimeout : .seconds(60)
    return settings
  }
}
