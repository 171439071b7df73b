import TestSupport
import Testing

import struct FoundationEssentials.Date

@testable import FeatureFlags

/// Tests the undo of one operation, which need not be the last one.
struct OperationUndoTests {
  private static let now = Date(timeIntervalSince1970: 1_795_000_000)

  /// A history with the effect of each operation, to compute the overrides without one of them.
  private struct Model {
    var history = History()
    private var overrides: [OverrideKey: Override] = [:]
    private var number = 0

    mutating func change(_ values: [(key: String, isOn: Bool?)]) {
      add(
        .change,
        values.map {
          (OverrideKey(Feature.Name(rawValue: $0.key)), $0.isOn.map { Override(enabled: $0) })
        }
      )
    }

    /// Undoes or redoes as a program does.
    mutating func revert(_ direction: History.Direction) {
      let target = direction == .undo ? history.undoable : history.redoable
      guard let target else { return }
      let goals = target.goals(direction, at: OperationUndoTests.now)
      add(direction.kind(of: target), goals.map { ($0.key, $0.value) })
    }

    mutating func undo(_ id: String) throws(History.OperationRefusal) {
      let goals = try history.undoing(id, at: OperationUndoTests.now)
      add(.undo(id), goals.map { ($0.key, $0.value) })
    }

    private mutating func add(_ kind: OverrideOperation.Kind, _ goals: [(OverrideKey, Override?)]) {
      number += 1
      let changes = goals.sorted { $0.0 < $1.0 }.map { key, override in
        OverrideOperation.Change(key, from: overrides[key], to: override)
      }
      let signature = OverrideOperation.Signature(date: OperationUndoTests.now, author: "ana")
      history.append(OverrideOperation(id: "\(number)", signature, kind, changes))
      for change in changes { overrides[change.key] = change.to }
    }

    /// The operations as text, for a failure.
    var lines: [String] {
      history.operations.map { operation in
        let changes = operation.changes.map { change in
          "\(change.feature) \(change.from?.enabled.map(String.init) ?? "-")→"
            + "\(change.to?.enabled.map(String.init) ?? "-")"
        }
        return "\(operation.id) \(operation.kind): \(changes.joined(separator: ", "))"
      }
    }

    /// The overrides that remain if the operations that are not undone, except one, are made in their order.
    func replay(without id: String) -> [OverrideKey: Override] {
      var undone: Set<String> = [id]
      for operation in history.operations {
        switch operation.kind {
        case .undo(let other): undone.insert(other)
        case .redo(let other): if other != id { undone.remove(other) }
        case .change, .delete, .edit, .expiry, .bisection: break
        }
      }
      var overrides: [OverrideKey: Override] = [:]
      for operation in history.operations
      where operation.kind == .change && !undone.contains(operation.id) {
        for change in operation.changes { overrides[change.key] = change.to }
      }
      return overrides
    }
  }

  @Test
  func
    `an undo of one operation equals a replay without it, or names the one that stands against it`()
    throws
  {
    var random = SeededGenerator(seed: 3)
    var counts = (undone: 0, refused: 0)
    for _ in 0..<10_000 {
      var model = Model()
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: model.revert(.undo)
        case 1: model.revert(.redo)
        default:
          let keys = ["a", "b", "c", "d", "e"].shuffled(using: &random)
            .prefix(Int.random(in: 1...2, using: &random))
          model.change(keys.map { ($0, [true, false, nil].randomElement(using: &random) ?? nil) })
        }
      }
      let operations = model.history.operations
      guard let operation = operations.randomElement(using: &random) else { continue }
      let expected = model.replay(without: operation.id)
      do throws(History.OperationRefusal) {
        try model.undo(operation.id)
        counts.undone += 1
        #expect(model.history.overrides == expected, "\(operation.id): \(model.lines)")
        #expect(throws: History.OperationRefusal.undone) { try model.undo(operation.id) }
      } catch {
        counts.refused += 1
        switch error {
        case .contradicted(let other):
          let keys = Set(operation.changes.map(\.key))
          #expect(other.changes.contains { keys.contains($0.key) })
          let position = try #require(operations.firstIndex { $0.id == other.id })
          #expect(position > operations.firstIndex { $0.id == operation.id } ?? .max)
        case .notUndoable(let found): #expect(found.id == operation.id && operation.kind != .change)
        case .undone: #expect(operations.contains { $0.kind == .undo(operation.id) })
        case .unknown, .expired: Issue.record("\(error)")
        }
      }
    }
    #expect(counts.undone > 1_000 && counts.refused > 1_000, "\(counts)")
  }

  @Test func `after the undo of one operation, redo makes it again, and undo continues before it`()
    throws
  {
    var model = Model()
    model.change([("a", true)])
    model.change([("b", true)])
    model.change([("c", true)])
    try model.undo("2")
    #expect(Set(model.history.overrides.keys.map(\.feature)) == ["a", "c"])
    #expect(model.history.redoable?.id == "2" && model.history.undoable?.id == "3")
    model.revert(.redo)
    #expect(model.history.overrides.count == 3)
    #expect(model.history.operation("9") == nil)
  }
}
