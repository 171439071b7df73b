import FeatureFlags
import FoundationEssentials
import Locking

/// Fetches experiments with typed variables from a server, and persists the experiments; default
/// variables apply until the server responds.
///
/// ``Ascend/getPlugin(_:)`` returns the plugin. All methods are safe to call from any thread;
/// getters never block on the network or the disk:
///
/// ```swift
/// let experiments = try Ascend.getPlugin(AscendExperiments.self)
/// _ = try await experiments.refreshExperiments()
/// let title = experiments.getStringValue(for: "checkout_flow", with: "title")
/// let variant = experiments.getExperimentVariants()["checkout_flow"]?.variantName
/// ```
public final class AscendExperiments: AscendPluginProtocol, Sendable {
  /// The type under which the plugin is registered.
  public static let pluginType = AscendPluginType.experiments
  /// The name under which the plugin is registered: the raw value of its type.
  public static let pluginName = pluginType.rawValue

  struct State {
    var configuration: AscendExperimentsConfiguration?
    var isInitialized = false
    var maps = ExperimentMaps()
    var window = RefreshWindow()
    /// A counter that increases with a login, a logout, and when the experiments are replaced or
    /// cleared; a response to a request of an earlier epoch is not stored.
    var epoch = 0
    /// The most recently started automatic fetch, such as the one after a login.
    var automatic: Task<Void, Never>?

    /// Marks the last response as stale, and increments the epoch so that responses in flight are
    /// not stored.
    mutating func invalidateResponses() {
      window = RefreshWindow()
      epoch += 1
    }
  }

  private let contextState: Locked<AscendContext>
  let state = Locked(State())
  /// Watches the overrides file that the app follows, and stores its overrides; without a file there are
  /// none.
  let followed: FollowedOverrides

  /// Creates the experiments plugin, without a configuration; ``replaceContext(with:)`` sets it
  /// later.
  init(context: AscendContext) {
    contextState = Locked(context)
    let dependencies = context.dependencies
    followed = FollowedOverrides(clock: dependencies.clock) {
      Date(timeIntervalSince1970: dependencies.now())
    }
  }

  /// The configuration of the core, the user of the app, and the storage folder.
  var context: AscendContext { contextState.withLock { $0 } }
  /// The file that persists the experiments; `nil` if nothing can be persisted.
  var file: SnapshotFile? { context.storageFolder.map(SnapshotFile.init(folder:)) }

  /// Replaces the placeholder context by the context of the initialised core.
  func replaceContext(with context: AscendContext) {
    contextState.withLock { $0 = context }
  }

  /// Whether ``initialize()`` was called.
  public var isInitialized: Bool { state.withLock { $0.isInitialized } }

  /// Begins a session: clears the values that the app read in the previous session.
  ///
  /// - Throws: Nothing; ``AscendPluginProtocol`` allows other plugins to throw.
  public func initialize() throws {
    state.withLock { state in
      state.maps.begin(with: [:])
      state.isInitialized = true
    }
  }

  /// Applies the configuration and the default variables, restores the snapshot, and starts the
  /// first fetch.
  ///
  /// The default variables apply immediately; in the original SDK they apply after the first fetch,
  /// contrary to its documentation. If a snapshot is older than
  /// ``AscendExperimentsConfiguration/cacheExpiration``, its values are not stored for the session,
  /// so that the values of the next response replace them. Without
  /// ``AscendExperimentsConfiguration/enableCaching`` no snapshot is restored.
  ///
  /// - Throws: ``AscendError/configurationError(_:)`` if the configuration is that of a different
  ///   plugin.
  public func configure<Configuration: AscendConfiguration>(
    with configuration: Configuration
  ) throws {
    guard let configuration = configuration as? AscendExperimentsConfiguration else {
      throw AscendError.configurationError(
        "found \(Configuration.self), expected AscendExperimentsConfiguration"
      )
    }
    let snapshot = snapshot(for: configuration)
    state.withLock { state in
      state.configuration = configuration
      state.maps.begin(with: snapshot.data, isStale: snapshot.isStale)
      state.maps.defaults = configuration.defaultValues
    }
    if let path = context.dependencies.overridesPath { followOverrides(at: path) }
    guard configuration.shouldFetchOnInit else { return }
    if configuration.defaultValues.isEmpty {
      log(.warning, "there are no default values, so nothing is fetched at the start")
    } else {
      startAutomaticFetch(of: configuration.defaultValues)
    }
  }

  private func snapshot(
    for configuration: AscendExperimentsConfiguration
  ) -> (data: [String: Experiment], isStale: Bool) {
    guard configuration.enableCaching, let file else { return ([:], false) }
    do throws(AscendError) {
      let snapshot = try file.read()
      let age = context.dependencies.now() - snapshot.timestamp
      return (snapshot.data, age > configuration.cacheExpiration)
    } catch {
      log(.debug, "no snapshot: \(error)")
      return ([:], false)
    }
  }

