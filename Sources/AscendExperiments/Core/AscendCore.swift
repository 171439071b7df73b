import Locking

/// Plugins by their types, and the user they work for.
///
/// Plugins are made when they are first asked for, so that registering costs nothing.
package final class AscendCore: Sendable {
  private struct State {
    var context: AscendContext?
    var registered: [AscendPluginType: AscendPlugin] = [:]
    var instances: [AscendPluginType: Instance] = [:]
    var order: [AscendPluginType] = []
    /// The types whose plugins are being made.
    var inProgress: Set<AscendPluginType> = []
  }

  /// A plugin in use, which need not be `Sendable`: plugins guard their state themselves.
  private struct Instance: @unchecked Sendable {
    let plugin: any AscendPluginProtocol
  }

  /// The user of the app.
  package let user: AscendUser
  /// The experiments plugin; `plugin(_:)` configures it at its first call.
  package let experiments: AscendExperiments
  private let dependencies: AscendDependencies
  private let state = Locked(State())
  /// Held while the core starts and while a plugin is made, so that neither is done twice.
  private let making = ThreadLock()

  /// Makes a core that is not initialised.
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
  package var registered: [String] {
    state.withLock { $0.registered.keys.map(\.rawValue) }.sorted()
  }
  package var configurations: [AscendPluginType: any AscendConfiguration] {
    state.withLock { $0.registered.mapValues(\.config) }
  }
  package var initialized: [String] {
    state.withLock { $0.instances.keys.map(\.rawValue) }.sorted()
  }
  package var order: [String] { state.withLock { $0.order.map(\.rawValue) } }
  package var context: AscendContext? { state.withLock { $0.context } }
}

extension AscendCore {
  /// Registers plugins, and begins to keep the user.
  ///
  /// - Throws: `alreadyInitialized`, or `initializationFailed`; it can then be tried again.
  package func initialize(with config: AscendConfig) throws(AscendError) {
    for plugin in config.plugins where plugin.config.pluginType != plugin.type {
      throw .initializationFailed(Self.mismatch(plugin))
    }
    let context = AscendContext(
      config: config,
      user: user,
      storageFolder: config.coreConfig.storageFolder ?? StorageFolder.ofProgram(),
      dependencies: dependencies
    )
    try making.withLock { () throws(AscendError) in
      guard !isInitialized else { throw .alreadyInitialized }
      // A thread that sees the core as initialised can request plugins, which need the user.
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
      // Not the context, which holds the user who holds this.
      core.log(level, text, isWanted: core.enableDebugLogging)
    }
  }

  /// Registers one more plugin; one that is registered and not in use is replaced.
  ///
  /// - Throws: `notInitialized`, `pluginAlreadyExists` or `configurationError`.
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
        + "wanted one for \(plugin.type.rawValue)"
    )
  }

  /// Gives the plugin of a type, which is made at the first call.
  ///
  /// - Throws: `notInitialized`; `pluginNotFound` if none is registered; else why it cannot be made.
  package func plugin<Plugin: AscendPluginProtocol>(
    _ type: Plugin.Type
  ) throws(AscendError) -> Plugin {
    let (plugin, isNew) = try making.withLock { () throws(AscendError) in
      if let plugin = try existing(type) { return (plugin, false) }
      return (try make(type), true)
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

  private func make<Plugin: AscendPluginProtocol>(
    _ type: Plugin.Type
  ) throws(AscendError) -> Plugin {
    let (context, registered) = state.withLock { ($0.context, $0.registered[type.pluginType]) }
    guard let context, let registered else { throw .pluginNotFound(type.pluginType.rawValue) }
    guard state.withLock({ $0.inProgress.insert(type.pluginType).inserted }) else {
      throw .configurationError("\(type.pluginType.rawValue) requests itself while it is made")
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
    let made: any AscendPluginProtocol
    if let make = registered.make {
      made = make()
    } else if type == AscendExperiments.self {
      experiments.enter(context)
      made = experiments
    } else if let type = type as? any AscendContextPlugin.Type {
      made = type.init(context: context)
    } else {
      throw .pluginNotFound(type.pluginType.rawValue)
    }
    guard let plugin = made as? Plugin else {
      throw .configurationError("found a plugin \(Swift.type(of: made)), expected \(Plugin.self)")
    }
    return plugin
  }

  /// Notifies all plugins in use of an event, in the order in which they were made.
  package func notifyAll(_ event: AscendEvent, _ data: [String: Any]?) {
    let instances = state.withLock { state in state.order.compactMap { state.instances[$0] } }
    for instance in instances { instance.plugin.onNotify(event: event, data: data) }
  }
}
