import FeatureFlags
import Frame

extension DashboardState {
  /// When the dashboard wants to be sent a tick; `nil` if nothing on it changes by itself.
  public var nextTick: Duration? {
    [toast?.end, search?.due, changes.nextStep(after: time), nextPollTick, nextDetailsTick]
      .compactMap { $0 }.min()
  }

  /// How long the sign for a load of unknown length stands still.
  static let spinnerStep = Duration.milliseconds(200)

  /// When what the screen says about polling next looks different.
  private var nextPollTick: Duration? {
    guard let poll, isPollVisible else { return nil }
    if poll.isLoading {
      guard poll.progress?.share == nil else { return poll.nextLoadingStep(after: time) }
      let step = Self.spinnerStep.wholeMilliseconds
      return .milliseconds((time.wholeMilliseconds / step + 1) * step)
    }
    guard let due = poll.nextDue, let seconds = poll.remaining(at: time)?.secondsRoundedUp,
      seconds > 0
    else { return nil }
    return due - .seconds(seconds - 1)
  }

  /// Whether there is anything on the screen that says how polling goes.
  private var isPollVisible: Bool {
    let layout = Layout(size)
    guard !layout.isTooSmall else { return false }
    if layout.isWide ? side == .connectivity : focus == .connectivity { return true }
    return header(columns: size.columns, now: time).showsPoll
  }

  /// When the text about the override in the details next changes.
  private var nextDetailsTick: Duration? {
    let layout = Layout(size)
    let isVisible = layout.isWide ? !side.isBesideFeatures : focus == .details
    guard !layout.isTooSmall, isVisible, let selected, selected.isOverridden else { return nil }
    return selected.override?.nextChange(of: context.wallClock, after: time)
  }
}