  func log(_ level: AscendLogLevel, _ text: @autoclosure () -> String) {
    let isIncluded =
      context.config.coreConfig.enableDebugLogging
      || state.withLock { $0.configuration?.enableDebugLogging ?? false }
    context.log(level, text(), isIncluded: isIncluded)
  }
}

extension AscendExperiments: CustomStringConvertible {
  /// The signatures of the plugin's methods, for debugging.
  public var description: String {
    """
    AscendExperiments
      getBoolValue(for:with:dontCache:ignoreCache:) -> Bool
      getIntValue(for:with:dontCache:ignoreCache:) -> Int
      getDoubleValue(for:with:dontCache:ignoreCache:) -> Double
      getLongValue(for:with:dontCache:ignoreCache:) -> Int64
      getStringValue(for:with:dontCache:ignoreCache:) -> String
      getAllVariablesJSON(for:) -> String?
      getExperimentVariants() -> [String: ExperimentVariant]
      getExperimentVariantsJSON() -> String?
      getExperimentsFromStorage() -> [String: Experiment]?
      fetchExperiments(for:completion:)
      refreshExperiments(completion:)
      setExperimentsToStorage(_:)
      getDefaultExperimentValues() -> [String: ExperimentVariable]
      loadExperimentsData(completion:)
      clearAllExperimentsData()
    """
  }
}

/// The overrides of a tester for experiments, which have precedence over all other values.
struct ExperimentOverrides: Hashable, Sendable {
  /// The keys of the experiments that an override disables for the user.
  var disabled: Set<String> = []
  /// The names of the forced variants, by experiment key.
  var variants: [String: String] = [:]
  /// The overridden variables by experiment key and name, without types, so that every getter can
  /// convert them.
  var variables: [String: [String: ExperimentVariable]] = [:]
}

extension ExperimentOverrides {
  /// Converts the overrides for a user of a workspace, whose feature names are experiment keys.
  init(_ overrides: [Feature.Name: Override]) {
    for (name, override) in overrides {
      let isWithout = override.variation == .withoutExperiment
      if override.enabled == false || isWithout { disabled.insert(name.rawValue) }
      if !isWithout { variants[name.rawValue] = override.variation?.rawValue }
      if !override.variables.isEmpty {
        variables[name.rawValue] = override.variables.mapValues { ExperimentVariable($0) }
      }
    }
  }
}

extension AscendExperiments {
  /// Returns the experiments of the snapshot file; the experiments in memory do not change.
  ///
  /// - Returns: The experiments by key; `nil` if the file does not exist or is not a snapshot.
  public func getExperimentsFromStorage() -> [String: Experiment]? {
    // Drops the error: the method of the original SDK cannot throw; `loadExperimentsData` throws the
    // error.
    try? file?.read().data
  }

  /// Returns the experiments of the snapshot file, like ``getExperimentsFromStorage()``.
  ///
  /// - Returns: The experiments by key; `nil` if the file does not exist or is not a snapshot.
  public func loadExperimentsFromStorage() -> [String: Experiment]? { getExperimentsFromStorage() }

  /// Replaces the experiments in memory, and writes them to the snapshot file.
  ///
  /// A write error is only logged; the experiments in memory are replaced anyway. Variables that
  /// the app has already read do not change in this session.
  ///
  /// - Parameter experiments: The experiments by key; `nil` removes all experiments.
  public func setExperimentsToStorage(_ experiments: [String: Experiment]?) {
    state.withLock { state in
      state.maps.replace(with: experiments ?? [:])
      state.invalidateResponses()
    }
    save()
  }

  /// Reads the snapshot file; the experiments in memory do not change.
  ///
  /// - Returns: The snapshot. A file in the older format has no timestamp: the modification time of
  ///   the file is used.
  /// - Throws: ``AscendError/storageError(_:)`` if the file does not exist or is not a snapshot.
  @concurrent public func loadExperimentsData() async throws(AscendError) -> ExperimentSnapshot {
    guard let file else { throw .storageError("File not found") }
    return try file.read()
  }

  /// Reads the snapshot file, and calls a completion handler.
  ///
  /// - Parameter completion: Receives the snapshot or the error, on the thread of
  ///   ``AscendCoreConfig/callbacks``.
  public func loadExperimentsData(
    completion: @escaping (ExperimentSnapshot?, (any Error)?) -> Void
  ) {
    let callbacks = context.config.coreConfig.callbacks
    let completion = Completion(run: completion)
    Task {
      do throws(AscendError) {
        let snapshot = try await loadExperimentsData()
        callbacks.run { completion.run(snapshot, nil) }
      } catch {
        callbacks.run { completion.run(nil, error) }
      }
    }
  }

  /// Removes the experiments, the default variables and the stored values, and writes an empty
  /// snapshot.
  ///
  /// After this call, a refresh does nothing until ``fetchExperiments(for:)`` sets new default
  /// variables.
  public func clearAllExperimentsData() {
    state.withLock { state in
      state.maps.clear()
      state.invalidateResponses()
    }
    save()
  }

