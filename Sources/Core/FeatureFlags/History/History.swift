package import struct FoundationEssentials.Date

/// The operations (recorded changes) on the overrides of a workspace, from which undo and redo are derived.
///
/// Undo and redo are operations themselves, so that nothing is ever removed from the history. The
/// operations of all programs form one sequence: undo reverts the last operation that is not undone yet,
/// and after a new change, nothing can be redone.
package struct History: Hashable, Sendable {
  /// The overrides before the first operation, from which all later overrides follow.
  package let base: [OverrideKey: Override]
  /// The operations, the oldest first.
  package private(set) var operations: [OverrideOperation]

  package init(base: [OverrideKey: Override] = [:], operations: [OverrideOperation] = []) {
    self.base = base
    self.operations = operations
  }

  /// The direction in which an operation is reverted.
  package enum Direction: Hashable, Sendable {
    case undo
    case redo
  }

  mutating func append(_ operation: OverrideOperation) {
    operations.append(operation)
  }

  /// The overrides after all operations.
  package var overrides: [OverrideKey: Override] {
    var overrides = base
    for operation in operations {
      for change in operation.changes { overrides[change.key] = change.to }
    }
    return overrides
  }

  /// The operation that the next undo reverts; `nil` if there is none.
  package var undoable: OverrideOperation? {
    ReversalSearch.target(of: .undo, in: operations.reversed())
  }

  /// The operation that the next redo applies again; `nil` if there is none.
  package var redoable: OverrideOperation? {
    ReversalSearch.target(of: .redo, in: operations.reversed())
  }
}

/// An operation that was undone or redone, with the changes that the reversal has made.
package struct RevertedOperation: Hashable, Sendable {
  package let operation: OverrideOperation
  package let direction: History.Direction
  /// The changes of the reversal; fewer than those of the operation if overrides have expired since.
  package let changes: [OverrideOperation.Change]
  /// The overrides that the reversal has not changed because they have expired, without duplicates.
  ///
  /// They include those of operations that were skipped because their reversal would change nothing.
  package let expired: [OverrideKey]

  package init(
    _ operation: OverrideOperation,
    _ direction: History.Direction,
    _ changes: [OverrideOperation.Change],
    expired: [OverrideKey] = []
  ) {
    self.operation = operation
    self.direction = direction
    self.changes = changes
    var seen = Set(changes.map(\.key))
    self.expired = expired.filter { seen.insert($0).inserted }
  }
}

extension OverrideOperation {
  /// Returns each override after the reversal of the operation; `nil` for none.
  ///
  /// An undo restores neither an expired override nor the override before one that has expired since; a
  /// redo restores no expired override. Such an override is missing after the reversal.
  ///
  /// - Parameters:
  ///   - direction: Undo restores the overrides from before the operation, redo the overrides from after it.
  ///   - now: The time of the reversal.
  /// - Returns: The overrides by feature and scope.
  package func goals(
    _ direction: History.Direction,
    at now: Date
  ) -> [OverrideKey: Override?] {
    var goals: [OverrideKey: Override?] = [:]
    for change in changes {
      let goal = direction == .undo ? change.from : change.to
      let isExpired = change.isExpired(direction, at: now)
      goals.updateValue(isExpired ? nil : goal, forKey: change.key)
    }
    return goals
  }

  /// Returns the keys of the overrides that a reversal at the given time does not restore, because they
  /// have expired.
  package func expired(_ direction: History.Direction, at now: Date) -> [OverrideKey] {
    changes.filter { $0.isExpired(direction, at: now) }.map(\.key)
  }
}

extension OverrideOperation.Change {
  /// Whether the override that a reversal would restore, or the one that it would replace, has expired.
  fileprivate func isExpired(_ direction: History.Direction, at now: Date) -> Bool {
    [direction == .undo ? from : to, to].contains { $0?.isExpired(at: now) == true }
  }
}

extension History.Direction {
  /// The kind of the operation that undoes or redoes the given operation.
  package func kind(of operation: OverrideOperation) -> OverrideOperation.Kind {
    switch self {
    case .undo: .undo(operation.id)
    case .redo: .redo(operation.id)
    }
  }
}
