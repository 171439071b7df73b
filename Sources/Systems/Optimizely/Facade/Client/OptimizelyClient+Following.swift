import FeatureFlags

extension OptimizelyClient {
  /// Applies the overrides of a file to all evaluations, and follows changes of the file.
  ///
  /// Overrides take precedence over all variations that the app forces. An overridden variation is
  /// forced on the flag or its rule, as with
  /// ``OptimizelyUserContext/setForcedDecision(context:decision:)``. An overridden state applies to
  /// every variation; a flag that is overridden as off has the defaults of its variables.
  /// Overridden variables have the values of the override.
  ///
  /// A client also follows the file of the environment variable `HALYARD_OVERRIDES` from its first
  /// start, unless this method was called before.
  ///
  /// The file is never written, and need not exist yet. While it is malformed, the last valid
  /// overrides stay active. Errors are passed to ``OptimizelySdkSettings/onProblem``. Listeners
  /// that were added with
  /// ``OPTNotificationCenter/addOverridesChangeNotificationListener(overridesListener:)`` are
  /// notified of changes.
  ///
  /// - Parameter path: The path of a workspace's `overrides.json`; or the `http`
  ///   or `https` URL of a server, whose token is in the environment variable `HALYARD_TOKEN`. The
  ///   call then blocks until the first response, at most for one second.
  public func followOverrides(at path: String) {
    let onProblem = settings.onProblem
    followed.follow(OverrideLocator(path)) { problem in
      if let problem { onProblem(.overridesFailed(problem)) }
    } onChange: { [hub] in
      hub.sendOverridesChange()
    }
  }

  /// Stops following the override file, and removes its overrides.
  public func stopFollowingOverrides() {
    followed.stop()
  }
}
