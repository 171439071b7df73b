/// A plugin to register: its type, its configuration, and an optional factory.
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

  /// Registers a plugin that the app creates.
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
  ///   - type: The type of the plugin.
  ///   - config: The configuration that the plugin gets when it is first requested.
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

/// The configuration of a plugin.
public protocol AscendConfiguration: Sendable {
  /// The type of the plugin that the configuration belongs to.
  var pluginType: AscendPluginType { get }
}

/// A part of Ascend, which is created by the first ``Ascend/getPlugin(_:)`` for its type.
///
/// While a plugin is initialised and configured it must not request itself. Events arrive on the
/// thread that reports them. The protocol does not require `Sendable`; a plugin that is used on
/// several threads guards its state.
public protocol AscendPluginProtocol: AnyObject {
  /// The type under which the plugin is registered.
  static var pluginType: AscendPluginType { get }
  /// Whether the plugin was initialised.
  var isInitialized: Bool { get }

  /// Prepares the plugin for use.
  ///
  /// - Throws: Any error; the plugin is then not created.
  func initialize() throws

  /// Applies the configuration that the plugin was registered with.
  ///
  /// - Throws: ``AscendError/configurationError(_:)`` for the configuration of another plugin.
  func configure<Configuration: AscendConfiguration>(with configuration: Configuration) throws

  /// Handles an event. The caller waits for the return, so the method must not block.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - data: Details by name; the names depend on the event.
  func onNotify(event: AscendEvent, data: [String: Any]?)
}
