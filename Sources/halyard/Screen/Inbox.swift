import Dashboard
import FeatureFlags
import Locking
import Terminal

/// A message from another thread to the event loop of the screen.
enum Message: Sendable {
  /// An event of the dashboard.
  case event(Event)
  /// An event of the session. The event loop converts it to events of the dashboard with the
  /// current features, because newer changes may have followed.
  indirect case session(SessionEvent)
  /// The features of a load, which are sorted already.
  indirect case loaded(PreparedLoad)
  /// An undo or redo has ended, so that the next key can be handled.
  case reverted

  /// Whether the message is a key or text of the user.
  var isInput: Bool {
    switch self {
    case .event(.key), .event(.typed), .event(.paste), .event(.mouse), .event(.line): true
    case .event, .session, .loaded, .reverted: false
    }
  }

  /// Whether the message reports changed overrides.
  ///
  /// Such a message may overtake others: the event loop reads the current overrides for it.
  fileprivate var isChangeOfOverrides: Bool {
    if case .session(let event) = self { event.isChangeOfOverrides } else { false }
  }
}

extension SessionEvent {
  /// Whether the event reports changed overrides.
  var isChangeOfOverrides: Bool {
    if case .changed(let change) = self, case .overridden = change.kind { true } else { false }
  }
}

/// The messages from other threads that the event loop of the screen has not received yet.
final class Inbox: Sendable {
  private let messages = Locked<[Message]>([])
  private let wake: @Sendable () -> Void

  /// Creates an empty inbox.
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

  /// Removes and returns the messages about changed overrides, in order; the others remain.
  func removeChangesOfOverrides() -> [Message] {
    messages.withLock { messages in
      let changes = messages.filter(\.isChangeOfOverrides)
      messages.removeAll(where: \.isChangeOfOverrides)
      return changes
    }
  }
}
