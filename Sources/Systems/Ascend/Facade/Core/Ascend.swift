import FeatureFlags

/// The entry point of Ascend: initialise it once, and then request plugins.
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
    AscendDependencies(overridesPath: OverrideLocator.ofEnvironment?.text)
  )

  /// The user of the app; the same as ``AscendUser/shared``.
  public static var user: AscendUser { core.user }

  /// The description of the machine and the program; the same as ``AscendDeviceInfo/shared``.
  public static let deviceInfo = AscendDeviceInfo.shared

  /// Registers the plugins, and restores the user of the previous run or creates a guest.
  ///
  /// The first ``getPlugin(_:)`` for a type creates its plugin, so this method does not fetch anything.
  ///
  /// - Throws: ``AscendError/alreadyInitialized`` on a second call, or
  ///   ``AscendError/initializationFailed(_:)`` with the cause. After a failure the call can be
  ///   repeated, unlike in the original SDK.
  public static func initialize(with config: AscendConfig) throws {
    try core.initialize(with: config)
  }

  /// Returns whether Ascend was initialised successfully.
  public static func isInitialized() -> Bool { core.isInitialized }

  /// Returns the plugin of the given type, such as `AscendExperiments.self`; the first call creates
  /// the plugin.
  ///
  /// - Throws: ``AscendError/notInitialized``; ``AscendError/pluginNotFound(_:)`` if no plugin of
  ///   the type is registered; or the error of creating the plugin, which the original SDK reports
  ///   as `pluginNotFound`.
  public static func getPlugin<Plugin: AscendPluginProtocol>(
    _ type: Plugin.Type
  ) throws -> Plugin {
    try core.plugin(type)
  }

  /// Registers one more plugin; a registered plugin of the same type that is not in use is
  /// replaced.
  ///
  /// - Throws: ``AscendError/notInitialized``; ``AscendError/pluginAlreadyExists(_:)`` if a plugin
  ///   of the type is in use; ``AscendError/configurationError(_:)`` if the type of the
  ///   configuration differs from that of the plugin.
  public static func addPlugin(_ plugin: AscendPlugin) throws {
    try core.add(plugin)
  }

  /// Notifies all plugins in use of an event, on the calling thread.
  ///
  /// - Parameters:
  ///   - event: The event to publish.
  ///   - data: Details by name; the names depend on the event.
  public static func notifyAllPlugins(event: AscendEvent, data: [String: Any]? = nil) {
    core.notifyAll(event, data)
  }

  /// Notifies the plugins that the program is in the foreground, which may fetch experiments.
  ///
  /// A terminal program calls this method when its terminal gets the focus, and when the program
  /// continues after a stop (`SIGCONT`). Nothing is fetched while the last response is fresh.
  public static func enterForeground() {
    notifyAllPlugins(event: .appWillEnterForeground)
  }

  /// Notifies the plugins that the program is in the background, which persists the experiments.
  public static func enterBackground() {
    notifyAllPlugins(event: .appDidEnterBackground)
  }

  /// Returns the names of the registered plugins, in alphabetical order.
  public static func getRegisteredPlugins() -> [String] { core.registered }

  /// Returns the names of the plugins in use, in alphabetical order.
  public static func getInitializedPlugins() -> [String] { core.initialized }

  /// Returns the names of the plugins in use, in the order of their creation.
  public static func getPluginInitializationOrder() -> [String] { core.order }

  /// The state of Ascend for debugging: plugins, user and machine.
  public static var debugInfo: AscendDebugInfo { core.debugInfo }

  /// Returns the state of Ascend as a dictionary; prefer ``debugInfo``, which is typed.
  ///
  /// - Returns: A dictionary with `status`, which is `initialized` or `not_initialized`. After the
  ///   initialisation it also has `plugins` (names), `configurations` (by plugin name), `user`
  ///   (`userId`, `guestId`, `isAuthenticated`) and `device`.
  public static func getDebugInfo() -> [String: Any] { core.debugDictionary }
}

extension AscendUser {
  /// The user of the app; the same as ``Ascend/user``.
  public static var shared: AscendUser { Ascend.user }
}

extension AscendExperiments {
  /// The experiments plugin that ``Ascend/getPlugin(_:)`` returns.
  ///
  /// Before the first call of `getPlugin` the plugin has no configuration: getters return
  /// fallbacks, and fetches fail. Prefer `try Ascend.getPlugin(AscendExperiments.self)`, which
  /// throws an error if the plugin is not registered.
  public static var shared: AscendExperiments { Ascend.core.experiments }
}

extension AscendCore {
  /// The state of Ascend for debugging, as an untyped dictionary.
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

  /// The state of Ascend for debugging, as a typed value.
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
