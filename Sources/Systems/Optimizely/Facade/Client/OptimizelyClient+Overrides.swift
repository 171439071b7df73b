import FeatureFlags

extension OptimizelyClient {
  /// Applies the overrides of an override file or an override server to all evaluations, and follows
  /// their changes.
  ///
  /// Overrides take precedence over all variations that the app forces. An overridden variation is
  /// forced on the flag or its rule, as with
  /// ``OptimizelyUserContext/setForcedDecision(context:decision:)``. An overridden state applies to
  /// every variation; a flag that is forced off has the default values of its variables. Overridden
  /// variables have the values of the override.
  ///
  /// A client also follows the file or server in the environment variable `HALYARD_OVERRIDES` from its
  /// first start, unless this method was called before.
  ///
  /// The file is never written, and need not exist yet. While it is malformed, the last valid
  /// overrides stay active. Errors are passed to ``OptimizelySdkSettings/onProblem``. Listeners
  /// that were added with
  /// ``OPTNotificationCenter/addOverridesChangeNotificationListener(overridesListener:)`` are
  /// notified of changes.
  ///
  /// - Parameter path: The path of a workspace's `overrides.json`; or the `http` or `https` URL of a
  ///   server, whose token is in the environment variable `HALYARD_TOKEN`. For a URL, the call blocks
  ///   until the first response, for at most one second.
  public func followOverrides(at path: String) {
    let onProblem = settings.onProblem
    followed.follow(OverrideLocator(path)) { problem in
      if let problem { onProblem(.overridesFailed(problem)) }
    } onChange: { [hub] in
      hub.sendOverridesChange()
    }
  }

  /// Stops following the override file or server, and removes its overrides.
  public func stopFollowingOverrides() {
    followed.stop()
  }
}

extension [Feature.Name: FeatureOverrides] {
  /// Returns the overrides of the given flags that hold for a user, by flag key; unknown flags are skipped.
  func ofFlags(
    _ keys: [String],
    for user: UserContext,
    in evaluator: Evaluator
  ) -> [String: FlagOverride] {
    guard !isEmpty else { return [:] }
    let context = EvaluationContext(targetingKey: user.id, attributes: user.attributes)
    let pairs = keys.compactMap { key -> (String, FlagOverride)? in
      guard let active = self[Feature.Name(rawValue: key)]?.active(for: context),
        let feature = evaluator.feature(key)
      else { return nil }
      return (key, FlagOverride(active.override, of: feature))
    }
    return [String: FlagOverride](pairs) { first, _ in first }
  }
}
