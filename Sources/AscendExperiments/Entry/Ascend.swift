import FeatureFlags

/// The way in: initialise once, then ask for plugins.
///
/// All calls are safe from any thread. This is a thin face on one shared core.
public enum Ascend {
  private static let core = AscendCore(
    AscendSurroundings(overridesPath: FollowedOverrides.pathOfEnvironment)
  )

  /// Who uses the app.
  public static var user: AscendUser { core.user }

  /// Registers the plugins, and takes up the user of the last run or makes a guest.
  ///
  /// Plugins are made when they are first asked for, so that nothing is fetched yet.
  ///
  /// - Throws: `alreadyInitialized` at a second call. `initializationFailed` with the reason; the call
  ///   can then be made again, which the original does not allow.
  public static func initialize(with config: AscendConfig) throws(AscendError) {
    try core.initialize(with: config)
  }

  /// Whether Ascend was initialised.
  public static func isInitialized() -> Bool { core.isInitialized }

  /// Gives the plugin of a type, such as `AscendExperiments.self`; it is made at the first call.
  ///
  /// - Throws: `notInitialized`; `pluginNotFound` if none of the type is registered; else why it
  ///   cannot be made, which the original reports as `pluginNotFound` too.
  public static func getPlugin<Plugin: AscendPluginProtocol>(
    _ type: Plugin.Type
  ) throws(AscendError) -> Plugin {
    try core.plugin(type)
  }

  /// Registers one more plugin; one that is registered and was not asked for yet is replaced.
  ///
  /// - Throws: `notInitialized`; `pluginAlreadyExists` if it is in use; `configurationError` if the
  ///   configuration is for another one.
  public static func addPlugin(_ plugin: AscendPlugin) throws(AscendError) {
    try core.add(plugin)
  }

  /// Tells all plugins that are in use what happened.
  public static func notifyAllPlugins(event: AscendEvent, data: [String: String]? = nil) {
    core.notifyAll(event, data)
  }

  /// Says that the program is in sight again, which may fetch experiments.
  ///
  /// A terminal program calls this when its terminal gets the focus, and when it goes on after a
  /// stop (`SIGCONT`). It costs nothing while the last answer of the server holds.
  public static func enterForeground() {
    notifyAllPlugins(event: .appWillEnterForeground)
  }

  /// Says that the program is out of sight, which saves the experiments.
  public static func enterBackground() {
    notifyAllPlugins(event: .appDidEnterBackground)
  }

  /// The names of the plugins that are registered, in alphabetical order.
  public static func getRegisteredPlugins() -> [String] { core.registered }

  /// The names of the plugins that are in use, in alphabetical order.
  public static func getInitializedPlugins() -> [String] { core.initialized }

  /// The names of the plugins that are in use, in the order in which they were made.
  public static func getPluginInitializationOrder() -> [String] { core.order }

  /// What there is to know while an app is made.
  public static func getDebugInfo() -> AscendDebugInfo { core.debugInfo }
}

extension AscendCore {
  /// What there is to know while an app is made.
  package var debugInfo: AscendDebugInfo {
    AscendDebugInfo(
      isInitialized: isInitialized,
      environment: context?.config.coreConfig.environment,
      registeredPlugins: registered,
      initializedPlugins: order,
      identity: user.identity,
      device: MachineFacts.attributes,
      storageFolder: context?.storageFolder
    )
  }
}
