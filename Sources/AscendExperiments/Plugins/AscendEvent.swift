/// An event of the user, the app or a plugin, of which every plugin in use is notified.
public enum AscendEvent: Hashable, Sendable {
  /// A user has logged in.
  case userLoggedIn(userId: String)
  /// The user has logged out and is now a guest.
  case userLoggedOut
  /// The profile of the user has changed.
  case userProfileUpdated
  /// The app has become active, such as after a start.
  case appDidBecomeActive
  /// The app has entered the background.
  case appDidEnterBackground
  /// The app is about to enter the foreground.
  case appWillEnterForeground
  /// The app is about to become inactive.
  case appWillResignActive
  /// The app is about to terminate.
  case appWillTerminate
  /// The network has become available or unavailable.
  case networkStatusChanged(isConnected: Bool)
  /// A plugin is ready for use.
  case pluginInitialized(plugin: String)
  /// A plugin has a new configuration.
  case pluginConfigurationChanged(plugin: String)
  /// An event that the app defines, with its name and data.
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
