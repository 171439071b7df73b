/// A plugin to register: its type, its configuration, and how it is made.
public struct AscendPlugin: Sendable {
  /// The type of the plugin.
  public let type: AscendPluginType
  /// The configuration that the plugin gets when it is first requested.
  public let config: any AscendConfiguration
  let make: (@Sendable () -> any AscendPluginProtocol)?

  /// Registers `AscendExperiments`, or a plugin that conforms to ``AscendContextPlugin``.
  ///
  /// - Parameters:
  ///   - type: The type of the plugin.
  ///   - config: The configuration that the plugin gets when it is first requested.
  public init(type: AscendPluginType, config: some AscendConfiguration) {
    self.type = type
    self.config = config
    make = nil
  }

  /// Registers a plugin of the app's own.
  ///
  ///     AscendPlugin(type: .analytics, config: Settings()) { Analytics() }
  ///
  /// - Parameters:
  ///   - type: The type of the plugin.
  ///   - config: The configuration that the plugin gets when it is first requested.
  ///   - make: Makes the plugin, on the thread of the first `Ascend.getPlugin(_:)`.
  public init(
    type: AscendPluginType,
    config: some AscendConfiguration,
    make: @escaping @Sendable () -> any AscendPluginProtocol
  ) {
    self.type = type
    self.config = config
    self.make = make
  }
}

/// The configuration of a plugin.
public protocol AscendConfiguration: Sendable {
  /// The plugin that this configures.
  var pluginType: AscendPluginType { get }
}

/// A part of Ascend that is made when it is first requested.
///
/// While a plugin is initialised and configured it must not request plugins itself. Events arrive on
/// the thread that reports them. The protocol does not require `Sendable`; a plugin that is used on
/// several threads guards its state.
public protocol AscendPluginProtocol: AnyObject {
  /// The type under which the plugin is registered.
  static var pluginType: AscendPluginType { get }
  /// Whether the plugin was initialised.
  var isInitialized: Bool { get }

  /// Prepares the plugin for use.
  ///
  /// - Throws: Any reason that the plugin cannot be used for.
  func initialize() throws

  /// Applies the configuration that the plugin was registered with.
  ///
  /// - Throws: `AscendError.configurationError` for the configuration of another plugin.
  func configure<Configuration: AscendConfiguration>(with configuration: Configuration) throws

  /// Handles an event; must return at once.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - data: More about the event, by names that depend on it.
  func onNotify(event: AscendEvent, data: [String: Any]?)
}