  /// Writes the experiments in memory to the snapshot file; a write error is only logged.
  func save() {
    guard let file else { return }
    do throws(AscendError) {
      try file.write {
        ExperimentSnapshot(
          timestamp: context.dependencies.now(),
          data: state.withLock { $0.maps.experiments }
        )
      }
    } catch {
      log(.warning, "\(error)")
    }
  }
}

extension AscendExperiments {
  /// Handles an event of the user or the app: a login, a logout, or a change between foreground and
  /// background.
  ///
  /// A login refreshes the experiments. A logout refreshes them for the guest if
  /// ``AscendExperimentsConfiguration/shouldFetchOnLogout`` is set, and otherwise removes all data.
  /// Entering the foreground refreshes stale experiments if
  /// ``AscendExperimentsConfiguration/shouldRefreshOnForeground`` is set; entering the background
  /// writes the snapshot file.
  public func onNotify(event: AscendEvent, data: [String: Any]?) {
    // The overrides of a user also apply before the plugin is configured.
    switch event {
    case .userLoggedIn, .userLoggedOut: applyOverrides()
    case .appWillEnterForeground, .appDidEnterBackground, .userProfileUpdated, .appDidBecomeActive,
      .appWillResignActive, .appWillTerminate, .networkStatusChanged, .pluginInitialized,
      .pluginConfigurationChanged, .custom:
      break
    }
    guard let configuration = state.withLock({ $0.configuration }) else { return }
    switch event {
    case .userLoggedIn,
      .userLoggedOut where configuration.shouldFetchOnLogout:
      state.withLock { $0.invalidateResponses() }
      startAutomaticFetch(of: getDefaultExperimentValues())
    case .userLoggedOut:
      clearAllExperimentsData()
    case .appWillEnterForeground:
      guard configuration.shouldRefreshOnForeground else { return }
      let now = context.dependencies.now()
      guard state.withLock({ $0.window.isStale(at: now) }) else { return }
      startAutomaticFetch(of: getDefaultExperimentValues())
    case .appDidEnterBackground:
      if configuration.enableCaching { save() }
    case .userProfileUpdated, .appDidBecomeActive, .appWillResignActive, .appWillTerminate,
      .networkStatusChanged, .pluginInitialized, .pluginConfigurationChanged, .custom:
      break
    }
  }

  /// Waits for the automatic fetches of the plugin: after the configuration, a login, a logout, or a
  /// return to the foreground.
  ///
  /// Errors of automatic fetches are only logged. A program that exits soon calls this method to
  /// get the experiments first.
  public func finishAutomaticFetches() async {
    await state.withLock { $0.automatic }?.value
  }

  /// Starts a fetch that the app did not request; its errors are only logged.
  func startAutomaticFetch(of defaults: [String: ExperimentVariable]) {
    // Drops the error: `prepareFetch` can only throw `notConfigured`, and this method runs after the
    // configuration.
    guard let prepared = try? prepareFetch(of: defaults) else { return }
    let fetch = Task { [weak self] in
      // `run` logs the error; the previous experiments stay active.
      _ = try? await self?.run(prepared)
    }
    state.withLock { state in
      let earlier = state.automatic
      state.automatic = Task {
        await earlier?.value
        await fetch.value
      }
    }
  }
}

extension AscendExperiments {
  /// Applies the overrides of a tester from a file, and watches the file for changes.
  ///
  /// Every getter that can convert the value of an overridden variable returns it. An experiment that an
  /// override disables, or forces to the variation `Default`, has its default variables; any other
  /// forced variation becomes the variant in ``getExperimentVariants()``. If the environment variable
  /// `HALYARD_OVERRIDES` names a file, the plugin also follows that file from the time when the app
  /// first requests the plugin. The file is only read, and may be created later. While the file is
  /// malformed, its last valid content applies. Errors are logged.
  ///
  /// - Parameter path: The path of an overrides file, the `overrides.json` of a workspace; or the `http`
  ///   or `https` URL of a server, whose token is in the environment variable `HALYARD_TOKEN`. The
  ///   call then blocks until the first response, at most for one second.
  public func followOverrides(at path: String) {
    follow(path) {}
  }

  /// Stops following the overrides file, and clears the overrides.
  public func stopFollowingOverrides() {
    followed.stop()
  }

  /// Follows an overrides file; `onChange` is called after each change of the overrides, on any
  /// thread.
  func follow(_ path: String, onChange: @escaping @Sendable () -> Void) {
    followed.follow(OverrideLocator(path)) { [weak self] problem in
      if let problem { self?.log(.warning, "\(problem)") }
    } onChange: { [weak self] in
      guard let self else { return }
      applyOverrides()
      onChange()
    }
  }

  /// Applies the followed overrides that hold for the user: those for the id of the user, or of the guest.
  private func applyOverrides() {
    let identity = context.user.identity
    let key = identity.isAuthenticated ? identity.userId : identity.guestId
    let user = EvaluationContext(targetingKey: key.isEmpty ? nil : key)
    // Reads the followed overrides under the lock: otherwise, of two concurrent callbacks, the one with the
    // older overrides could store them last.
    state.withLock { $0.maps.overrides = ExperimentOverrides(followed.features.active(for: user)) }
  }
}
