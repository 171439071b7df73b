import FeatureFlags

extension RemoteConfigService {
  /// Puts a tester's decisions in effect as debug values, and follows their file.
  ///
  /// Whenever something else is decided, or ends, the values are found anew that were found before,
  /// on another thread, which reaches `remoteValueUpdates(for:as:)`. The same happens when a service
  /// is made with the path in the environment variable `HALYARD_OVERRIDES`; it never happens
  /// otherwise. The file is only read. It need not be there yet; while it is malformed, what it last
  /// said stays in effect. What is wrong is told to `overridesFailed(_:)`.
  ///
  /// A decision is made for a feature with the name of a key: its variable `value`, else its
  /// variation, else whether it is enabled.
  ///
  /// - Parameter path: The path of a workspace's `overrides.json`.
  public final func followOverrides(at path: String) {
    let reference = WeakService(self)
    followed.follow(path) { problem in
      if let problem { reference.service?.overridesFailed(problem) }
    } onChange: {
      reference.service?.updateRemoteValues()
    }
  }

  /// Follows no file of overrides any more, and takes back what it had put in effect.
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
