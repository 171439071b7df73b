/// A moment on the dashboard's time line, and what a clock on the wall showed then.
public struct Moment: Hashable, Sendable {
  /// The time on the clock that `DashboardState.update` is given; negative before it began.
  public var time: Duration
  /// What the clock on the wall showed, such as `10:04:12`, or `Fri 10:04` on another day.
  public var clock: String

  /// Makes a moment.
  public init(_ time: Duration, clock: String) {
    self.time = time
    self.clock = clock
  }
}
