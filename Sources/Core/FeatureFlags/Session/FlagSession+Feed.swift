import Locking

extension FlagSession {
  /// Follows the notifications of the server that the active document announces, unless the session
  /// already follows them.
  ///
  /// Only a polled source has notifications, because polling finds the changes that a broken
  /// connection misses.
  func followFeed(of loaded: ConfigurationLoader.Loaded) {
    let source = source
    guard isPolled, loaded.isCurrent, let document = loaded.document.lastGood,
      // After a change of the user, the document belongs to the previous user.
      document.source == source.address
    else { return }
    let feed = source.changeFeed(of: document.bytes)
    // Create the closure outside the task: the task would retain the session otherwise.
    let onChange: @Sendable () -> Void = { [weak self] in self?.loadAfterNotification() }
    state.withLock { state in
      guard !state.isStopped, state.feed?.id != feed?.id else { return }
      state.feed?.task.cancel()
      state.feed = feed.map { feed in
        State.Feed(id: feed.id, task: Task { await feed.follow(onChange) })
      }
    }
  }

  /// Loads the document of which the server has reported a change; does nothing while polling is
  /// paused.
  private func loadAfterNotification() {
    guard !poller.isPaused else { return }
    request(.notification)
  }
}
