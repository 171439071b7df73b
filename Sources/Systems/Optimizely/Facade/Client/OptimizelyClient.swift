import FeatureFlags
import Locking
// Apps import `Optimizely` only: the public types of the engine, such as `OptimizelyError`,
// `EventForDispatch` and `FlagDecision`, are part of the API of the library.
@_exported public import OptimizelyEngine

/// Evaluates the flags and experiments of an Optimizely project, and sends its events.
///
/// ```swift
/// let client = OptimizelyClient(sdkKey: "your-key")
/// try await client.start()
/// let decision = client.createUserContext(userId: "ana").decide(key: "new_cart")
/// ```
///
/// Call `start` after creating a client. A client may be used from any thread. It uses the server's
/// datafile, or else the cached one, or else the one that is bundled with the app; an invalid
/// datafile is skipped.
open class OptimizelyClient: @unchecked Sendable {
  // Unchecked: the compiler cannot check an open class. Its stored properties are constants, and
  // the lock of `state` protects mutable state.

  /// The SDK key, which selects the datafile of a project and environment.
  public let sdkKey: String
  /// The notification center with the listeners of the client; `nil` sends no notifications.
  public var notificationCenter: (any OPTNotificationCenter)? {
    get { hub.center }
    set { hub.center = newValue }
  }
  /// The dispatcher that stores and sends the client's events.
  public let eventDispatcher: any OPTEventDispatcher
  /// The service that stores sticky variations.
  public let userProfileService: any OPTUserProfileService
  /// The source of datafiles; if `nil`, the client downloads and caches the datafile.
  ///
  /// A new handler, or a new URL of the handler, applies at the next start.
  public var datafileHandler: (any OPTDatafileHandler)? {
    get { handler.withLock { $0 }.value }
    set {
      let object = UncheckedSendable(newValue)
      handler.withLock { $0 = object }
    }
  }
  /// The manager of segments and events of the Optimizely Data Platform.
  public let odpManager: OdpManager
  let settings: OptimizelySdkSettings
  let defaultOptions: DecideOptions
  let state = Locked(ClientState())
  let hub = NotificationHub()
  private let handler: Locked<UncheckedSendable<(any OPTDatafileHandler)?>>
  let dispatcher: any EventDispatcher
  /// Whether the client has created the dispatcher, and so has to close it.
  private let ownsDispatcher: Bool
  let profiles: any UserProfileService
  let logger: ClientLogger
  let bandits: BanditService
  /// The overrides of a tester; empty unless the client follows an override file.
  let followed: FollowedOverrides

  /// Creates a client; it reads no file and sends no request before it is started.
  ///
  /// The parameters are the same as in the Swift SDK.
  ///
  /// - Parameters:
  ///   - sdkKey: The SDK key of the datafile; if empty, no datafile is requested.
  ///   - logger: The logger; `nil` logs nothing.
  ///   - eventDispatcher: The dispatcher of events; `nil` stores them on disk until they are sent.
  ///   - datafileHandler: The source of datafiles; if `nil`, the client downloads and caches the
  ///     datafile.
  ///   - userProfileService: The service that stores sticky variations; `nil` stores them on disk.
  ///   - odpManager: The connection to the data platform; `nil` creates one with the timeouts of
  ///     the settings.
  ///   - defaultLogLevel: The log level to set on the logger's type; `nil` keeps the current level.
  ///   - defaultDecideOptions: The options that are added to the options of every decision.
  ///   - settings: All further settings; `nil` means the defaults.
  ///   - cmabConfig: The settings of contextual bandits; `nil` means the defaults.
  public init(
    sdkKey: String,
    logger: (any OPTLogger)? = nil,
    eventDispatcher: (any OPTEventDispatcher)? = nil,
    datafileHandler: (any OPTDatafileHandler)? = nil,
    userProfileService: (any OPTUserProfileService)? = nil,
    odpManager: OdpManager? = nil,
    defaultLogLevel: OptimizelyLogLevel? = nil,
    defaultDecideOptions: [OptimizelyDecideOption]? = nil,
    settings: OptimizelySdkSettings? = nil,
    cmabConfig: CmabConfig? = nil
  ) {
    let logger = ClientLogger(logger, level: defaultLogLevel)
    let settings = (settings ?? OptimizelySdkSettings()).logging(to: logger)
    let services = ClientServices(sdkKey: sdkKey, settings: settings, hub: hub)
    self.sdkKey = sdkKey
    self.settings = settings
    self.logger = logger
    followed = FollowedOverrides(clock: settings.clock, now: settings.now)
    handler = Locked(UncheckedSendable(services.handler(datafileHandler)))
    self.eventDispatcher = services.dispatcher(eventDispatcher)
    dispatcher = services.adapted(self.eventDispatcher)
    self.userProfileService = services.profiles(userProfileService)
    profiles = services.adapted(self.userProfileService)
    odpManager?.adopt(settings)
    self.odpManager = odpManager ?? OdpManager(sdkKey: sdkKey, settings: settings)
    ownsDispatcher = eventDispatcher == nil
    defaultOptions = DecideOptions(defaultDecideOptions ?? [])
    bandits = BanditService(cmabConfig ?? CmabConfig(), settings)
  }

