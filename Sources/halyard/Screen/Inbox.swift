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
  /// The overrides of features have changed.
  case overridden(OverrideNews.Slice)
  /// The features of a load, which are sorted already.
  indirect case loaded(PreparedLoad)
  /// An undo or redo has ended, so that the next key can be handled.
  case reverted
  /// The input of plain mode has ended.
  case end
}

extension SessionEvent {
  /// The changed overrides that the event reports, as the features and the cause; `nil` for another event.
  var changeOfOverrides: (names: [Feature.Name], cause: FlagChange.Cause)? {
    guard case .changed(let change) = self, case .overridden(let features) = change.kind else {
      return nil
    }
    return (features.map(\.name), change.cause)
  }
}

/// The messages from other threads that the event loop of the screen has not received yet.
///
/// Changes of overrides by other programs are merged: the event loop reads the current overrides for them.
final class Inbox: Sendable {
  /// The messages of other threads.
  struct Content: Sendable {
    /// The messages in order, with the changes of overrides by this program.
    var messages: [Message] = []
    /// The changes of overrides by other programs, and expired ones.
    var overrides = OverrideNews()
  }

  private let content = Locked(Content())
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
    content.withLock { content in
      guard case .session(let event) = message, let (names, cause) = event.changeOfOverrides else {
        return content.messages.append(message)
      }
      guard cause == .call else { return content.overrides.add(names, cause) }
      let slice = OverrideNews.Slice(names: names, cause: cause, total: names.count)
      content.messages.append(.overridden(slice))
    }
    wake()
  }

  /// Removes and returns all messages.
  func removeAll() -> Content {
    content.withLock { content in
      defer { content = Content() }
      return content
    }
  }

  /// Removes and returns the changes of overrides by this program, in order; the other messages remain.
  func removeOwnChanges() -> [Message] {
    content.withLock { content in
      let changes = content.messages.filter(\.isOwnChange)
      content.messages.removeAll(where: \.isOwnChange)
      return changes
    }
  }
}

extension Message {
  fileprivate var isOwnChange: Bool {
    if case .overridden = self { true } else { false }
  }
}
