import Networking

/// Computes when the next poll is due, with exponential back-off; a pure value without a timer.
///
/// A due time follows from the due time before, not from when the response came, so that polls do
/// not drift. Due times that have passed while the program was stopped lead to one poll, not many.
/// A manual refresh never lengthens the back-off, however often it fails.
package struct PollSchedule<Instant: InstantProtocol> where Instant.Duration == Duration {
  private(set) var settings: PollSettings
  /// The back-off after consecutive failures of scheduled polls; manual refreshes do not count.
  private var backoff: Backoff
  /// When the next poll is due; `nil` while a poll runs, while paused, and before the start.
  package private(set) var due: Instant?
  private(set) var isRunning = false
  private(set) var isPaused = false
  /// The number of consecutive failed polls, including manual refreshes.
  private(set) var failures = 0
  /// Whether the wait for the next poll is longer than the interval, after failures.
  var isBackingOff: Bool { backoff.failures > 0 }
  /// Whether the running poll is a manual refresh.
  private var isManual = false
  /// The start of the wait for the next poll: the last due time, without its jitter.
  private var anchor: Instant?
  /// The next due time without its jitter.
  private var planned: Instant?
  /// The earliest time for the next poll that the server allows with `Retry-After`.
  private var notBefore: Instant?
  private let draw: @Sendable () -> Double

  /// Creates a schedule that is not started; `draw` returns from 0...1 how much of the jitter
  /// applies.
  package init(settings: PollSettings, draw: @escaping @Sendable () -> Double) {
    self.settings = settings
    backoff = settings.backoff
    self.draw = draw
  }

  /// Starts the schedule, as if a poll had just ended.
  package mutating func start(at now: Instant, failed: Bool, retryDelay: Duration?) {
    failures = failed ? 1 : 0
    backoff.reset()
    if failed { backoff.recordFailure() }
    notBefore = retryDelay.map(now.advanced(by:))
    anchor = now
    plan(at: now)
  }

  /// Begins the scheduled poll; returns how late it is, or `nil` if none is due.
  package mutating func begin(at now: Instant) -> Duration? {
    guard let due, due <= now, !isRunning else { return nil }
    isRunning = true
    isManual = false
    anchor = planned
    self.due = nil
    return due.duration(to: now)
  }

  /// Begins a manual refresh, also while paused; `false` if a poll runs already.
  mutating func beginAtOnce(at now: Instant) -> Bool {
    guard !isRunning else { return false }
    isRunning = true
    isManual = true
    anchor = now
    due = nil
    return true
  }

  /// Ends the running poll, and plans the next one.
  package mutating func end(at now: Instant, failed: Bool, retryDelay: Duration?) {
    isRunning = false
    failures = failed ? failures + 1 : 0
    if !failed {
      backoff.reset()
    } else if !isManual {
      backoff.recordFailure()
    }
    notBefore = retryDelay.map(now.advanced(by:))
    plan(at: now)
  }

  /// Plans no more polls; a running poll continues.
  mutating func pause() {
    isPaused = true
    due = nil
  }

  /// Resumes the schedule: a poll that became due during the pause is due immediately.
  mutating func resume(at now: Instant) {
    guard isPaused else { return }
    isPaused = false
    planFromLast(at: now)
  }

  /// Applies new settings from the last due time: a poll that is overdue by them is due
  /// immediately.
  mutating func change(_ settings: PollSettings, at now: Instant) {
    self.settings = settings
    let next = settings.backoff
    backoff = Backoff(
      initial: next.initial,
      ceiling: next.ceiling,
      jitter: next.jitter,
      failures: backoff.failures
    )
    if !isPaused { planFromLast(at: now) }
  }

  /// The time from one poll to the next: the interval, or the back-off after failures.
  private var wait: Duration {
    isBackingOff ? backoff.delay() : settings.effectiveInterval
  }

  private mutating func planFromLast(at now: Instant) {
    guard !isRunning, let anchor else { return }
    let next = anchor.advanced(by: wait)
    planned = max(next, notBefore ?? next, now)
    due = planned
  }

  /// Computes the next due time after now.
  private mutating func plan(at now: Instant) {
    guard let anchor, !isPaused else { return }
    var next = anchor.advanced(by: wait)
    if next <= now, isBackingOff {
      // The server took longer to fail than the back-off: the wait starts now.
      next = now.advanced(by: wait)
    } else if next <= now {
      // Missed polls are skipped.
      let missed = Int((anchor.duration(to: now) / wait).rounded(.down))
      next = anchor.advanced(by: wait * (missed + 1))
    }
    let grid = max(next, notBefore ?? next)
    planned = grid
    due = grid.advanced(by: backoff.jitter(of: wait, draw: draw()))
  }
}
