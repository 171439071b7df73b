/// The registration of a plugin: its type, its configuration, and an optional factory.
public struct AscendPlugin: Sendable {
  /// The type under which the plugin is registered.
  public let type: AscendPluginType
  /// The configuration that is applied when the plugin is first requested.
  public let config: any AscendConfiguration
  let make: (@Sendable () -> any AscendPluginProtocol)?

  /// Creates the registration of ``AscendExperiments``, or of a plugin that conforms to
  /// ``AscendContextPlugin``.
  ///
  /// - Parameters:
  ///   - type: The type under which the plugin is registered.
  ///   - config: The configuration that is applied when the plugin is first requested.
  public init(type: AscendPluginType, config: some AscendConfiguration) {
    self.type = type
    self.config = config
    make = nil
  }

  /// Creates the registration of a plugin that the app creates.
  ///
  /// ```swift
  /// final class Analytics: AscendPluginProtocol {
  ///   struct Settings: AscendConfiguration {
  ///     var pluginType: AscendPluginType { .analytics }
  ///   }
  ///
  ///   static let pluginType = AscendPluginType.analytics
  ///   private(set) var isInitialized = false
  ///   func initialize() { isInitialized = true }
  ///   func configure<Configuration: AscendConfiguration>(with configuration: Configuration) {}
  ///   func onNotify(event: AscendEvent, data: [String: Any]?) { print(event) }
  /// }
  ///
  /// let plugin = AscendPlugin(type: .analytics, config: Analytics.Settings()) { Analytics() }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type under which the plugin is registered.
  ///   - config: The configuration that is applied when the plugin is first requested.
  ///   - make: Creates the plugin, on the thread of the first ``Ascend/getPlugin(_:)``.
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

/// The configuration of a plugin, with the type of the plugin.
public protocol AscendConfiguration: Sendable {
  /// The type of the plugin that the configuration belongs to.
  var pluginType: AscendPluginType { get }
}

/// A plugin of Ascend, which the first ``Ascend/getPlugin(_:)`` for its type creates.
///
/// A plugin must not request itself while it is initialised and configured. Events are delivered on
/// the thread that reports them. The protocol does not require `Sendable`; a plugin that is used on
/// several threads guards its state.
public protocol AscendPluginProtocol: AnyObject {
  /// The type under which the plugin is registered.
  static var pluginType: AscendPluginType { get }
  /// Whether the plugin was initialised successfully.
  var isInitialized: Bool { get }

  /// Prepares the plugin for use; called once, before the configuration is applied.
  ///
  /// - Throws: Any error, after which the plugin is discarded.
  func initialize() throws

  /// Applies the configuration with which the plugin was registered.
  ///
  /// - Throws: ``AscendError/configurationError(_:)`` if the configuration is that of a different
  ///   plugin.
  func configure<Configuration: AscendConfiguration>(with configuration: Configuration) throws

  /// Handles an event; the caller waits for the return, so the method must not block.
  ///
  /// - Parameters:
  ///   - event: The event to handle.
  ///   - data: Details by name; the names depend on the event.
  func onNotify(event: AscendEvent, data: [String: Any]?)
}
