import Dashboard
import Frame

/// The messages that the event loop has not handled yet, in order.
struct EventQueue {
  private var messages: [Message] = []
  /// The index of the next message.
  private var start = 0

  /// The maximum size of a coalesced run of characters, in UTF-8 bytes.
  static let longestRun = 4096

  /// Whether all messages have been handled.
  var isEmpty: Bool { start == messages.count }

  /// Whether no message can be handled now; with `isHeld`, keys and pasted texts cannot.
  func isIdle(isHeld: Bool) -> Bool {
    isEmpty || isHeld && messages[start...].allSatisfy(\.isInput)
  }

  /// Adds events at the end.
  mutating func append(_ new: [Event]) {
    messages += new.map { .event($0) }
  }

  /// Adds messages at the end.
  mutating func append(_ new: [Message]) {
    messages += new
  }

  /// Removes and returns the next message.
  ///
  /// - Parameters:
  ///   - isTyping: Whether characters are inserted into a text field. If so, a run of characters is
  ///     coalesced into one `typed` event.
  ///   - isHeld: Whether keys and pasted texts stay in the queue.
  /// - Returns: The message; `nil` if the queue is idle.
  mutating func next(isTyping: Bool, isHeld: Bool = false) -> Message? {
    guard !isIdle(isHeld: isHeld) else { return nil }
    defer { if isEmpty { (messages, start) = ([], 0) } }
    if isHeld, let index = messages[start...].firstIndex(where: { !$0.isInput }) {
      return messages.remove(at: index)
    }
    let message = messages[start]
    start += 1
    guard isTyping, case .event(.key(.character(let first))) = message else { return message }
    var text = String(first)
    while !isEmpty, text.utf8.count < Self.longestRun,
      case .event(.key(.character(let next))) = messages[start]
    {
      text.append(next)
      start += 1
    }
    return .event(.typed(text))
  }
}
