import FeatureFlags
import Locking

extension AscendExperiments {
  /// Applies the overrides of a tester from a file, and follows changes of the file.
  ///
  /// An overridden variable is returned by every getter that can read the value. A disabled
  /// experiment, and one with the variation `Default`, has its default variables; another variation
  /// is the variant in ``getExperimentVariants()``. The plugin also follows the file named by the
  /// environment variable `HALYARD_OVERRIDES` when the plugin is first requested; without the
  /// variable no file is followed. The file is only read, and need not exist yet. While the file is
  /// malformed, its last valid content applies. Errors are logged.
  ///
  /// - Parameter path: The path of the `overrides.json` of a workspace.
  public func followOverrides(at path: String) {
    follow(path) {}
  }

  /// Stops following the file of overrides, and clears the overrides.
  public func stopFollowingOverrides() {
    followed.stop()
  }

  /// Follows a file; `onChange` is called after each change of the overrides.
  func follow(_ path: String, onChange: @escaping @Sendable () -> Void) {
    followed.follow(OverrideLocator(path)) { [weak self] problem in
      if let problem { self?.log(.warning, "\(problem)") }
    } onChange: { [weak self] in
      guard let self else { return }
      // Reads the overrides under the lock: of two threads, the one that read the older file must
      // not store its overrides last.
      state.withLock { $0.maps.overrides = ExperimentOverrides(followed.overrides) }
      onChange()
    }
  }
}
