import Glibc
import Locking

/// Owns the plugins and the user of one app; ``Ascend`` forwards to a shared core.
///
/// The first call of ``plugin(_:)`` for a type creates the plugin; registering alone does not create it.
/// All methods are safe to call from any thread. Tests create a core of their own:
///
/// ```
/// let core = AscendCore()
/// let settings = AscendCoreConfig(apiKey: "demo-key", environment: "test")
/// try core.initialize(with: AscendConfig(plugins: [], coreConfig: settings))
/// ```
package final class AscendCore: Sendable {
  private struct State {
    var context: AscendContext?
    var registered: [AscendPluginType: AscendPlugin] = [:]
    var instances: [AscendPluginType: Instance] = [:]
    var order: [AscendPluginType] = []
    /// The types of the plugins that are being created, to detect a plugin that requests itself.
    var inProgress: Set<AscendPluginType> = []
  }

  /// A plugin that was created and is in use.
  ///
  /// The conformance is unchecked: ``AscendPluginProtocol`` requires plugins to guard their own
  /// state, but not to be `Sendable`.
  private struct Instance: @unchecked Sendable {
    let plugin: any AscendPluginProtocol
  }

  /// The user of the app, a guest until a login.
  package let user: AscendUser
  /// The experiments plugin; the first call of ``plugin(_:)`` configures it.
  package let experiments: AscendExperiments
  private let dependencies: AscendDependencies
  private let state = Locked(State())
  /// The lock that serialises the initialisation of the core and the creation of plugins.
  private let creation = RecursiveLock()

  package init(_ dependencies: AscendDependencies = AscendDependencies()) {
    self.dependencies = dependencies
    user = AscendUser(now: dependencies.now)
    let core = AscendCoreConfig(apiKey: "", environment: "")
    experiments = AscendExperiments(
      context: AscendContext(
        config: AscendConfig(plugins: [], coreConfig: core),
        user: user,
        storageFolder: nil,
        dependencies: dependencies
      )
    )
  }

  package var isInitialized: Bool { state.withLock { $0.context != nil } }
  /// The names of the registered plugins, in alphabetical order.
  package var registered: [String] {
    state.withLock { $0.registered.keys.map(\.rawValue) }.sorted()
  }
  /// The configurations of the registered plugins, by plugin type.
  package var configurations: [AscendPluginType: any AscendConfiguration] {
    state.withLock { $0.registered.mapValues(\.config) }
  }
  /// The names of the plugins in use, in alphabetical order.
  package var initialized: [String] {
    state.withLock { $0.instances.keys.map(\.rawValue) }.sorted()
  }
  /// The names of the plugins in use, in the order in which they were created.
  package var order: [String] { state.withLock { $0.order.map(\.rawValue) } }
  /// The configuration and the user; `nil` before the initialisation.
  package var context: AscendContext? { state.withLock { $0.context } }
}

extension AscendCore {
  /// Registers plugins, and restores the persisted user.
  ///
  /// - Throws: `alreadyInitialized`, or `initializationFailed`; after a failure the call can be
  ///   repeated.
  package func initialize(with config: AscendConfig) throws(AscendError) {
    for plugin in config.plugins where plugin.config.pluginType != plugin.type {
      throw .initializationFailed(Self.mismatch(plugin))
    }
    let context = AscendContext(
      config: config,
      user: user,
      storageFolder: config.coreConfig.storageFolder ?? StorageFolder.defaultPath(),
      dependencies: dependencies
    )
    try creation.withLock { () throws(AscendError) in
      guard !isInitialized else { throw .alreadyInitialized }
      // Starts the user before the context is published: a thread that sees an initialised core can
      // request plugins, which need the user.
      start(context)
      state.withLock { state in
        state.context = context
        for plugin in config.plugins { state.registered[plugin.type] = plugin }
      }
    }
  }

  private func start(_ context: AscendContext) {
    user.start(in: context.storageFolder) { [weak self] event, data in
      self?.notifyAll(event, data)
    } log: { [core = context.config.coreConfig] level, text in
      // Does not capture the context: the context refers to the user, which stores this closure,
      // and that would be a retain cycle.
      core.log(level, text, isIncluded: core.enableDebugLogging)
    }
  }

  /// Registers one more plugin; a registered plugin of the same type that is not in use is
  /// replaced.
  ///
  /// - Throws: `notInitialized`; `pluginAlreadyExists` if a plugin of the type is in use;
  ///   `configurationError` if the type of the configuration differs.
  package func add(_ plugin: AscendPlugin) throws(AscendError) {
    guard plugin.config.pluginType == plugin.type else { throw Self.mismatch(plugin) }
    try state.withLock { state throws(AscendError) in
      guard state.context != nil else { throw .notInitialized }
      guard state.instances[plugin.type] == nil else {
        throw .pluginAlreadyExists(plugin.type.rawValue)
      }
      state.registered[plugin.type] = plugin
    }
  }

