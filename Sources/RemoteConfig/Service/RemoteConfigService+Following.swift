import FeatureFlags

extension RemoteConfigService {
  /// Applies the overrides of a tester from a file as debug values, and follows changes of the
  /// file.
  ///
  /// After each change, and when an override expires, the values that were resolved before are
  /// updated on another thread, which ``remoteValueUpdates(for:as:)`` publishes. A service also
  /// follows the file named by the environment variable `HALYARD_OVERRIDES` from its
  /// initialisation; without the variable no file is followed. The file is only read, and need not
  /// exist yet. While the file is malformed, its last valid content applies. Errors go to
  /// ``overridesFailed(_:)``.
  ///
  /// The override of a key is the override of the feature with the same name: the variable `value`,
  /// else the variation, else the state.
  ///
  /// - Parameter path: The path of the `overrides.json` of a workspace.
  public final func followOverrides(at path: String) {
    let reference = WeakService(self)
    followed.follow(OverrideLocator(path)) { problem in
      if let problem { reference.service?.overridesFailed(problem) }
    } onChange: {
      reference.service?.updateRemoteValues()
    }
  }

  /// Stops following the file of overrides, and clears the overrides.
  public final func stopFollowingOverrides() {
    followed.stop()
  }

  /// The override of a key; `nil` without one, or if it cannot be read as the type.
  func overriddenValue<Value: RemoteValue>(for key: any RemoteKey) -> Value? {
    guard let override = followed.overrides[FeatureName(rawValue: key.name)] else { return nil }
    let texts = [
      override.variables[RemoteConfigTemplate.variable]?.description,
      override.variation.flatMap { variation in
        keeper.stringValueRepresentation(for: key, variation: variation.rawValue)
      },
      override.enabled.map(String.init),
    ]
    return texts.lazy.compactMap { $0 }.compactMap { RemoteText.value($0, as: Value.self) }.first
  }
}
