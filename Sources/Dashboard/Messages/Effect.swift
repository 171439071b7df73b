public import FeatureFlags

/// A side effect that `DashboardState.update` requests from its caller; the results are sent back
/// as events.
public enum Effect: Hashable, Sendable {
  /// Changes overrides of features.
  case overrides(OverrideEffect)
  /// Controls the source, polling, connectivity checks or the user.
  case session(SessionEffect)
  /// Saves the theme with the given name as the default theme.
  case saveTheme(String)
  /// Controls the terminal or the program.
  case terminal(TerminalEffect)
}

/// A requested change of overrides.
public enum OverrideEffect: Hashable, Sendable {
  /// Sets the same override for all given features.
  case set(Decision, [Feature.Name])
  /// Resets the overrides of the given features.
  case reset([Feature.Name])
  /// Resets the overrides of all features.
  case resetAll
  /// Deletes the given features from the workspace.
  case delete([Feature.Name])
}

/// A request to the live session: source, polling, connectivity and user.
public enum SessionEffect: Hashable, Sendable {
  /// Loads the source again.
  case refresh
  /// Deletes the last known good configuration from the cache.
  case clearCache
  /// Evaluates the features for the given user from now on.
  case setUser(UserFields)
  /// Pauses polling (`true`) or resumes it (`false`).
  case pausePolling(Bool)
  /// Sets the polling interval; enables polling if it is off.
  case setInterval(Duration)
  /// Starts a connectivity check, whose report is sent back as an event.
  case checkConnectivity
}

/// A request to the terminal or to the program as a whole.
public enum TerminalEffect: Hashable, Sendable {
  /// Redraws the whole screen, in case another program has overwritten it.
  case redraw
  /// Suspends the process until the shell continues it.
  case suspend
  /// Quits the program.
  case quit
}
