import FeatureFlags
import Locking

extension OptimizelyClient {
  /// Puts a tester's decisions in effect, above all that the app forces, and follows their file.
  ///
  /// A variation that was chosen is forced upon the flag or its rule, as `setForcedDecision` does.
  /// A flag that was switched on or off is so whatever its variation says, and off with its
  /// variables by default. Variables have the values that were chosen. The same happens when a
  /// client is started with the path in the environment variable `HALYARD_OVERRIDES`; it never
  /// happens otherwise. The file is only read. It need not be there yet; while it is malformed,
  /// what it last said stays in effect.
  ///
  /// Listeners for changes of the overrides hear when decisions can be others.
  ///
  /// - Parameter path: The path of a workspace's `overrides.json`.
  /// - Returns: Whether the file is followed; the kernel may allow no more watches.
  @discardableResult
  public func followOverrides(at path: String) -> Bool {
    stopFollowingOverrides()
    let follower = OverridesFollower(path: path) { [weak self] problem in
      if let problem { self?.settings.onProblem(.overridesFailed(problem)) }
    } onChange: { [weak self] overrides in
      self?.take(DecisionOverrides(overrides))
    }
    replaceFollower(by: follower)
    return follower != nil
  }

  /// Follows no file of overrides any more, and takes back what it had put in effect.
  public func stopFollowingOverrides() {
    replaceFollower(by: nil)
    take(DecisionOverrides())
  }

  /// Follows the file that the environment names, unless one is followed already.
  func followOverridesOfEnvironment() {
    guard let path = settings.overridesPath, state.withLock({ $0.follower == nil }) else { return }
    guard !followOverrides(at: path) else { return }
    let reason = "the kernel allows no more watches"
    settings.onProblem(.overridesFailed(.unreadable(path: path, reason: reason)))
  }

  /// A follower that goes waits for its thread, which may wait for the lock: it goes without it.
  func replaceFollower(by follower: OverridesFollower?) {
    let former = state.withLock { state in
      defer { state.follower = follower }
      return state.follower
    }
    withExtendedLifetime(former) {}
  }

  private func take(_ overrides: DecisionOverrides) {
    let isNews = state.withLock { state in
      defer { state.overrides = overrides }
      return state.overrides != overrides
    }
    if isNews { notificationCenter.sendOverridesChange() }
  }
}
