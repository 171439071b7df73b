import FeatureFlags

/// The way in: initialise once, then ask for plugins.
///
/// All calls are safe from any thread. This is a thin face on one shared core.
public enum Ascend {
  static let core = AscendCore(
    AscendDependencies(overridesPath: FollowedOverrides.pathOfEnvironment)
  )

  /// The user of the app, which is also `AscendUser.shared`.
  public static var user: AscendUser { core.user }

  /// Facts about the machine and the program.
  public static let deviceInfo = AscendDeviceInfo.shared

  /// Registers the plugins, and takes up the user of the last run or makes a guest.
  ///
  /// Plugins are made when they are first asked for, so that nothing is fetched yet.
  ///
  /// - Throws: `AscendError`: `alreadyInitialized` at a second call, or `initializationFailed` with the
  ///   reason. After a failure the call can be repeated, unlike in the original.
  public static func initialize(with config: AscendConfig) throws {
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
  ) throws -> Plugin {
    try core.plugin(type)
  }

  /// Registers one more plugin; one that is registered and was not asked for yet is replaced.
  ///
  /// - Throws: `notInitialized`; `pluginAlreadyExists` if it is in use; `configurationError` if the
  ///   configuration is for another one.
  public static func addPlugin(_ plugin: AscendPlugin) throws {
    try core.add(plugin)
  }

  /// Notifies all plugins in use of an event, on the calling thread.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - data: More about the event, by names that depend on it.
  public static func notifyAllPlugins(event: AscendEvent, data: [String: Any]? = nil) {
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

  /// The state of the core, for debugging.
  public static var debugInfo: AscendDebugInfo { core.debugInfo }

  /// The state of the core as a dictionary; prefer `debugInfo`, which is typed.
  ///
  /// - Returns: `status` is `initialized` or `not_initialized`. Once initialised there are `plugins`
  ///   (names), `configurations` (by the names of plugins), `user` (`userId`, `guestId`,
  ///   `isAuthenticated`) and `device`, too.
  public static func getDebugInfo() -> [String: Any] { core.debugDictionary }
}

extension AscendUser {
  /// The user of the app, which is also ``Ascend/user``.
  public static var shared: AscendUser { Ascend.user }
}

extension AscendExperiments {
  /// The experiments plugin that ``Ascend/getPlugin(_:)`` returns.
  ///
  /// Before the first call of `getPlugin` the plugin has no configuration: getters return fallbacks,
  /// and fetches fail. Prefer `try Ascend.getPlugin(AscendExperiments.self)`, which throws an error
  /// when there are no experiments.
  public static var shared: AscendExperiments { Ascend.core.experiments }
}

extension AscendCore {
  /// The state of the core as a dictionary.
  package var debugDictionary: [String: Any] {
    guard isInitialized else { return ["status": "not_initialized"] }
    let configurations = configurations.map { type, configuration in
      (
        type.rawValue,
        [
          "type": "\(Swift.type(of: configuration))",
          "pluginType": type.rawValue,
          "description": type.description,
        ]
      )
    }
    return [
      "status": "initialized",
      "plugins": registered,
      "configurations": Dictionary(uniqueKeysWithValues: configurations),
      "user": [
        "userId": user.getUserId(),
        "guestId": user.getGuestId(),
        "isAuthenticated": user.isUserAuthInfoAvailable(),
      ] as [String: Any],
      "device": AscendDeviceInfo.shared.getDebugInfo(),
    ]
  }

  /// The state of the core.
  package var debugInfo: AscendDebugInfo {
    AscendDebugInfo(
      isInitialized: isInitialized,
      environment: context?.config.coreConfig.environment,
      registeredPlugins: registered,
      initializedPlugins: order,
      identity: user.identity,
      device: HostInfo.attributes,
      storageFolder: context?.storageFolder
    )
  }
}
