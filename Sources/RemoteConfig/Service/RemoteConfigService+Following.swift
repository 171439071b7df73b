import FeatureFlags
import FoundationEssentials
import Locking

extension RemoteConfigService {
  /// Puts a tester's decisions in effect as debug values, and follows their file.
  ///
  /// Every change of the file finds the values anew that were found before, on another thread, and
  /// so reaches `remoteValueUpdates(for:as:)`. The file is only read. It need not be there yet; while
  /// it is malformed, what it last said stays in effect.
  ///
  /// A decision is made for a feature with the name of a key: its variable `value`, else its
  /// variation, else whether it is enabled.
  ///
  /// - Parameter path: The path of a workspace's `overrides.json`.
  /// - Returns: Whether the file is followed; the kernel may allow no more watches.
  @discardableResult
  public final func followOverrides(at path: String) -> Bool {
    stopFollowingOverrides()
    let follower = OverridesFollower(path: path) { [weak self] overrides in
      self?.state.withLock { $0.overrides = overrides }
      self?.updateRemoteValues()
    }
    replaceFollower(by: follower)
    return follower != nil
  }

  /// Follows the overrides that the environment names, as the drop-in API of FeatureFlags does.
  ///
  /// The variable is `HALYARD_OVERRIDES`; it has no effect on a program that runs with the rights of
  /// another user.
  ///
  /// - Returns: Whether there is a file to follow.
  @discardableResult
  public final func followOverridesOfEnvironment() -> Bool {
    OverridesFollower.pathOfEnvironment.map(followOverrides(at:)) ?? false
  }

  /// Follows no file of overrides any more, and takes back what it had put in effect.
  public final func stopFollowingOverrides() {
    replaceFollower(by: nil)
    let hadOverrides = state.withLock { state in
      defer { state.overrides = [:] }
      return !state.overrides.isEmpty
    }
    if hadOverrides { updateRemoteValues() }
  }

  /// A follower that goes waits for its thread, which may wait for the lock: it goes without it.
  private func replaceFollower(by follower: OverridesFollower?) {
    let former = state.withLock { state in
      defer { state.follower = follower }
      return state.follower
    }
    withExtendedLifetime(former) {}
  }

  /// What a tester decided about a key; `nil` for nothing, or nothing that its type can be.
  func overriddenValue(for key: any RemoteKey) -> (any RemoteValue)? {
    let name = FeatureName(rawValue: key.name)
    guard let override = state.withLock({ $0.overrides[name] }), !override.isExpired(at: Date())
    else { return nil }
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
