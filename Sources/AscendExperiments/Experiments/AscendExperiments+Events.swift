import Locking

extension AscendExperiments {
  /// Takes note of what happens to the user and to the app.
  ///
  /// A login refreshes. A logout refreshes as a guest where that is configured, and clears everything
  /// otherwise. Coming to the foreground refreshes where that is configured and the last answer holds
  /// no longer; going to the background saves.
  public func onNotify(event: AscendEvent, data: [String: Any]?) {
    guard let configuration = state.withLock({ $0.configuration }) else { return }
    switch event {
    case .userLoggedIn:
      invalidateResponses()
      startAutomaticFetch(getDefaultExperimentValues())
    case .userLoggedOut where configuration.shouldFetchOnLogout:
      invalidateResponses()
      startAutomaticFetch(getDefaultExperimentValues())
    case .userLoggedOut:
      clearAllExperimentsData()
    case .appWillEnterForeground where configuration.shouldRefreshOnForeground:
      let now = context.dependencies.now()
      if state.withLock({ $0.window.isStale(at: now) }) {
        startAutomaticFetch(getDefaultExperimentValues())
      }
    case .appDidEnterBackground where configuration.enableCaching:
      save()
    default:
      break
    }
  }

  /// Waits until the fetches that a start, a login, a logout or the foreground began have ended.
  ///
  /// What went wrong with them is told to the log; a program that ends soon may want to wait.
  public func finishAutomaticFetches() async {
    await state.withLock { $0.automatic }?.value
  }

  /// Starts a fetch that the app did not request; errors are only logged.
  func startAutomaticFetch(_ defaults: [String: ExperimentVariable]) {
    // The only error is `notConfigured`, and this method runs after the configuration.
    guard let round = try? prepare(defaults) else { return }
    let fetch = Task { [weak self] in
      // The error is logged by `run`; the previous experiments stay active.
      _ = try? await self?.run(round)
    }
    state.withLock { state in
      let earlier = state.automatic
      state.automatic = Task {
        await earlier?.value
        await fetch.value
      }
    }
  }

  /// Drops what is known of the server's answers, which were for another user.
  private func invalidateResponses() {
    state.withLock { state in
      state.window = RefreshWindow()
      state.epoch += 1
    }
  }
}
