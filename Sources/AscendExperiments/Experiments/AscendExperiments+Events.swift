import Locking

extension AscendExperiments {
  /// Reacts to events of the user and the app.
  ///
  /// A login refreshes the experiments. A logout refreshes them as a guest if
  /// ``AscendExperimentsConfiguration/shouldFetchOnLogout`` is set, and removes all data otherwise.
  /// Entering the foreground refreshes stale experiments if
  /// ``AscendExperimentsConfiguration/shouldRefreshOnForeground`` is set; entering the background
  /// saves them.
  public func onNotify(event: AscendEvent, data: [String: Any]?) {
    guard let configuration = state.withLock({ $0.configuration }) else { return }
    switch event {
    case .userLoggedIn:
      invalidateResponses()
      startAutomaticFetch(of: getDefaultExperimentValues())
    case .userLoggedOut where configuration.shouldFetchOnLogout:
      invalidateResponses()
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

  /// Waits for the fetches that were started by the configuration, a login, a logout or the
  /// foreground.
  ///
  /// Their errors are only logged. A program that ends soon calls this to get the experiments
  /// first.
  public func finishAutomaticFetches() async {
    await state.withLock { $0.automatic }?.value
  }

  /// Starts a fetch that the app did not request; errors are only logged.
  func startAutomaticFetch(of defaults: [String: ExperimentVariable]) {
    // The only error is `notConfigured`, and this method runs after the configuration.
    guard let prepared = try? prepareFetch(of: defaults) else { return }
    let fetch = Task { [weak self] in
      // The error is logged by `run`; the previous experiments stay active.
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

  /// Discards the freshness of earlier responses, and responses in flight: they belong to another
  /// user.
  private func invalidateResponses() {
    state.withLock { state in
      state.window = RefreshWindow()
      state.epoch += 1
    }
  }
}
