import FeatureFlags
import Locking

extension AscendExperiments {
  /// Puts a tester's decisions in effect, above all others, and follows their file.
  ///
  /// A variable that was chosen is what all calls read that can read such a value. An experiment that
  /// is switched off, or put to `Default`, passes on to its defaults; another variant is the one that
  /// `getExperimentVariants` tells. The same happens when the app is started with the
  /// path in the environment variable `HALYARD_OVERRIDES`; it never happens otherwise. The file is
  /// only read. It need not be there yet; while it is malformed, what it last said stays in effect
  /// and the log says why.
  ///
  /// - Parameter path: The path of a workspace's `overrides.json`.
  public func followOverrides(at path: String) {
    follow(path) {}
  }

  /// Follows no file of overrides any more, and takes back what it had put in effect.
  public func stopFollowingOverrides() {
    replaceFollower(by: nil)
    state.withLock { $0.maps.overrides = ExperimentOverrides() }
  }

  /// Follows a file; `onChange` is called whenever it was read.
  func follow(_ path: String, onChange: @escaping @Sendable () -> Void) {
    stopFollowingOverrides()
    let follower = OverridesFollower(path: path) { [weak self] problem in
      if let problem { self?.log(.warning, "\(problem)") }
    } onChange: { [weak self] overrides in
      guard let self else { return }
      let standing = ExperimentOverrides(overrides, at: context.surroundings.now())
      state.withLock { $0.maps.overrides = standing }
      onChange()
    }
    if follower == nil { log(.warning, "\(path): the kernel allows no more watches") }
    replaceFollower(by: follower)
  }

  /// A follower that goes waits for its thread, which may wait for the lock: it goes without it.
  private func replaceFollower(by follower: OverridesFollower?) {
    let former = state.withLock { state in
      defer { state.follower = follower }
      return state.follower
    }
    withExtendedLifetime(former) {}
  }
}
