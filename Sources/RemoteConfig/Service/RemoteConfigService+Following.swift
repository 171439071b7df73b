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
    followed.follow(path) { [weak self] problem in
      if let problem { self?.overridesFailed(problem) }
    } onChange: { [weak self] in
      self?.updateRemoteValues()
    }
  }

  /// Follows no file of overrides any more, and takes back what it had put in effect.
  public final func stopFollowingOverrides() {
    followed.stop()
  }

  /// What a tester decided about a key; `nil` for nothing, or nothing that its type can be.
  func overriddenValue(for key: any RemoteKey) -> (any RemoteValue)? {
    guard let override = followed.overrides[FeatureName(rawValue: key.name)] else { return nil }
    let texts = [
      override.variables[RemoteConfigTemplate.variable]?.description,
      override.variation.flatMap { variation in
        keeper.stringValueRepresentation(for: key, variation: variation.rawValue)
      },
      override.enabled.map(String.init),
    ]
    let type = key.valueType
    return texts.lazy.compactMap { $0 }.compactMap { Self.value($0, as: type) }.first
  }

  private static func value<Value: RemoteValue>(
    _ text: String,
    as type: Value.Type
  ) -> (any RemoteValue)? {
    RemoteText.value(text, as: type)
  }
}
