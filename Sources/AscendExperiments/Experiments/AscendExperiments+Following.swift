import FeatureFlags
import Locking

extension AscendExperiments {
  /// Puts a tester's decisions in effect, above all others, and follows their file.
  ///
  /// A variable that was chosen is what all calls read that can read such a value. An experiment that
  /// is switched off, or put to `Default`, passes on to its defaults; another variant is the one that
  /// `getExperimentVariants` tells. The same happens when the plugin is first asked for in an app that
  /// was started with the path in the environment variable `HALYARD_OVERRIDES`; it never happens
  /// otherwise. The file is only read. It need not be there yet; while it is malformed, what it last
  /// said stays in effect. What is wrong is told to the log.
  ///
  /// - Parameter path: The path of a workspace's `overrides.json`.
  public func followOverrides(at path: String) {
    follow(path) {}
  }

  /// Follows no file of overrides any more, and takes back what it had put in effect.
  public func stopFollowingOverrides() {
    followed.stop()
  }

  /// Follows a file; `onChange` is called whenever something else is in effect.
  func follow(_ path: String, onChange: @escaping @Sendable () -> Void) {
    followed.follow(path) { [weak self] problem in
      if let problem { self?.log(.warning, "\(problem)") }
    } onChange: { [weak self] in
      guard let self else { return }
      // Asked for under the lock: of two threads, the one that saw the older file has no last word.
      state.withLock { $0.maps.overrides = ExperimentOverrides(followed.overrides) }
      onChange()
    }
  }
}
