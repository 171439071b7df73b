import Dashboard
import FeatureFlags
import Locking

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
