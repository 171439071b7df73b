import Dashboard
import FeatureFlags
import Frame
import TestSupport
import Testing

@testable import halyard

/// Tests the order in which the event loop handles input, messages and changes of overrides.
struct EventQueueTests {
  private static let size = Size(columns: 9, rows: 9)

  /// A queue with keys, a paste, a resize, and messages that arrived before them.
  private static func queue() -> EventQueue {
    var queue = EventQueue()
    queue.append([Event.tick])
    queue.append([Message.reverted])
    let input: [Event] = [
      .key(.character("a")), .paste("text"), .resized(size), .key(.character("b")),
    ]
    for event in input { queue.append(input: event) }
    return queue
  }

  /// The messages of other threads with changes of some features.
  private static func content(
    _ names: Range<Int>,
    _ messages: [Message] = []
  ) -> Inbox.Content {
    var content = Inbox.Content(messages: messages)
    content.overrides.add(names.map { Feature.Name(rawValue: "\($0)") }, .others)
    return content
  }

  /// Removes all messages that can be handled, and returns their names in the log.
  private func drained(_ queue: inout EventQueue, isHeld: Bool) -> [String] {
    var names: [String] = []
    while let message = queue.next(isTyping: false, isHeld: isHeld) {
      switch message {
      case .event(let event): names.append(event.logText(isTyping: false))
      case .session, .loaded: names.append("session")
      case .overridden(let slice): names.append("\(slice.names.count) overrides")
      case .reverted: names.append("reverted")
      case .end: names.append("end")
      }
    }
    return names
  }

  @Test func `keys and pasted texts stay in the queue in their order while they are held`() {
    var queue = Self.queue()
    #expect(!queue.isIdle(isHeld: true))
    #expect(drained(&queue, isHeld: true) == ["resized 9x9", "tick", "reverted"])
    #expect(queue.isIdle(isHeld: true))
    #expect(!queue.isIdle(isHeld: false))
    queue.append([Event.tick])
    #expect(drained(&queue, isHeld: false) == ["key a", "pasted 4 characters", "key b", "tick"])
    #expect(queue.isEmpty)
  }

  @Test
  func `a key comes before older messages, then changes of overrides, then the end of an undo`() {
    var queue = EventQueue()
    let count = 2 * OverrideNews.sliceSize + 1
    queue.append(Self.content(0..<count, [.event(.tick)]))
    #expect(queue.next(isTyping: false).map(Self.isTick) == true)
    guard case .overridden(let first) = queue.next(isTyping: false) else {
      Issue.record("expected a slice of changes")
      return
    }
    #expect(first.total == count && !first.isLast && first.names.count == OverrideNews.sliceSize)
    queue.append([Message.event(.tick), .reverted])
    queue.append(input: .key(.character("q")))
    #expect(queue.hasInput)
    let size = OverrideNews.sliceSize
    #expect(
      drained(&queue, isHeld: false)
        == ["key q", "tick", "\(size) overrides", "1 overrides", "reverted"]
    )
    #expect(queue.isEmpty)
  }

  private static func isTick(_ message: Message) -> Bool {
    if case .event(.tick) = message { true } else { false }
  }

  @Test func `repeated changes of a thousand features leave each feature once in the queue`() {
    var queue = EventQueue()
    let count = Effort.isFull ? 1_000 : 50
    for _ in 0..<count { queue.append(Self.content(0..<1_000)) }
    let slices = 1_000 / OverrideNews.sliceSize
    #expect(
      drained(&queue, isHeld: false)
        == Array(repeating: "\(OverrideNews.sliceSize) overrides", count: slices)
    )
  }
}

/// Tests the notice about an undone or redone act.
struct RevertedActTests {
  private static func act(_ changes: [HistoryChange], author: String? = "ana") -> HistoryAct {
    HistoryAct(
      id: "1",
      date: WallClock.zone().start,
      author: author,
      program: author == nil ? nil : "halyard enable",
      kind: .change,
      changes: changes
    )
  }

  private static let set = HistoryChange(
    feature: "New Cart",
    from: nil,
    to: Override(enabled: true)
  )

  private func text(_ act: HistoryAct, _ direction: History.Direction) -> String {
    RevertedAct(act, direction) { name in
      name == "New Cart" ? Feature(name: name) : nil
    }
    .description(at: .zone(), now: WallClock.zone().start)
  }

  @Test func `an undone act names the feature, both states, the author and the program`() {
    let act = Self.act([Self.set])
    #expect(
      text(act, .undo) == "Undone: New Cart Enabled → Disabled (by ana, halyard enable, 12:00)"
    )
    #expect(
      text(act, .redo) == "Redone: New Cart Disabled → Enabled (by ana, halyard enable, 12:00)"
    )
  }

  @Test func `an act of several features names the first and counts the others`() {
    let gone = HistoryChange(feature: "Gone", from: nil, to: Override(variation: "B"))
    #expect(
      text(Self.act([gone, Self.set], author: nil), .undo)
        == "Undone: Gone B → no override and 1 more (12:00)"
    )
  }
}
