/// What happens that plugins may want to know.
public enum AscendEvent: Hashable, Sendable {
  /// A user has logged in.
  case userLoggedIn(userId: String)
  /// The user has logged out, and is a guest.
  case userLoggedOut
  /// What the app keeps about the user has changed.
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
  /// A plugin was configured anew.
  case pluginConfigurationChanged(plugin: String)
  /// Something that the app has a name for.
  case custom(name: String, data: [String: String])
}
