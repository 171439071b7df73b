public import FeatureFlags

/// A side effect that `DashboardState.update` requests from its caller; results come back as
/// events.
public enum Effect: Hashable, Sendable {
  /// Changes overrides.
  case overrides(OverrideEffect)
  /// Controls the source, polling, connectivity checks and the user.
  case session(SessionEffect)
  /// Saves the theme of this name as the theme with which dashboards open.
  case saveTheme(String)
  /// Controls the terminal and the program.
  case terminal(TerminalEffect)
}

/// A change of overrides.
public enum OverrideEffect: Hashable, Sendable {
  /// Overrides these features.
  case set(Decision, [Feature.Name])
  /// Resets the overrides of these features.
  case reset([Feature.Name])
  /// Resets all overrides.
  case resetAll
  /// Deletes these features from the workspace.
  case delete([Feature.Name])
}

/// A request to the live pipeline around the store: source, polling, connectivity and user.
public enum SessionEffect: Hashable, Sendable {
  /// Loads the features again.
  case refresh
  /// Deletes the last known good configuration from the cache.
  case clearCache
  /// Evaluates the features for another user.
  case setUser(Person)
  /// Pauses polling, or resumes it.
  case pausePolling(Bool)
  /// Polls with this interval from now on; enables polling if it is off.
  case setInterval(Duration)
  /// Checks the Internet connectivity now.
  case checkConnectivity
}

/// A request to the terminal, or to the program as a whole.
public enum TerminalEffect: Hashable, Sendable {
  /// Draws the whole screen again.
  case redraw
  /// Stops the process until the shell continues it.
  case suspend
  /// Ends the program.
  case quit
}
