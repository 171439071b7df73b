import Dashboard
import Frame
import Text

/// The events that the event loop has not handled yet: input, and events of other threads in their order.
///
/// Input is handled first, so that a flood of changes of overrides delays no key.
struct EventQueue {
  /// The waiting input events of the terminal, such as key presses.
  private var input: [Event] = []
  /// The index of the next input.
  private var inputStart = 0
  private var events = EventBuffer()
  /// The number of events that come before the next input.
  private var precedingCount = 0

  /// The maximum size of a coalesced run of characters, in UTF-8 bytes.
  static let longestRun = 4096

  /// Whether all events have been handled.
  var isEmpty: Bool { !hasInput && events.isEmpty }

  /// Whether the queue has input; until it is handled, further keys stay in the buffer of the terminal,
  /// which bounds the size of the queue.
  var hasInput: Bool { inputStart < input.count }

  /// Whether the queue has no event that can be handled now; if `isHeld` is true, keys and pasted texts
  /// cannot be handled.
  func isIdle(isHeld: Bool) -> Bool {
    events.isEmpty && (!hasInput || isHeld && input[inputStart...].allSatisfy(\.isFromUser))
  }

  /// The maximum number of mouse actions that wait one after another; the oldest ones are dropped, so that
  /// a flood of them does not delay the key that follows.
  static let mouseLimit = 64

  /// Adds an event of the display.
  mutating func append(input event: Event) {
    let waiting = input.count - inputStart
    if case .mouse = event, waiting >= Self.mouseLimit {
      let last = input.indices.suffix(Self.mouseLimit)
      if input[last].allSatisfy(\.isMouse) { input.remove(at: last.lowerBound) }
    }
    input.append(event)
  }

  /// Adds events behind all events of other threads.
  mutating func append(_ new: [Event]) {
    for event in new { events.append(event) }
  }

  /// Adds the events of other threads.
  mutating func append(_ new: EventBuffer) {
    events.append(new)
  }

  /// Makes the next input wait for all events that are in the queue now, so that the next key acts on
  /// the results of the former key.
  mutating func holdInput() {
    precedingCount = events.count
  }

  /// Removes and returns the next event.
  ///
  /// - Parameters:
  ///   - isTyping: Whether characters are inserted into a text field. If so, a run of characters is
  ///     coalesced into one `typed` event.
  ///   - isHeld: Whether keys and pasted texts stay in the queue.
  /// - Returns: The event; `nil` if the queue is idle.
  mutating func next(isTyping: Bool, isHeld: Bool = false) -> Event? {
    if precedingCount == 0, let event = nextInput(isTyping: isTyping, isHeld: isHeld) {
      return event
    }
    precedingCount = max(precedingCount - 1, 0)
    return events.removeFirst()
  }

  private mutating func nextInput(isTyping: Bool, isHeld: Bool) -> Event? {
    guard hasInput else { return nil }
    defer { if !hasInput { (input, inputStart) = ([], 0) } }
    if isHeld {
      let index = input[inputStart...].firstIndex { !$0.isFromUser }
      return index.map { input.remove(at: $0) }
    }
    let event = input[inputStart]
    inputStart += 1
    guard isTyping, case .key(.character(let first)) = event else { return event }
    var text = String(first)
    while hasInput, text.utf8.count < Self.longestRun,
      case .key(.character(let next)) = input[inputStart]
    {
      text.append(next)
      inputStart += 1
    }
    return .typed(text)
  }
}

extension Event {
  fileprivate var isMouse: Bool { if case .mouse = self { true } else { false } }

  /// Whether the event is a key or text from the user, which must wait while an undo or redo is running.
  var isFromUser: Bool {
    switch self {
    case .key, .typed, .paste, .mouse, .line: true
    case _: false
    }
  }
}
