import Dashboard
import Frame

/// The events and messages that the event loop has not handled yet: input first, then messages in order,
/// then changes of overrides.
///
/// Other programs can change overrides faster than the screen is drawn; they must delay neither a key nor
/// the result of a request.
struct EventQueue {
  /// The events of the display, such as keys.
  private var input: [Event] = []
  /// The index of the next input.
  private var inputStart = 0
  private var messages: [Message] = []
  /// The index of the next message.
  private var messageStart = 0
  private var overrides = OverrideNews()

  /// The maximum size of a coalesced run of characters, in UTF-8 bytes.
  static let longestRun = 4096

  /// Whether all events and messages have been handled.
  var isEmpty: Bool { !hasInput && !hasMessages }

  /// Whether input is left; until it is handled, further keys stay in the buffer of the terminal, which
  /// bounds the queue.
  var hasInput: Bool { inputStart < input.count }

  private var hasMessages: Bool { messageStart < messages.count || !overrides.isEmpty }

  /// Whether nothing can be handled now; with `isHeld`, keys and pasted texts cannot.
  func isIdle(isHeld: Bool) -> Bool {
    !hasMessages && (!hasInput || isHeld && input[inputStart...].allSatisfy(\.isInput))
  }

  /// Adds an event of the display.
  mutating func append(input event: Event) {
    input.append(event)
  }

  /// Adds events at the end of the messages.
  mutating func append(_ new: [Event]) {
    messages += new.map { .event($0) }
  }

  /// Adds messages at the end.
  mutating func append(_ new: [Message]) {
    messages += new
  }

  /// Adds the messages of other threads.
  mutating func append(_ content: Inbox.Content) {
    messages += content.messages
    overrides.add(content.overrides)
  }

  /// Removes and returns the next input or message.
  ///
  /// - Parameters:
  ///   - isTyping: Whether characters are inserted into a text field. If so, a run of characters is
  ///     coalesced into one `typed` event.
  ///   - isHeld: Whether keys and pasted texts stay in the queue.
  /// - Returns: The message; `nil` if the queue is idle.
  mutating func next(isTyping: Bool, isHeld: Bool = false) -> Message? {
    if let event = nextInput(isTyping: isTyping, isHeld: isHeld) { return .event(event) }
    // A key after an undo must act on the restored overrides, which can arrive as those of another program.
    if !isNextMessageOrdered, let slice = overrides.removeSlice() { return .overridden(slice) }
    guard messageStart < messages.count else { return nil }
    defer { if messageStart == messages.count { (messages, messageStart) = ([], 0) } }
    messageStart += 1
    return messages[messageStart - 1]
  }

  /// Whether there is a message that comes before changes of overrides.
  private var isNextMessageOrdered: Bool {
    guard messageStart < messages.count else { return false }
    if case .reverted = messages[messageStart] { return false }
    return true
  }

  private mutating func nextInput(isTyping: Bool, isHeld: Bool) -> Event? {
    guard hasInput else { return nil }
    defer { if !hasInput { (input, inputStart) = ([], 0) } }
    if isHeld {
      let index = input[inputStart...].firstIndex { !$0.isInput }
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
  /// Whether the event is a key or text of the user, which waits until an undo or redo has ended.
  var isInput: Bool {
    switch self {
    case .key, .typed, .paste, .mouse, .line: true
    case _: false
    }
  }
}
