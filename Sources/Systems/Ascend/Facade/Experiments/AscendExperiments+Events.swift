import FeatureFlags
import Locking

extension AscendExperiments {
  /// Handles an event of the user or the app: a login, a logout, or a change between foreground and
  /// background.
  ///
  /// A login refreshes the experiments. A logout refreshes them for the guest if
  /// ``AscendExperimentsConfiguration/shouldFetchOnLogout`` is set, and otherwise removes all data.
  /// Entering the foreground refreshes stale experiments if
  /// ``AscendExperimentsConfiguration/shouldRefreshOnForeground`` is set; entering the background
  /// writes the snapshot file.
  public func onNotify(event: AscendEvent, data: [String: Any]?) {
    guard let configuration = state.withLock({ $0.configuration }) else { return }
    switch event {
    case .userLoggedIn,
      .userLoggedOut where configuration.shouldFetchOnLogout:
      state.withLock { $0.invalidateResponses() }
      startAutomaticFetch(of: getDefaultExperimentValues())
    case .userLoggedOut:
      clearAllExperimentsData()
    case .appWillEnterForeground:
      guard configuration.shouldRefreshOnForeground else { return }
      let now = context.dependencies.now()
      guard state.withLock({ $0.window.isStale(at: now) }) else { return }
      startAutomaticFetch(of: getDefaultExperimentValues())
    case .appDidEnterBackground:
      if configuration.enableCaching { save() }
    case .userProfileUpdated, .appDidBecomeActive, .appWillResignActive, .appWillTerminate,
      .networkStatusChanged, .pluginInitialized, .pluginConfigurationChanged, .custom:
      break
    }
  }

  /// Waits for the automatic fetches of the plugin: after the configuration, a login, a logout, or a
  /// return to the foreground.
  ///
  /// Errors of automatic fetches are only logged. A program that exits soon calls this method to
  /// get the experiments first.
  public func finishAutomaticFetches() async {
    await state.withLock { $0.automatic }?.value
  }

  /// Starts a fetch that the app did not request; its errors are only logged.
  func startAutomaticFetch(of defaults: [String: ExperimentVariable]) {
    // `prepareFetch` can only throw `notConfigured`, and this method runs after the configuration:
    // drop the error.
    guard let prepared = try? prepareFetch(of: defaults) else { return }
    let fetch = Task { [weak self] in
      // `run` logs the error; the previous experiments stay active.
      _ = try? await self?.run(prepared)
    }
    state.withLock { state in
      let earlier = state.automatic
      state.automatic = Task {
        await earlier?.value
        await fetch.value
      }
    }
  }
}

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