  /// Creates a client that polls for a newer datafile.
  ///
  /// - Parameters:
  ///   - sdkKey: The SDK key of the datafile.
  ///   - logger: The logger; `nil` logs nothing.
  ///   - eventDispatcher: The dispatcher of events; `nil` stores them on disk until they are sent.
  ///   - datafileHandler: The source of datafiles; if `nil`, the client downloads and caches the
  ///     datafile.
  ///   - userProfileService: The service that stores sticky variations; `nil` stores them on disk.
  ///   - odpManager: The connection to the data platform; `nil` creates one with the timeouts of
  ///     the settings.
  ///   - periodicDownloadInterval: The seconds between polls; `nil` means 600, 0 or less disables
  ///     polling.
  ///   - defaultLogLevel: The log level to set on the logger's type; `nil` keeps the current level.
  ///   - defaultDecideOptions: The options that are added to the options of every decision.
  ///   - settings: All further settings; their `polling` is replaced by `periodicDownloadInterval`.
  ///   - cmabConfig: The settings of contextual bandits; `nil` means the defaults.
  public convenience init(
    sdkKey: String,
    logger: (any OPTLogger)? = nil,
    eventDispatcher: (any OPTEventDispatcher)? = nil,
    datafileHandler: (any OPTDatafileHandler)? = nil,
    userProfileService: (any OPTUserProfileService)? = nil,
    odpManager: OdpManager? = nil,
    periodicDownloadInterval: Int?,
    defaultLogLevel: OptimizelyLogLevel? = nil,
    defaultDecideOptions: [OptimizelyDecideOption]? = nil,
    settings: OptimizelySdkSettings? = nil,
    cmabConfig: CmabConfig? = nil
  ) {
    var settings = settings ?? OptimizelySdkSettings()
    let interval = periodicDownloadInterval ?? 600
    settings.polling = .every(.seconds(interval))
    self.init(
      sdkKey: sdkKey,
      logger: logger,
      eventDispatcher: eventDispatcher,
      datafileHandler: datafileHandler,
      userProfileService: userProfileService,
      odpManager: odpManager,
      defaultLogLevel: defaultLogLevel,
      defaultDecideOptions: defaultDecideOptions,
      settings: settings,
      cmabConfig: cmabConfig
    )
    guard interval > 0 else { return }
    self.datafileHandler?.setPeriodicInterval(sdkKey: sdkKey, interval: interval)
    if interval < 30 {
      self.logger.log(.warning, "Polling intervals below 30 seconds are not recommended.")
    }
  }

  deinit {
    stop()
    if ownsDispatcher { dispatcher.close() }
  }

  /// Stops polling, sending events and following overrides permanently; flags can still be
  /// evaluated.
  ///
  /// Sends the pending events first, and blocks the thread for up to 10 seconds. Events that cannot
  /// be sent are sent after the program's next start. The deinitializer also stops the client, but
  /// sends no events, and does not close a dispatcher of the app.
  open func close() {
    stop()
    if appHandler == nil { datafileHandler?.stopUpdates(sdkKey: sdkKey) }
    if let dispatcher = dispatcher as? FileEventDispatcher {
      dispatcher.finish()
    } else {
      dispatcher.close()
    }
  }

  private func stop() {
    state.withLock { state in
      state.isClosed = true
      state.poller = nil
    }
    appHandler?.stopUpdates()
    stopFollowingOverrides()
    odpManager.close()
  }
}

extension OptimizelyClient {
  var active: ActiveDatafile? { state.withLock { $0.active } }

  /// Whether the client has a datafile, so that flags can be evaluated.
  public var isReady: Bool { active != nil }

  /// The active datafile with its origin; `nil` before the client has one.
  public var loaded: LoadedDatafile? { active?.loaded }

  /// The results of the last search for a datafile, one for each searched location.
  public var attempts: [DatafileAttempt] { state.withLock { $0.attempts } }

  /// The revision that becomes active at the next start; `nil` if it is already active.
  public var pendingRevision: String? {
    state.withLock { state in
      guard let newest = state.newest?.datafile.revision,
        newest != state.active?.loaded.datafile.revision
      else { return nil }
      return newest
    }
  }

  /// Returns a description of the project: its flags, rules, audiences and events.
  ///
  /// - Returns: The description of the active datafile.
  /// - Throws: `sdkNotReady`.
  public func getOptimizelyConfig() throws -> OptimizelyConfig {
    guard let active else { throw OptimizelyError.sdkNotReady }
    return OptimizelyConfig(active.loaded.datafile)
  }

  /// The client version in events; by default the version of the Swift SDK whose behaviour the library
  /// has.
  public var version: String { settings.clientVersion }

  /// The visitor id of the program; `nil` unless `enableVuid` of the settings is true.
  public var vuid: String? { odpManager.vuid }

