import Frame

extension DashboardState {
  /// When the dashboard needs a `tick` event; `nil` if nothing on the screen changes by itself.
  public var nextTick: Duration? {
    [
      toast?.end, panes.list.search?.due, content.changes.nextStep(after: time), nextPollTick,
      nextPaneTick,
    ].compactMap { $0 }.min()
  }

  /// When the text about the next poll, or the progress of a load, changes.
  private var nextPollTick: Duration? {
    guard let poll = content.poll, isPollVisible else { return nil }
    if poll.isLoading {
      guard poll.progress?.share == nil else { return poll.nextLoadingStep(after: time) }
      return ProgressGauge.nextSpinnerStep(after: time)
    }
    guard let due = poll.nextDue, let seconds = poll.remaining(at: time)?.secondsRoundedUp,
      seconds > 0
    else { return nil }
    return due - .seconds(seconds - 1)
  }

  /// Whether the header or a pane shows the progress of polling.
  private var isPollVisible: Bool {
    guard !Layout(size).isTooSmall else { return false }
    return visiblePane == .connectivity || header(columns: size.columns, now: time).showsPoll
  }

  /// When the visible pane changes by itself.
  private var nextPaneTick: Duration? {
    guard !Layout(size).isTooSmall else { return nil }
    return panes[visiblePane].nextTick(scene(now: time))
  }
}
