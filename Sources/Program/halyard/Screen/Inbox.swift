import Dashboard
import FeatureFlags
import Locking

import struct FoundationEssentials.Date

/// The events from other threads that the event loop of the screen has not received yet.
final class Inbox: Sendable {
  /// The clock of the entries of the activity log.
  let time: DashboardClock
  private let events = Locked(EventBuffer())
  private let wake: @Sendable () -> Void

  /// Creates an empty inbox.
  ///
  /// - Parameters:
  ///   - time: The clock of the entries of the activity log.
  ///   - wake: Called after each event, to end the wait of the event loop.
  init(time: DashboardClock, wake: @escaping @Sendable () -> Void) {
    self.time = time
    self.wake = wake
  }

  /// Appends an event; safe from any thread, also under the lock of the store.
  func post(_ event: Event) {
    events.withLock { $0.append(event) }
    wake()
  }

  func removeAll() -> EventBuffer {
    events.withLock { events in
      defer { events = EventBuffer() }
      return events
    }
  }
}

extension Inbox {
  /// Posts an entry of the activity log for the current moment.
  func log(
    _ kind: ActivityEntry.Kind,
    _ text: String,
    details: String = "",
    author: String? = nil,
    features: [Feature.Name] = []
  ) {
    post(
      .activity(
        ActivityEntry(
          when: time.moment,
          kind: kind,
          text: text,
          details: details,
          author: author,
          features: features
        )
      )
    )
  }

  /// Reports a success by a notice and an entry of the activity log.
  func report(success text: String) {
    post(.notice(Notice(text, kind: .success)))
    log(.own, text)
  }

  /// Reports a failure by a notice and an entry of the activity log.
  func report(failure text: String) {
    post(.notice(Notice(text, kind: .failure)))
    log(.problem, text)
  }
}

/// The monotonic clock of the dashboard, and the clock and time zone of the user.
struct DashboardClock: Sendable {
  private let read: @Sendable () -> Duration
  /// Converts times on the monotonic clock to local dates and times.
  let wallClock = WallClock.system(at: Date())

  /// Creates a clock whose time is zero now.
  init() {
    let start = ContinuousClock.now
    read = { start.duration(to: .now) }
  }

  /// Creates a clock with another source of time, such as that of a test.
  init(now: @escaping @Sendable () -> Duration) { read = now }

  /// The time since the dashboard was opened.
  var now: Duration { read() }

  /// The current moment, with its local time.
  var moment: Moment { Moment(now, clock: Self.clock) }

  /// The local time, such as `10:04:12`.
  static var clock: String {
    let now = Date()
    return WallClock.system(at: now).localTime(of: now).clock
  }
}
