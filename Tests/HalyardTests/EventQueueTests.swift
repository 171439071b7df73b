import Dashboard
import Frame
import ScreenTestSupport
import TestSupport
import Testing

@testable import FeatureFlags
@testable import halyard

/// Tests the order in which the event loop handles input, messages and changes of overrides.
struct EventQueueTests {
  private static let size = Size(columns: 9, rows: 9)

  /// A queue with keys, a paste and a resize, and with events of other threads that arrived before.
  private static func queue() -> EventQueue {
    var queue = EventQueue()
    queue.append([.tick, .reverted])
    let input: [Event] = [
      .key(.character("a")), .paste("text"), .resized(size), .key(.character("b")),
    ]
    for event in input { queue.append(input: event) }
    return queue
  }

  /// A change of some features by another program.
  private static func change(_ names: Range<Int>) -> Event {
    let features = names.map { Feature(name: Feature.Name(rawValue: "\($0)")) }
    return .session(
      .changed(StoreChange(revision: 1, kind: .overridden(features), cause: .others))
    )
  }

  /// Removes all events that can be handled, and returns their names as in the debug log; for a change
  /// of overrides, returns the number of changed features.
  private func drained(_ queue: inout EventQueue, isHeld: Bool) -> [String] {
    var names: [String] = []
    while let event = queue.next(isTyping: false, isHeld: isHeld) {
      if case .session(.changed(let change)) = event, case .overridden(let features) = change.kind {
        names.append("\(features.count) overrides")
      } else {
        names.append(event.logText(isTyping: false))
      }
    }
    return names
  }

  @Test func `while an undo is running, keys and pasted texts stay in the queue in their order`() {
    var queue = Self.queue()
    #expect(!queue.isIdle(isHeld: true))
    #expect(drained(&queue, isHeld: true) == ["resized 9x9", "tick", "reverted"])
    #expect(queue.isIdle(isHeld: true))
    #expect(!queue.isIdle(isHeld: false))
    queue.append([.tick])
    #expect(drained(&queue, isHeld: false) == ["key a", "pasted 4 characters", "key b", "tick"])
    #expect(queue.isEmpty)
  }

  @Test func `a key is handled before older events of other threads, which keep their order`() {
    var queue = EventQueue()
    queue.append([Self.change(0..<3), .tick, .reverted])
    queue.append(input: .key(.character("q")))
    #expect(queue.hasInput)
    #expect(drained(&queue, isHeld: false) == ["key q", "3 overrides", "tick", "reverted"])
    #expect(queue.isEmpty)
  }

  @Test func `a key waits for the events that were in the queue when holdInput was called`() {
    var queue = EventQueue()
    queue.append([.tick])
    queue.holdInput()
    queue.append([.reverted])
    queue.append(input: .key(.character("q")))
    #expect(drained(&queue, isHeld: false) == ["tick", "key q", "reverted"])
  }

  @Test func `of 100,000 mouse actions before a key, only the last 64 are handled`() {
    var queue = EventQueue()
    queue.append(input: .key(.character("j")))
    for row in 0..<100_000 {
      queue.append(input: .mouse(MouseInput(.press, at: Position(column: 0, row: row))))
    }
    queue.append(input: .key(.character("q")))
    let names = drained(&queue, isHeld: false)
    #expect(names.count == EventQueue.mouseLimit + 2)
    #expect(names.first == "key j" && names.last == "key q")
    #expect(names.dropLast().last == "mouse press at 0, 99999")
  }

  @Test func `repeated changes of a thousand features are merged to one state for each feature`() {
    var queue = EventQueue()
    let count = Effort.isFull ? 1_000 : 50
    for _ in 0..<count { queue.append([Self.change(0..<1_000)]) }
    #expect(drained(&queue, isHeld: false) == ["1000 overrides"])
  }
}

/// Tests the notice about an undone or redone operation.
struct RevertedOperationTests {
  private static func operation(_ changes: [OverrideOperation.Change], author: String? = "ana")
    -> OverrideOperation
  {
    OverrideOperation(
      id: "1",
      OverrideOperation.Signature(
        date: WallClock.zone().start,
        author: author,
        program: author == nil ? nil : "halyard enable"
      ),
      .change,
      changes
    )
  }

  private static let set = OverrideOperation.Change(
    "New Cart",
    from: nil,
    to: Override(enabled: true)
  )

  private func text(
    _ operation: OverrideOperation,
    _ direction: History.Direction,
    own: OperationOrigin? = nil
  ) -> String {
    let changes = operation.changes.map { change in
      direction == .undo
        ? OverrideOperation.Change(change.key, from: change.to, to: change.from)
        : change
    }
    return RevertedOperation(operation, direction, changes)
      .description(at: .zone(), now: WallClock.zone().start, own: own) { name in
        name == "New Cart" ? Feature(name: name) : nil
      }
  }

  @Test
  func `the notice about an undone operation names the feature, both states, author and program`() {
    let operation = Self.operation([Self.set])
    #expect(
      text(operation, .undo)
        == "Undone: New Cart Enabled → Disabled (by ana, halyard enable, 12:00)"
    )
    #expect(
      text(operation, .redo)
        == "Redone: New Cart Disabled → Enabled (by ana, halyard enable, 12:00)"
    )
  }

  @Test(
    arguments: [
      (nil, Override(enabled: false), "New Cart Disabled → no override"),
      (
        Override(enabled: true, note: "QA-1"), Override(enabled: true, note: "QA-2"),
        "New Cart Enabled, note QA-2 → QA-1"
      ),
      (Override(enabled: true), Override(enabled: true, note: "QA-2"), "Enabled, note QA-2 → none"),
      (
        Override(enabled: true),
        Override(enabled: true, lifetime: .until(WallClock.zone().start)),
        "New Cart Enabled until 12:00 → Enabled"
      ),
      (
        Override(enabled: true, lifetime: .session), nil,
        "New Cart Disabled → Enabled for a session"
      ),
    ] as [(Override?, Override?, String)]
  )
  func `the notice about an undone operation names the changed note, lifetime or override`(
    from: Override?,
    to: Override?,
    expected: String
  ) {
    let operation = Self.operation([
      OverrideOperation.Change("New Cart", from: from, to: to)
    ])
    #expect(text(operation, .undo).contains(expected), "\(text(operation, .undo))")
  }

  @Test func `the notice about an undone preset has the name of the preset`() {
    let operation = OverrideOperation(
      id: "1",
      OverrideOperation.Signature(
        date: WallClock.zone().start,
        author: "ana",
        program: "halyard preset",
        preset: "dark"
      ),
      .change,
      [Self.set]
    )
    #expect(
      text(operation, .undo).hasPrefix("Undone: preset dark, New Cart Enabled → Disabled (by ana")
    )
  }

  @Test(arguments: [
    ("halyard dashboard", "halyard enable, 12:00"), ("halyard enable", "12:00"),
  ])
  func `the notice about the user's own operation names a program only if it is another one`(
    program: String,
    origin: String
  ) {
    let own = OperationOrigin(author: "ana", program: program)
    #expect(text(Self.operation([Self.set]), .undo, own: own).hasSuffix("Disabled (\(origin))"))
  }

  @Test
  func `the notice about an undone operation names the first feature and counts the others`() {
    let gone = OverrideOperation.Change("Gone", from: nil, to: Override(variation: "B"))
    #expect(
      text(Self.operation([gone, Self.set], author: nil), .undo)
        == "Undone: Gone B → no override and 1 more (12:00)"
    )
  }
}
