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
