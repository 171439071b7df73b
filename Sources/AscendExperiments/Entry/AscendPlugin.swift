/// A plugin to register: its type, and what it is configured with.
public struct AscendPlugin: Sendable {
  /// The type of the plugin.
  public let type: AscendPluginType
  /// What the plugin is configured with when it is first asked for.
  public let config: any AscendConfiguration

  /// Makes a plugin to register.
  public init(type: AscendPluginType, config: some AscendConfiguration) {
    self.type = type
    self.config = config
  }
}

/// What a plugin is configured with.
public protocol AscendConfiguration: Sendable {
  /// The plugin that this configures.
  var pluginType: AscendPluginType { get }
}

/// A part of Ascend that is made when it is first asked for.
///
/// While a plugin is initialised and configured it must not ask for plugins itself.
public protocol AscendPluginProtocol: AnyObject, Sendable {
  /// The type under which the plugin is registered.
  static var pluginType: AscendPluginType { get }
  /// Whether the plugin was initialised.
  var isInitialized: Bool { get }

  /// Makes the plugin; `initialize` and `configure` follow.
  init(context: AscendContext)

  /// Prepares the plugin for use.
  ///
  /// - Throws: Whatever keeps the plugin from being used.
  func initialize() throws

  /// Configures the plugin with what it was registered with.
  ///
  /// - Throws: `AscendError.configurationError` for what is meant for another plugin.
  func configure<Configuration: AscendConfiguration>(with configuration: Configuration) throws

  /// Takes note of what happens; must return at once.
  func onNotify(event: AscendEvent, data: [String: String]?)
}
