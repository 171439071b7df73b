import Dashboard
import FeatureFlags
import Locking

/// The events from other threads that the event loop of the screen has not received yet.
final class Inbox: Sendable {
  private let events = Locked(EventBuffer())
  private let wake: @Sendable () -> Void

  /// Creates an empty inbox.
  ///
  /// - Parameter wake: Called after each event, to end the wait of the event loop.
  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  /// Appends an event; safe from any thread, also under the lock of the store.
  func post(_ event: Event) {
    events.withLock { $0.append(event) }
    wake()
  }

  /// Removes and returns all events.
  func removeAll() -> EventBuffer {
    events.withLock { events in
      defer { events = EventBuffer() }
      return events
    }
  }
}
