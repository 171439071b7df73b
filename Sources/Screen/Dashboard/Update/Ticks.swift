import FeatureFlags
import Frame
import Text
import Workbench

import struct FoundationEssentials.Date

extension DashboardState {
  /// The time at which the dashboard needs the next `tick` event; `nil` if the screen changes
  /// only after other events.
  public var nextTick: Duration? {
    [
      timedNotice?.end, panes.list.search?.due, content.changes.nextStep(after: time), nextPollTick,
      nextPaneTick, nextTeamTick,
    ].compactMap { $0 }.min()
  }

  /// The next time at which the countdown or the progress of polling changes.
  private var nextPollTick: Duration? {
    guard let poll = content.poll, isPollVisible, !context.isMotionReduced else { return nil }
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
    return arrangement.contains(.connectivity) || header(columns: size.columns, now: time).showsPoll
  }

  /// The next time at which the header updates the time for which the team has been offline.
  private var nextTeamTick: Duration? {
    guard case .offline? = content.team?.status, !context.isMotionReduced, !Layout(size).isTooSmall
    else { return nil }
    return time + .seconds(1)
  }

  /// The time for which the team has been offline.
  func offlineTime(since date: Date, at now: Duration) -> Duration {
    max(now - context.wallClock.time(of: date), .zero)
  }

  /// The next time at which a visible pane changes without an event.
  private var nextPaneTick: Duration? {
    guard !Layout(size).isTooSmall else { return nil }
    let scene = scene(now: time)
    return scene.panes.places.compactMap { panes[$0.pane].nextTick(scene) }.min()
  }
}
