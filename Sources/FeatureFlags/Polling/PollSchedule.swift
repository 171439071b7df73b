/// When to poll: pure bookkeeping, which is told what happens and says what is due.
///
/// A due time follows from the due time before, not from when the answer came, so that polls do not
/// drift. Due times that have passed while the program was stopped give one poll, not many.
package struct PollSchedule<Instant: InstantProtocol> where Instant.Duration == Duration {
  private(set) var settings: PollSettings
  /// When the next poll is due; `nil` while one is under way, while paused, and before the start.
  package private(set) var due: Instant?
  private(set) var isRunning = false
  private(set) var isPaused = false
  /// The polls in a row that failed.
  private(set) var failures = 0
  /// From where the next due time is counted: the last one, without its jitter.
  private var anchor: Instant?
  /// The next due time without its jitter.
  private var planned: Instant?
  /// What the server asked for.
  private var notBefore: Instant?
  private let draw: @Sendable () -> Double

  /// Makes a schedule that has not begun; `draw` says from 0...1 how much of the jitter a wait gets.
  package init(settings: PollSettings, draw: @escaping @Sendable () -> Double) {
    self.settings = settings
    self.draw = draw
  }

  /// Begins to count, as if a poll had just ended.
  package mutating func start(at now: Instant, failed: Bool, retryDelay: Duration?) {
    failures = failed ? 1 : 0
    notBefore = retryDelay.map(now.advanced(by:))
    anchor = now
    plan(at: now)
  }

  /// Takes what is due; how late that is, or `nil` if nothing is due.
  package mutating func begin(at now: Instant) -> Duration? {
    guard let due, due <= now, !isRunning else { return nil }
    isRunning = true
    anchor = planned
    self.due = nil
    return due.duration(to: now)
  }

  /// Begins a poll that nobody waited for, also while paused; `false` if one is under way.
  mutating func beginAtOnce(at now: Instant) -> Bool {
    guard !isRunning else { return false }
    isRunning = true
    anchor = now
    due = nil
    return true
  }

  /// Ends the poll that is under way, and plans the next one.
  package mutating func end(at now: Instant, failed: Bool, retryDelay: Duration?) {
    isRunning = false
    failures = failed ? failures + 1 : 0
    notBefore = retryDelay.map(now.advanced(by:))
    plan(at: now)
  }

  /// Plans nothing more; a poll that is under way goes on.
  mutating func pause() {
    isPaused = true
    due = nil
  }

  /// Goes on: a poll that became due in the meantime is due at once.
  mutating func resume(at now: Instant) {
    guard isPaused else { return }
    isPaused = false
    planFromLast(at: now)
  }

  /// Counts the new interval from the last due time: one that has passed is due at once.
  mutating func change(_ settings: PollSettings, at now: Instant) {
    self.settings = settings
    if !isPaused { planFromLast(at: now) }
  }

  private mutating func planFromLast(at now: Instant) {
    guard !isRunning, let anchor else { return }
    let next = anchor.advanced(by: settings.wait(afterFailures: failures))
    planned = max(next, notBefore ?? next, now)
    due = planned
  }

  /// Finds the next due time after now.
  private mutating func plan(at now: Instant) {
    guard let anchor, !isPaused else { return }
    let wait = settings.wait(afterFailures: failures)
    var next = anchor.advanced(by: wait)
    if next <= now, failures > 0 {
      // A server that took that long to fail is left alone from now on.
      next = now.advanced(by: wait)
    } else if next <= now {
      // What was missed is not made up for.
      let missed = Int((anchor.duration(to: now) / wait).rounded(.down))
      next = anchor.advanced(by: wait * (missed + 1))
    }
    let grid = max(next, notBefore ?? next)
    planned = grid
    due = grid.advanced(by: wait * (settings.jitter * draw()))
  }
}
