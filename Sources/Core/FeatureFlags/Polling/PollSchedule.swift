import Networking

/// Computes the due times of polls, with exponential back-off; a pure value without a timer.
///
/// Each due time is computed from the previous due time, not from the time of the response, so that
/// polls do not drift. Several due times that passed while the program was stopped cause a single
/// poll. Failures of manual refreshes do not lengthen the back-off.
package struct PollSchedule<Instant: InstantProtocol> where Instant.Duration == Duration {
  private(set) var settings: PollSettings
  /// The back-off after consecutive failures of scheduled polls; manual refreshes do not count.
  private var backoff: Backoff
  /// The time at which the next poll is due; `nil` while a poll runs, while polling is paused, and
  /// before the start.
  package private(set) var due: Instant?
  private(set) var isRunning = false
  private(set) var isPaused = false
  /// Whether the server denied the credentials of the last poll, so that polls only retry with a back-off.
  private(set) var isDenied = false
  /// The number of consecutive failed polls, which includes manual refreshes.
  private(set) var failures = 0
  /// Whether the wait for the next poll is longer than the interval, because polls failed.
  var isBackingOff: Bool { backoff.failures > 0 }
  /// Whether the running poll is a manual refresh.
  private var isManual = false
  /// The time from which the wait for the next poll is measured: the last due time, without its
  /// jitter.
  private var anchor: Instant?
  /// The time at which the next poll is due before jitter is added.
  private var planned: Instant?
  /// The earliest time for the next poll, from the `Retry-After` header of a response; `nil` for no
  /// limit.
  private var notBefore: Instant?
  private let draw: @Sendable () -> Double

  /// Creates a schedule that is not started.
  ///
  /// `draw` returns a random number from 0...1: the fraction of the largest jitter that a wait
  /// gets.
  package init(settings: PollSettings, draw: @escaping @Sendable () -> Double) {
    self.settings = settings
    backoff = settings.backoff
    self.draw = draw
  }

  /// Starts the schedule, as if a poll had ended now; if `failed` is `true`, the first wait is the
  /// back-off.
  package mutating func start(
    at now: Instant,
    failed: Bool,
    retryDelay: Duration?,
    isDenied: Bool = false
  ) {
    self.isDenied = isDenied
    failures = failed ? 1 : 0
    backoff.reset()
    if failed { backoff.recordFailure() }
    notBefore = retryDelay.map(now.advanced(by:))
    anchor = now
    plan(at: now)
  }

  /// Begins the scheduled poll, and returns its delay after the due time; `nil` if no poll is due.
  package mutating func begin(at now: Instant) -> Duration? {
    guard let due, due <= now, !isRunning else { return nil }
    isRunning = true
    isManual = false
    anchor = planned
    self.due = nil
    return due.duration(to: now)
  }

  /// Begins a manual refresh, even while polling is paused; returns `false` if a poll is already
  /// running.
  mutating func beginAtOnce(at now: Instant) -> Bool {
    guard !isRunning else { return false }
    isRunning = true
    isManual = true
    anchor = now
    due = nil
    return true
  }

  /// Ends the running poll, and computes the next due time; a poll that the server denies is retried after
  /// the back-off, and at the latest after ``PollSettings/longestDenial``.
  package mutating func end(
    at now: Instant,
    failed: Bool,
    retryDelay: Duration?,
    isDenied: Bool = false
  ) {
    isRunning = false
    self.isDenied = isDenied
    failures = failed ? failures + 1 : 0
    if !failed {
      backoff.reset()
    } else if !isManual {
      backoff.recordFailure()
    }
    notBefore = retryDelay.map(now.advanced(by:))
    plan(at: now)
  }

  /// Pauses the schedule: no poll is due until it is resumed; a running poll continues.
  mutating func pause() {
    isPaused = true
    due = nil
  }

  /// Resumes the schedule: a poll whose due time passed during the pause is due immediately.
  mutating func resume(at now: Instant) {
    guard isPaused || isDenied else { return }
    (isPaused, isDenied) = (false, false)
    planFromLast(at: now)
  }

  /// Applies new settings from the last due time: a poll that is overdue by the new settings is due
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

  /// The wait between two polls: the interval, or the back-off after failures.
  private var wait: Duration {
    let wait = isBackingOff ? backoff.delay() : settings.effectiveInterval
    return isDenied ? min(wait, max(PollSettings.longestDenial, settings.effectiveInterval)) : wait
  }

  private mutating func planFromLast(at now: Instant) {
    guard !isRunning, let anchor else { return }
    let next = anchor.advanced(by: wait)
    planned = max(next, notBefore ?? next, now)
    due = planned
  }

  /// Computes the next due time, which is in the future.
  private mutating func plan(at now: Instant) {
    guard let anchor, !isPaused else { return }
    var next = anchor.advanced(by: wait)
    if next <= now, isBackingOff {
      // The failed poll took longer than the back-off: the wait starts now.
      next = now.advanced(by: wait)
    } else if next <= now {
      // Skips due times that have already passed.
      let missed = Int((anchor.duration(to: now) / wait).rounded(.down))
      next = anchor.advanced(by: wait * (missed + 1))
    }
    let grid = max(next, notBefore ?? next)
    planned = grid
    due = grid.advanced(by: backoff.jitter(of: wait, draw: draw()))
  }
}
