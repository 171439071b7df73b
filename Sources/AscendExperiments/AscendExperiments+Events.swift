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
      forgetAnswers()
      fetchByItself(getDefaultExperimentValues())
    case .userLoggedOut where configuration.shouldFetchOnLogout:
      forgetAnswers()
      fetchByItself(getDefaultExperimentValues())
    case .userLoggedOut:
      clearAllExperimentsData()
    case .appWillEnterForeground where configuration.shouldRefreshOnForeground:
      let now = context.surroundings.now()
      if state.withLock({ $0.window.isOver(at: now) }) {
        fetchByItself(getDefaultExperimentValues())
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

  /// Fetches without being called: what goes wrong is in the log.
  func fetchByItself(_ defaults: [String: ExperimentVariable]) {
    // A plugin that is configured cannot fail to prepare.
    guard let round = try? prepare(defaults) else { return }
    let fetch = Task { [weak self] in
      // The reason is in the log, and what was known before still holds.
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
  private func forgetAnswers() {
    state.withLock { state in
      state.window = RefreshWindow()
      state.epoch += 1
    }
  }
}
