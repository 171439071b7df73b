import FeatureFlags

/// The entry point of Ascend: initialise it once, then request plugins.
///
/// All methods are safe to call from any thread; they forward to one shared core.
///
/// ```swift
/// try Ascend.initialize(
///   with: AscendConfig(
///     plugins: [
///       AscendPlugin(
///         type: .experiments,
///         config: AscendExperimentsConfiguration.production(
///           apiBaseUrl: "https://flags.example.test",
///           defaultValues: ["checkout_flow": .dictionary(["steps": .int(3)])]
///         )
///       )
///     ],
///     coreConfig: AscendCoreConfig(apiKey: "demo-key", environment: "production")
///   )
/// )
/// let experiments = try Ascend.getPlugin(AscendExperiments.self)
/// let steps = experiments.getIntValue(for: "checkout_flow", with: "steps")
/// ```
public enum Ascend {
  static let core = AscendCore(
    AscendDependencies(overridesPath: OverrideLocator.ofEnvironment?.description)
  )

  /// The user of the app, which is also ``AscendUser/shared``.
  public static var user: AscendUser { core.user }

  /// Describes the machine and the program.
  public static let deviceInfo = AscendDeviceInfo.shared

  /// Registers the plugins, and restores the user of the last run or makes a guest.
  ///
  /// Plugins are created by the first ``getPlugin(_:)``, so that nothing is fetched yet.
  ///
  /// - Throws: ``AscendError/alreadyInitialized`` at a second call, or
  ///   ``AscendError/initializationFailed(_:)`` with the reason. After a failure the call can be
  ///   repeated, unlike in the original.
  public static func initialize(with config: AscendConfig) throws {
    try core.initialize(with: config)
  }

  /// Whether Ascend was initialised.
  public static func isInitialized() -> Bool { core.isInitialized }

  /// Returns the plugin of a type, such as `AscendExperiments.self`; the first call creates it.
  ///
  /// - Throws: ``AscendError/notInitialized``; ``AscendError/pluginNotFound(_:)`` if no plugin of
  ///   the type is registered; else the reason why the plugin cannot be created, which the original
  ///   reports as `pluginNotFound` too.
  public static func getPlugin<Plugin: AscendPluginProtocol>(
    _ type: Plugin.Type
  ) throws -> Plugin {
    try core.plugin(type)
  }

  /// Registers one more plugin; replaces a registered plugin of the type that is not in use yet.
  ///
  /// - Throws: ``AscendError/notInitialized``; ``AscendError/pluginAlreadyExists(_:)`` if a plugin
  ///   of the type is in use; ``AscendError/configurationError(_:)`` if the configuration belongs
  ///   to another type.
  public static func addPlugin(_ plugin: AscendPlugin) throws {
    try core.add(plugin)
  }

  /// Notifies all plugins in use of an event, on the calling thread.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - data: Details by name; the names depend on the event.
  public static func notifyAllPlugins(event: AscendEvent, data: [String: Any]? = nil) {
    core.notifyAll(event, data)
  }

  /// Notifies the plugins that the program is in the foreground, which may fetch experiments.
  ///
  /// A terminal program calls this when its terminal gets the focus, and when the program continues
  /// after a stop (`SIGCONT`). Nothing is fetched while the last response is fresh.
  public static func enterForeground() {
    notifyAllPlugins(event: .appWillEnterForeground)
  }

  /// Notifies the plugins that the program is in the background, which saves the experiments.
  public static func enterBackground() {
    notifyAllPlugins(event: .appDidEnterBackground)
  }

  /// The names of the plugins that are registered, in alphabetical order.
  public static func getRegisteredPlugins() -> [String] { core.registered }

  /// The names of the plugins that are in use, in alphabetical order.
  public static func getInitializedPlugins() -> [String] { core.initialized }

  /// The names of the plugins that are in use, in the order in which they were created.
  public static func getPluginInitializationOrder() -> [String] { core.order }

  /// The state of the core, for debugging.
  public static var debugInfo: AscendDebugInfo { core.debugInfo }

  /// The state of the core as a dictionary; prefer ``debugInfo``, which is typed.
  ///
  /// - Returns: `status` is `initialized` or `not_initialized`. Once initialised, the dictionary
  ///   also has `plugins` (names), `configurations` (by the names of plugins), `user` (`userId`,
  ///   `guestId`, `isAuthenticated`) and `device`.
  public static func getDebugInfo() -> [String: Any] { core.debugDictionary }
}

extension AscendUser {
  /// The user of the app, which is also ``Ascend/user``.
  public static var shared: AscendUser { Ascend.user }
}

extension AscendExperiments {
  /// The experiments plugin that ``Ascend/getPlugin(_:)`` returns.
  ///
  /// Before the first call of `getPlugin` the plugin has no configuration: getters return
  /// fallbacks, and fetches fail. Prefer `try Ascend.getPlugin(AscendExperiments.self)`, which
  /// throws an error when there are no experiments.
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
