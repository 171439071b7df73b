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
    /// A counter that a login, a logout, and replacing or clearing the experiments increment; a
    /// response of an earlier epoch is not stored.
    var epoch = 0
    /// The last automatic fetch of the plugin, such as after a login.
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
  /// Watches the overrides file that the app follows, and stores its overrides; empty without a
  /// file.
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

  /// Replaces the placeholder context when the core is initialised.
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
  /// Converts the overrides of a workspace, whose feature names are experiment keys.
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
