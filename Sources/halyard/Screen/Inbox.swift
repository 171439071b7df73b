import Dashboard
import Locking
import Terminal

/// The events that other threads have for the loop of the screen.
final class Inbox: Sendable {
  private let events = Locked<[Event]>([])
  private let wake: @Sendable () -> Void

  /// Makes an empty inbox.
  ///
  /// - Parameter wake: Called after each event, to end the wait of the loop.
  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  func post(_ event: Event) {
    events.withLock { $0.append(event) }
    wake()
  }

  /// Takes out what has come.
  func take() -> [Event] {
    events.withLock { events in
      defer { events = [] }
      return events
    }
  }
}
