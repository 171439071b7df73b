import FeatureFlags
import Locking

extension AscendExperiments {
  /// Applies the overrides of a tester from a file, and watches the file for changes.
  ///
  /// Every getter that can convert the value returns an overridden variable. A disabled experiment,
  /// and one with the forced variation `Default`, has its default variables; any other forced
  /// variation becomes the variant in ``getExperimentVariants()``. If the environment variable
  /// `HALYARD_OVERRIDES` names a file, the plugin also follows that file from its first request on.
  /// The file is only read, and may be created later. While the file is malformed, its last valid
  /// content applies. Errors are logged.
  ///
  /// - Parameter path: The path of an overrides file, the `overrides.json` of a workspace; or the `http`
  ///   or `https` URL of a server, whose token is in the environment variable `HALYARD_TOKEN`. The
  ///   call then blocks until the first response, at most for one second.
  public func followOverrides(at path: String) {
    follow(path) {}
  }

  /// Stops following the overrides file, and clears the overrides.
  public func stopFollowingOverrides() {
    followed.stop()
  }

  /// Follows an overrides file; `onChange` is called after each change of the overrides, on any
  /// thread.
  func follow(_ path: String, onChange: @escaping @Sendable () -> Void) {
    followed.follow(OverrideLocator(path)) { [weak self] problem in
      if let problem { self?.log(.warning, "\(problem)") }
    } onChange: { [weak self] in
      guard let self else { return }
      // Read `followed.overrides` under the lock: otherwise, of two concurrent callbacks, the one
      // with the older overrides could store them last.
      state.withLock { $0.maps.overrides = ExperimentOverrides(followed.overrides) }
      onChange()
    }
  }
}
