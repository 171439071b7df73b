import Dashboard
import Frame

/// The events that the event loop has not handled yet, in order.
struct EventQueue {
  private var events: [Event] = []
  /// The index of the next event.
  private var start = 0

  /// The most UTF-8 bytes of characters that are handled as one event.
  static let longestRun = 4096

  /// Whether all events have been handled.
  var isEmpty: Bool { start == events.count }

  /// Adds events at the end.
  mutating func append(_ new: [Event]) {
    events += new
  }

  /// Takes out the next event.
  ///
  /// - Parameter isTyping: Whether characters go into a line of text. Then a run of characters is
  ///   coalesced into one `typed` event.
  /// - Returns: The event; `nil` if there is none.
  mutating func next(isTyping: Bool) -> Event? {
    guard !isEmpty else { return nil }
    defer { if isEmpty { (events, start) = ([], 0) } }
    let event = events[start]
    start += 1
    guard isTyping, case .key(.character(let first)) = event else { return event }
    var text = String(first)
    while !isEmpty, text.utf8.count < Self.longestRun,
      case .key(.character(let next)) = events[start]
    {
      text.append(next)
      start += 1
    }
    return .typed(text)
  }
}