  private static func mismatch(_ plugin: AscendPlugin) -> AscendError {
    .configurationError(
      "found a configuration for \(plugin.config.pluginType.rawValue), "
        + "expected one for \(plugin.type.rawValue)"
    )
  }

  /// Returns the plugin of the given type; the first call creates the plugin.
  ///
  /// - Throws: `notInitialized`; `pluginNotFound` if no plugin of the type is registered; or the
  ///   error of creating the plugin.
  package func plugin<Plugin: AscendPluginProtocol>(
    _ type: Plugin.Type
  ) throws(AscendError) -> Plugin {
    let (plugin, isNew) = try creation.withLock { () throws(AscendError) in
      if let plugin = try existing(type) { return (plugin, false) }
      return (try create(type), true)
    }
    if isNew { notifyAll(.pluginInitialized(plugin: type.pluginType.rawValue), nil) }
    return plugin
  }

  private func existing<Plugin: AscendPluginProtocol>(
    _ type: Plugin.Type
  ) throws(AscendError) -> Plugin? {
    let (context, instance) = state.withLock { ($0.context, $0.instances[type.pluginType]) }
    guard context != nil else { throw .notInitialized }
    guard let instance else { return nil }
    guard let plugin = instance.plugin as? Plugin else {
      throw .pluginAlreadyExists(type.pluginType.rawValue)
    }
    return plugin
  }

  private func create<Plugin: AscendPluginProtocol>(
    _ type: Plugin.Type
  ) throws(AscendError) -> Plugin {
    let (context, registered) = state.withLock { ($0.context, $0.registered[type.pluginType]) }
    guard let context, let registered else { throw .pluginNotFound(type.pluginType.rawValue) }
    guard state.withLock({ $0.inProgress.insert(type.pluginType).inserted }) else {
      throw .configurationError("\(type.pluginType.rawValue) requests itself while it is created")
    }
    defer { state.withLock { _ = $0.inProgress.remove(type.pluginType) } }
    let plugin = try instance(of: type, registered, in: context)
    do {
      try plugin.initialize()
      try plugin.configure(with: registered.config)
    } catch let error as AscendError {
      throw error
    } catch {
      throw .initializationFailed(error)
    }
    state.withLock { state in
      state.instances[type.pluginType] = Instance(plugin: plugin)
      state.order.append(type.pluginType)
    }
    return plugin
  }

  private func instance<Plugin: AscendPluginProtocol>(
    of type: Plugin.Type,
    _ registered: AscendPlugin,
    in context: AscendContext
  ) throws(AscendError) -> Plugin {
    let created: any AscendPluginProtocol
    if let make = registered.make {
      created = make()
    } else if type == AscendExperiments.self {
      experiments.replaceContext(with: context)
      created = experiments
    } else if let type = type as? any AscendContextPlugin.Type {
      created = type.init(context: context)
    } else {
      throw .pluginNotFound(type.pluginType.rawValue)
    }
    guard let plugin = created as? Plugin else {
      throw .configurationError(
        "found a plugin \(Swift.type(of: created)), expected \(Plugin.self)"
      )
    }
    return plugin
  }

  /// Notifies all plugins in use of an event, in the order of their creation.
  package func notifyAll(_ event: AscendEvent, _ data: [String: Any]?) {
    let instances = state.withLock { state in state.order.compactMap { state.instances[$0] } }
    for instance in instances { instance.plugin.onNotify(event: event, data: data) }
  }
}

/// The state of Ascend at one moment, for debugging an app.
public struct AscendDebugInfo: Hashable, Sendable {
  /// Whether Ascend was initialised successfully.
  public let isInitialized: Bool
  /// The ``AscendCoreConfig/environment`` of the app; `nil` before the initialisation.
  public let environment: String?
  /// The names of the registered plugins, in alphabetical order.
  public let registeredPlugins: [String]
  /// The names of the plugins in use, in the order of their creation.
  public let initializedPlugins: [String]
  /// The ids with which requests identify the user.
  public let identity: AscendIdentity
  /// The attributes that describe the machine; requests send them unless the app configures its
  /// own.
  public let device: [String: String]
  /// The folder of the persisted files; `nil` if nothing can be persisted.
  public let storageFolder: String?
}

/// A mutual exclusion lock that its owner thread can acquire again.
///
/// While a plugin is created, it may request other plugins on the same thread.
final class RecursiveLock: Sendable {
  private let lock = Locked(())
  private let owner = Locked<pthread_t?>(nil)

  func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if owner.withLock({ $0 }) == pthread_self() { return try body() }
    return try lock.withLock { _ throws(Failure) in
      owner.withLock { $0 = pthread_self() }
      defer { owner.withLock { $0 = nil } }
      return try body()
    }
  }
}
