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
/// A plugin must not request itself while it is initialised and configured. Events are delivered on the
/// thread that publishes them. The protocol does not require `Sendable`; a plugin that is used on
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

/// The type of a plugin; the raw value is the name of the plugin.
public enum AscendPluginType: String, CaseIterable, Sendable {
  /// The plugin for experiments with typed variables, which Ascend creates itself.
  case experiments = "AscendExperiments"
  /// A plugin for analytics events, which the app creates.
  case analytics = "AscendAnalytics"
  /// A plugin for feature flags, which the app creates.
  case featureFlags = "AscendFeatureFlags"
  /// A plugin for the authentication of users, which the app creates.
  case auth = "AscendAuth"
}

extension AscendPluginType: CustomStringConvertible {
  /// The purpose of the plugin, for display; `rawValue` is its name.
  public var description: String {
    switch self {
    case .experiments: "experiments with typed variables"
    case .analytics: "events of users"
    case .featureFlags: "feature flags"
    case .auth: "authentication of users"
    }
  }
}

/// An event of the user, the app or a plugin; every plugin in use is notified of it.
public enum AscendEvent: Hashable, Sendable {
  /// A user has logged in, by ``AscendUser/setUser(userId:)``.
  case userLoggedIn(userId: String)
  /// The user has logged out and is now a guest, or all data of the user was removed.
  case userLoggedOut
  /// The profile of the user has changed, by ``AscendUser/updateUserProfile(_:)``.
  case userProfileUpdated
  /// The app has become active; published by the app only.
  case appDidBecomeActive
  /// The app has entered the background, by ``Ascend/enterBackground()``.
  case appDidEnterBackground
  /// The app is about to enter the foreground, by ``Ascend/enterForeground()``.
  case appWillEnterForeground
  /// The app is about to become inactive; published by the app only.
  case appWillResignActive
  /// The app is about to terminate; published by the app only.
  case appWillTerminate
  /// The network has become available or unavailable; published by the app only.
  case networkStatusChanged(isConnected: Bool)
  /// A plugin was created, and is ready for use.
  case pluginInitialized(plugin: String)
  /// A plugin has a new configuration; published by the app only.
  case pluginConfigurationChanged(plugin: String)
  /// An event that the app defines, with its name and its details.
  case custom(name: String, data: [String: String])
}

extension AscendEvent: CustomStringConvertible {
  /// The description of the event for logs, with its id, name or state.
  public var description: String {
    switch self {
    case .userLoggedIn(let userId): "user logged in: \(userId)"
    case .userLoggedOut: "user logged out"
    case .userProfileUpdated: "user profile updated"
    case .appDidBecomeActive: "app did become active"
    case .appDidEnterBackground: "app did enter background"
    case .appWillEnterForeground: "app will enter foreground"
    case .appWillResignActive: "app will resign active"
    case .appWillTerminate: "app will terminate"
    case .networkStatusChanged(let isConnected):
      "network status changed: \(isConnected ? "connected" : "disconnected")"
    case .pluginInitialized(let plugin): "plugin initialized: \(plugin)"
    case .pluginConfigurationChanged(let plugin): "plugin configuration changed: \(plugin)"
    case .custom(let name, _): "custom event: \(name)"
    }
  }
}
