/// An event of the user, the app or a plugin, of which every plugin in use is notified.
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