  /// Creates the evaluation context of a user.
  ///
  /// - Parameters:
  ///   - userId: The id of the user; it may be empty.
  ///   - attributes: The attributes: strings, numbers and Booleans. An attribute with a value of
  ///     another type matches only conditions that test whether it exists.
  /// - Returns: The context, which evaluates with this client.
  public func createUserContext(
    userId: String,
    attributes: OptimizelyAttributes? = nil
  ) -> OptimizelyUserContext {
    OptimizelyUserContext(optimizely: self, userId: userId, attributes: attributes)
  }

  /// Creates the evaluation context of a user who is not signed in, with the program's visitor id.
  ///
  /// - Parameter attributes: The attributes: strings, numbers and Booleans.
  /// - Returns: The context; `nil` unless `enableVuid` of the settings is `true`.
  public func createUserContext(attributes: OptimizelyAttributes? = nil) -> OptimizelyUserContext? {
    vuid.map { OptimizelyUserContext(user($0, attributes), optimizely: self) }
  }

  func user(_ id: String, _ attributes: OptimizelyAttributes?) -> UserContext {
    UserContext(id: id, given: attributes ?? [:])
  }

  /// The app's own datafile handler; `nil` if the client downloads the datafile.
  var appHandler: AppDatafileHandler? {
    guard let handler = datafileHandler, type(of: handler) != DefaultDatafileHandler.self else {
      return nil
    }
    return AppDatafileHandler(handler: handler, sdkKey: sdkKey)
  }

  /// The loader of the datafile, which uses the current URL of the datafile handler.
  var loader: DatafileLoader {
    var loader = settings.loader(sdkKey: sdkKey, address: datafileHandler?.endPointStringFormat)
    loader.handler = appHandler
    return loader
  }
}

extension OptimizelyClient: Hashable {
  /// Whether both sides are the same instance.
  public static func == (left: OptimizelyClient, right: OptimizelyClient) -> Bool {
    left === right
  }

  /// Hashes the identity of the instance.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

extension OptimizelyClient {
  /// Dispatches the impressions of decisions.
  ///
  /// - Parameters:
  ///   - decisions: The evaluated decisions; decisions without an impression are skipped.
  ///   - user: The user of the decisions.
  ///   - ruleType: The type of the rules in the impressions; `nil` means the source of each
  ///     decision.
  ///   - active: The active datafile.
  func dispatchImpressions(
    of decisions: [FlagDecision],
    of user: UserContext,
    ruleType: String? = nil,
    in active: ActiveDatafile
  ) {
    let stamps = EventStamps(settings)
    let impressions = decisions.flatMap(\.impressions)
    guard !impressions.isEmpty else { return }
    let events = impressions.map {
      active.events.impression($0, of: user, ruleType: ruleType, stamps)
    }
    settings.reporting(try dispatcher.dispatch(events))
    guard hub.hasListeners(.activate) else { return }
    for (decision, event) in zip(impressions, events) {
      hub.sendActivate(decision, of: user, event: event)
    }
  }
}

// MARK: Tracked events

extension OptimizelyClient {
  /// Tracks an event of a user.
  ///
  /// - Parameters:
  ///   - eventKey: The key of the event.
  ///   - userId: The id of the user.
  ///   - attributes: The attributes of the user.
  ///   - eventTags: The tags of the event; `revenue` and `value` are numbers.
  /// - Throws: `sdkNotReady`, `eventKeyInvalid`, and the error of the dispatcher.
  public func track(
    eventKey: String,
    userId: String,
    attributes: OptimizelyAttributes? = nil,
    eventTags: OptimizelyEventTags? = nil
  ) throws {
    try track(eventKey, for: user(userId, attributes), tags: eventTags)
  }

  func track(
    _ key: String,
    for user: UserContext,
    tags: [String: Any]?
  ) throws(OptimizelyError) {
    guard let active else { throw .sdkNotReady }
    let values = (tags ?? [:]).compactMapValues { DataValue(any: $0) }
    let stamps = EventStamps(settings)
    guard let event = active.events.conversion(key, of: user, tags: values, stamps) else {
      throw .eventKeyInvalid(key)
    }
    try dispatcher.dispatch([event])
    hub.sendTrack(key, of: user, tags: tags, event: event)
  }
}

// MARK: Optimizely Data Platform

extension OptimizelyClient {
  /// Sends an event to the Optimizely Data Platform.
  ///
  /// - Parameters:
  ///   - type: The type of the event; `nil` means `fullstack`.
  ///   - action: The action of the event, which must not be empty.
  ///   - identifiers: The ids of the user; the visitor id of the program is added.
  ///   - data: The data of the event: strings, numbers, Booleans and `nil`.
  /// - Throws: The errors of ``OdpManager/sendEvent(type:action:identifiers:data:)``.
  public func sendOdpEvent(
    type: String? = nil,
    action: String,
    identifiers: [String: String] = [:],
    data: [String: Any?] = [:]
  ) throws {
    try odpManager.sendEvent(type: type, action: action, identifiers: identifiers, data: data)
  }
}
