import Frame

extension DashboardState {
  /// The time at which the dashboard needs the next `tick` event; `nil` if the screen changes
  /// only after other events.
  public var nextTick: Duration? {
    [
      toast?.end, panes.list.search?.due, content.changes.nextStep(after: time), nextPollTick,
      nextPaneTick,
    ].compactMap { $0 }.min()
  }

  /// The next time at which the countdown or the progress of polling changes.
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

  /// Whether the header or the visible pane shows the polling state.
  private var isPollVisible: Bool {
    guard !Layout(size).isTooSmall else { return false }
    return visiblePane == .connectivity || header(columns: size.columns, now: time).showsPoll
  }

  /// The next time at which a visible pane changes without an event.
  private var nextPaneTick: Duration? {
    let layout = Layout(size)
    guard !layout.isTooSmall else { return nil }
    let scene = scene(now: time)
    let next = panes[visiblePane].nextTick(scene)
    guard layout.isWide, let list = panes.list.nextTick(scene) else { return next }
    return next.map { min($0, list) } ?? list
  }
}
