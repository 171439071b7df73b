import Dashboard
import FeatureFlags
import Locking
import Terminal

/// A message of another thread to the event loop of the screen.
enum Message: Sendable {
  /// An event of the dashboard.
  case event(Event)
  /// An event of the session. The event loop turns it into events of the dashboard with the features
  /// of that moment, because newer changes may have followed.
  case session(SessionEvent)
}

/// The messages of other threads that the event loop of the screen has not received yet.
final class Inbox: Sendable {
  private let messages = Locked<[Message]>([])
  private let wake: @Sendable () -> Void

  /// Makes an empty inbox.
  ///
  /// - Parameter wake: Called after each message, to end the wait of the event loop.
  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  /// Appends an event of the dashboard.
  func post(_ event: Event) {
    post(.event(event))
  }

  /// Appends a message; safe from any thread.
  func post(_ message: Message) {
    messages.withLock { $0.append(message) }
    wake()
  }

  /// Removes and returns all messages, in order.
  func removeAll() -> [Message] {
    messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}
