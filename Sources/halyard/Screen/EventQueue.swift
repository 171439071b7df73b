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
  /// - Parameter isTyping: Whether characters are inserted into a text field. If so, a run of
  ///   characters is coalesced into one `typed` event.
  /// - Returns: The message; `nil` if the queue is empty.
  mutating func next(isTyping: Bool) -> Message? {
    guard !isEmpty else { return nil }
    defer { if isEmpty { (messages, start) = ([], 0) } }
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
