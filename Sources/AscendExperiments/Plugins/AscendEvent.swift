/// An event of the user, the app or a plugin, which every plugin in use is notified of.
public enum AscendEvent: Hashable, Sendable {
  /// A user has logged in.
  case userLoggedIn(userId: String)
  /// The user has logged out, and is a guest.
  case userLoggedOut
  /// The profile of the user has changed.
  case userProfileUpdated
  /// The app is in use.
  case appDidBecomeActive
  /// The app is out of sight.
  case appDidEnterBackground
  /// The app comes back into sight.
  case appWillEnterForeground
  /// The app will not be in use.
  case appWillResignActive
  /// The app will end.
  case appWillTerminate
  /// The network came or went.
  case networkStatusChanged(isConnected: Bool)
  /// A plugin is ready for use.
  case pluginInitialized(plugin: String)
  /// A plugin has a new configuration.
  case pluginConfigurationChanged(plugin: String)
  /// An event that the app names.
  case custom(name: String, data: [String: String])
}

extension AscendEvent: CustomStringConvertible {
  /// The event in words, with its id, name or state.
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
