import FeatureFlags

extension RemoteConfigService {
  /// Applies the overrides of a tester from a file as debug values, and watches the file for
  /// changes.
  ///
  /// After each change, and when an override expires, the values that were already resolved are
  /// updated on another thread, and ``remoteValueUpdates(for:as:)`` publishes them. If the
  /// environment variable `HALYARD_OVERRIDES` names a file, a service also follows that file from
  /// its initialisation on. The file is only read, and may be created later. While the file is
  /// malformed, its last valid content applies. Errors are passed to ``overridesFailed(_:)``.
  ///
  /// A key is overridden by the override of the feature with the same name. If the override has
  /// several parts, one applies, in this order of precedence: the state off, the variable `value`, the
  /// variation, the state on. A key that is off has the value for the string `false`, or else the
  /// default of its type.
  ///
  /// - Parameter path: The path of an overrides file, the `overrides.json` of a workspace; or the `http`
  ///   or `https` URL of a server, whose token is in the environment variable `HALYARD_TOKEN`. The
  ///   call then blocks until the first response, at most for one second.
  public final func followOverrides(at path: String) {
    let reference = WeakService(self)
    followed.follow(OverrideLocator(path)) { problem in
      if let problem { reference.service?.overridesFailed(problem) }
    } onChange: {
      reference.service?.updateRemoteValues()
    }
  }

  /// Stops following the overrides file, and clears the overrides.
  public final func stopFollowingOverrides() {
    followed.stop()
  }

  /// Returns the overridden value of the key; `nil` if it has none, or if the override cannot be
  /// converted to the type.
  func overriddenValue<Value: RemoteValue>(for key: any RemoteKey) -> Value? {
    guard let override = followed.overrides[Feature.Name(rawValue: key.name)] else { return nil }
    if override.enabled == false {
      return RemoteText.value("false", as: Value.self) ?? Value.default
    }
    let texts = [
      override.variables[FlagDefinition.valueVariable]?.description,
      override.variation.flatMap { variation in
        keeper.stringValueRepresentation(for: key, variation: variation.rawValue)
      },
      override.enabled.map(String.init),
    ]
    return texts.lazy.compactMap { $0 }.compactMap { RemoteText.value($0, as: Value.self) }.first
  }
}
