import FeatureFlags
import Locking

/// Decides about the flags of a project, and tells the service what was decided and done.
///
/// A client is started once it is made, and may be used from any thread. Where several datafiles
/// could be used, the server's comes before the one that was kept, and that before the one that the
/// app carries with it; a datafile that is not as it should be counts as none.
public final class OptimizelyClient: Sendable {
  /// The key by which the datafile is asked for.
  public let sdkKey: String
  /// Tells listeners what happens.
  public let notificationCenter: OptimizelyNotificationCenter
  /// Takes the events that are to be sent.
  public let eventDispatcher: any EventDispatcher
  /// Keeps the variations that users are to get again.
  public let userProfileService: any UserProfileService
  let settings: OptimizelySdkSettings
  let defaultOptions: DecideOptions
  let segments: SegmentService
  let loader: DatafileLoader
  let state = Locked(State())
  /// What a tester decided, if the app follows it.
  let followed: FollowedOverrides

  struct State {
    /// What decides now.
    var project: Project?
    /// The newest datafile of all, which may count at the next start only.
    var newest: LoadedDatafile?
    var attempts: [DatafileAttempt] = []
    /// Variation keys by user and experiment key, forced in the way of before forced decisions.
    var forcedVariations: [String: [String: String]] = [:]
    var polling: Task<Void, Never>?
    var isClosed = false
  }

  /// Makes a client; nothing is read, kept or contacted before it is started.
  ///
  /// - Parameters:
  ///   - sdkKey: The key by which the datafile is asked for; nothing is asked with an empty one.
  ///   - eventDispatcher: Takes the events; `nil` keeps them on disk until they are sent.
  ///   - userProfileService: Keeps sticky variations; `nil` keeps them on disk.
  ///   - defaultDecideOptions: Options of every decision, beside its own.
  ///   - settings: Everything else.
  public init(
    sdkKey: String,
    eventDispatcher: (any EventDispatcher)? = nil,
    userProfileService: (any UserProfileService)? = nil,
    defaultDecideOptions: [OptimizelyDecideOption] = [],
    settings: OptimizelySdkSettings = OptimizelySdkSettings()
  ) {
    self.sdkKey = sdkKey
    self.settings = settings
    followed = FollowedOverrides(clock: settings.clock, now: settings.now)
    let workspace = settings.workspace(of: sdkKey)
    let center = OptimizelyNotificationCenter()
    notificationCenter = center
    self.eventDispatcher =
      eventDispatcher
      ?? FileEventDispatcher(folder: workspace.stateFolder, settings: settings) {
        center.sendLogEvent(url: $0, body: $1)
      }
    self.userProfileService =
      userProfileService ?? FileUserProfileService(folder: workspace.stateFolder + "/profiles")
    defaultOptions = DecideOptions(defaultDecideOptions)
    segments = SegmentService(settings)
    loader = DatafileLoader(
      url: settings.datafileAddress(of: sdkKey),
      client: settings.httpClient,
      cache: sdkKey.isEmpty ? nil : workspace,
      order: settings.conjunctionOrder,
      now: settings.now
    )
  }

  /// Makes a client that asks for a newer datafile again and again.
  ///
  /// - Parameters:
  ///   - sdkKey: The key by which the datafile is asked for.
  ///   - periodicDownloadInterval: The seconds between polls: `nil` is 600, 0 or less is off.
  ///   - eventDispatcher: Takes the events; `nil` keeps them on disk until they are sent.
  ///   - userProfileService: Keeps sticky variations; `nil` keeps them on disk.
  ///   - defaultDecideOptions: Options of every decision, beside its own.
  ///   - settings: Everything else; its polling is replaced.
  public convenience init(
    sdkKey: String,
    periodicDownloadInterval: Int?,
    eventDispatcher: (any EventDispatcher)? = nil,
    userProfileService: (any UserProfileService)? = nil,
    defaultDecideOptions: [OptimizelyDecideOption] = [],
    settings: OptimizelySdkSettings = OptimizelySdkSettings()
  ) {
    var settings = settings
    settings.polling = .every(.seconds(periodicDownloadInterval ?? 600))
    self.init(
      sdkKey: sdkKey,
      eventDispatcher: eventDispatcher,
      userProfileService: userProfileService,
      defaultDecideOptions: defaultDecideOptions,
      settings: settings
    )
  }

  deinit {
    close()
  }

  /// Stops polling, sending and following for good; decisions are made as before.
  ///
  /// Events that wait are sent after the program's next start.
  public func close() {
    state.withLock { state in
      state.isClosed = true
      state.polling?.cancel()
    }
    stopFollowingOverrides()
    eventDispatcher.close()
  }
}

extension OptimizelyClient {
  var project: Project? { state.withLock { $0.project } }

  /// Whether there is a datafile to decide by.
  public var isReady: Bool { project != nil }

  /// The datafile in use, and how it was got; `nil` as long as there is none.
  public var loaded: LoadedDatafile? { project?.loaded }

  /// The places where a datafile was looked for last, with what came of each.
  public var attempts: [DatafileAttempt] { state.withLock { $0.attempts } }

  /// The revision that counts at the next start; `nil` if it is the one in use.
  public var pendingRevision: String? {
    state.withLock { state in
      guard let newest = state.newest?.datafile.revision,
        newest != state.project?.loaded.datafile.revision
      else { return nil }
      return newest
    }
  }

  /// The project as its documents describe it.
  ///
  /// - Returns: The description of the datafile in use.
  /// - Throws: `sdkNotReady`.
  public func getOptimizelyConfig() throws(OptimizelyError) -> OptimizelyConfig {
    guard let project else { throw .sdkNotReady }
    return OptimizelyConfig(project.loaded.datafile)
  }

  /// Names a user for whom decisions are to be made.
  ///
  /// - Parameters:
  ///   - userId: The identifier; it may be empty.
  ///   - attributes: What is known about the user: texts, numbers, true or false. Values of other
  ///     kinds are left out.
  /// - Returns: The user.
  public func createUserContext(
    userId: String,
    attributes: [String: Any?]? = nil
  ) -> OptimizelyUserContext {
    let values = (attributes ?? [:]).compactMapValues { DataValue(any: $0) }
    return OptimizelyUserContext(UserContext(id: userId, attributes: values), optimizely: self)
  }
}
