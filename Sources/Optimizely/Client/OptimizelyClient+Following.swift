import FeatureFlags

extension OptimizelyClient {
  /// Puts a tester's decisions in effect, above all that the app forces, and follows their file.
  ///
  /// A variation that was chosen is forced upon the flag or its rule, as `setForcedDecision` does.
  /// A flag that was switched on or off is so whatever its variation says, and off with its
  /// variables by default. Variables have the values that were chosen. The same happens when a
  /// client is first started with the path in the environment variable `HALYARD_OVERRIDES`, unless
  /// the app has said before what to follow; it never happens otherwise. The file is only read. It
  /// need not be there yet; while it is malformed, what it last said stays in effect. What is wrong
  /// is told to `onProblem` of the settings.
  ///
  /// Listeners for changes of the overrides hear when decisions can be others.
  ///
  /// - Parameter path: The path of a workspace's `overrides.json`.
  public func followOverrides(at path: String) {
    let onProblem = settings.onProblem
    followed.follow(path) { problem in
      if let problem { onProblem(.overridesFailed(problem)) }
    } onChange: { [hub] in
      hub.sendOverridesChange()
    }
  }

  /// Follows no file of overrides any more, and takes back what it had put in effect.
  public func stopFollowingOverrides() {
    followed.stop()
  }
}
