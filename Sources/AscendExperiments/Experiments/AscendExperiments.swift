import FeatureFlags
import FoundationEssentials
import Locking

/// Experiments with typed variables: fetched from a server, kept on disk, with defaults.
///
/// Get it by `try Ascend.getPlugin(AscendExperiments.self)`. All calls are safe from any thread;
/// reading never waits for the network or the disk.
public final class AscendExperiments: AscendPluginProtocol, Sendable {
  /// The type under which the plugin is registered.
  public static let pluginType = AscendPluginType.experiments
  /// The name of the plugin, which is the raw value of its type.
  public static let pluginName = pluginType.rawValue

  struct State {
    var configuration: AscendExperimentsConfiguration?
    var isInitialized = false
    var maps = ExperimentMaps()
    var window = RefreshWindow()
    /// Counts the changes after which an answer that is under way is for somebody else.
    var epoch = 0
    /// The last fetch that nobody called for.
    var automatic: Task<Void, Never>?
  }

  private let place: Locked<AscendContext>
  let state = Locked(State())
  /// The overrides, if the app follows a file of them.
  let followed: FollowedOverrides

  /// Makes the plugin of a core.
  init(context: AscendContext) {
    place = Locked(context)
    let dependencies = context.dependencies
    followed = FollowedOverrides(clock: dependencies.clock) {
      Date(timeIntervalSince1970: dependencies.now())
    }
  }

  /// The configuration of the app, and its user.
  var context: AscendContext { place.withLock { $0 } }
  /// The snapshot file; `nil` without a folder to write to.
  var file: SnapshotFile? { context.storageFolder.map(SnapshotFile.init) }

  /// Replaces the context when the core is initialised.
  func enter(_ context: AscendContext) {
    place.withLock { $0 = context }
  }

  /// Whether the plugin was initialised.
  public var isInitialized: Bool { state.withLock { $0.isInitialized } }

  /// Begins a session: clears the values that were read in the last one.
  ///
  /// - Throws: Nothing; the protocol allows it.
  public func initialize() throws {
    state.withLock { state in
      state.maps.begin(with: [:])
      state.isInitialized = true
    }
  }

  /// Takes the configuration, the defaults and the snapshot, and fetches if that is wanted.
  ///
  /// The defaults hold from now on, as documented; in the original they do after the first fetch. Of
  /// a snapshot that is older than `cacheExpiration` nothing is kept for the session, so that what
  /// the server answers reaches the app. Without `enableCaching` no snapshot is used.
  ///
  /// - Throws: `AscendError.configurationError` for a configuration of another plugin.
  public func configure<Configuration: AscendConfiguration>(
    with configuration: Configuration
  ) throws {
    guard let configuration = configuration as? AscendExperimentsConfiguration else {
      throw AscendError.configurationError(
        "found \(Configuration.self), wanted AscendExperimentsConfiguration"
      )
    }
    let kept = snapshot(for: configuration)
    state.withLock { state in
      state.configuration = configuration
      state.maps.begin(with: kept.data, hasExpired: kept.hasExpired)
      state.maps.defaults = configuration.defaultValues
    }
    if let path = context.dependencies.overridesPath { followOverrides(at: path) }
    guard configuration.shouldFetchOnInit else { return }
    if configuration.defaultValues.isEmpty {
      log(.warning, "there are no default values, so that nothing is fetched at the start")
    } else {
      startAutomaticFetch(configuration.defaultValues)
    }
  }

  private func snapshot(
    for configuration: AscendExperimentsConfiguration
  ) -> (data: [String: Experiment], hasExpired: Bool) {
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
    let isWanted =
      context.config.coreConfig.enableDebugLogging
      || state.withLock { $0.configuration?.enableDebugLogging ?? false }
    context.log(level, text(), isWanted: isWanted)
  }
}

extension AscendExperiments: CustomStringConvertible {
  /// The calls that there are, for a programmer who prints the object.
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
