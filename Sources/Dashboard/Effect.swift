public import FeatureFlags

/// Something that the dashboard wants done; what comes of it is told by an event.
public enum Effect: Hashable, Sendable {
  /// Decide something about features, above their configuration.
  case decide(Decision, [Feature.Name])
  /// Give features back to their source.
  case reset([Feature.Name])
  /// Give all features back to their source.
  case resetAll
  /// Delete features from the workspace.
  case delete([Feature.Name])
  /// Forget the last good configuration.
  case clearCache
  /// Let the flag service decide for another user.
  case decideFor(Person)
  /// Load the features again.
  case refresh
  /// Pause polling, or go on with it.
  case pausePolling(Bool)
  /// Poll from now on with this time between two polls; switches polling on if it is off.
  case setInterval(Duration)
  /// Check the Internet connectivity now.
  case checkConnectivity
  /// Save the theme of this name as the one that dashboards open with.
  case saveTheme(String)
  /// Paint the whole screen again.
  case redraw
  /// Stop the program until the shell continues it.
  case suspend
  /// End the program.
  case quit
}
