import Dashboard
import FeatureFlags
import Frame
import TestSupport
import Testing

@testable import halyard

/// Tests the queue of the event loop, from which keys are not taken during an undo or redo.
struct EventQueueTests {
  private static func queue() -> EventQueue {
    var queue = EventQueue()
    queue.append([.key(.character("a")), .paste("text"), .tick, .key(.character("b"))])
    queue.append([Message.reverted])
    return queue
  }

  /// Removes all messages that can be handled, and returns their names in the log.
  private func drained(_ queue: inout EventQueue, isHeld: Bool) -> [String] {
    var names: [String] = []
    while let message = queue.next(isTyping: false, isHeld: isHeld) {
      switch message {
      case .event(let event): names.append(event.logText(isTyping: false))
      case .session, .loaded: names.append("session")
      case .reverted: names.append("reverted")
      }
    }
    return names
  }

  @Test func `keys and pasted texts stay in the queue in their order while they are held`() {
    var queue = Self.queue()
    #expect(!queue.isIdle(isHeld: true))
    #expect(drained(&queue, isHeld: true) == ["tick", "reverted"])
    #expect(queue.isIdle(isHeld: true))
    #expect(!queue.isIdle(isHeld: false))
    queue.append([.tick])
    #expect(drained(&queue, isHeld: false) == ["key a", "pasted 4 characters", "key b", "tick"])
    #expect(queue.isEmpty)
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
