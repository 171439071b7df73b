/// Searches for the operation that the next undo or redo reverts, from the newest operation to the oldest.
///
/// The search usually ends after a few operations, so that undo does not parse a long history.
///
/// An example, with the operations from the oldest to the newest, and the visits in the opposite order:
///
/// | history | next undo | next redo |
/// |---|---|---|
/// | `a` `b` | visits `b`: found | visits `b`, a change: nothing |
/// | `a` `b` `undo(b)` | passes `undo(b)` and thus `b`, finds `a` | `undo(b)` names `b`: found there |
/// | `a` `b` `undo(b)` `undo(a)` | passes all: nothing | `undo(a)` names `a` |
/// | `a` `b` `undo(b)` `undo(a)` `redo(a)` | `redo(a)` names `a` | `redo(a)` cancels `undo(a)`; finds `b` |
///
/// An undo that changed nothing, because the override has expired, cannot be redone: redo would restore
/// an override that no longer existed before the undo.
package struct ReversalSearch {
  /// The result of a visit.
  package enum Finding: Hashable, Sendable {
    /// The next undo or redo reverts this operation.
    case found(OverrideOperation)
    /// There is no operation to revert.
    case nothing
    /// The visited operation does not determine the result: the search continues with the next older
    /// operation.
    case unknown

    /// The operation to revert; `nil` if there is none, or if it was not found yet.
    package var operation: OverrideOperation? {
      switch self {
      case .found(let operation): operation
      case .nothing, .unknown: nil
      }
    }
  }

  private let direction: History.Direction
  /// The identifiers of the operations that newer, already visited operations have undone or redone.
  private var passed: Set<String> = []
  /// The identifier of the operation to revert, which a visited newer operation names; `nil` if none does.
  private var target: String?
  /// The keys that the last reversal of the target has changed; `nil` if it was never reverted.
  private var keys: Set<OverrideKey>?

  package init(_ direction: History.Direction) {
    self.direction = direction
  }

  /// Finds the operation that the next undo or redo reverts.
  ///
  /// - Parameters:
  ///   - direction: Whether an operation is undone or redone.
  ///   - operations: The operations, the newest first.
  /// - Returns: The operation; `nil` if there is none.
  package static func target(
    of direction: History.Direction,
    in operations: some Sequence<OverrideOperation>
  ) -> OverrideOperation? {
    var search = ReversalSearch(direction)
    return search.visit(operations).operation
  }

  /// Visits operations, the newest first, until the search has ended, and returns the last finding.
  mutating func visit(_ operations: some Sequence<OverrideOperation>) -> Finding {
    for operation in operations {
      let finding = visit(operation)
      if finding != .unknown { return finding }
    }
    return .unknown
  }

  /// Visits the next older operation, and returns whether it is the operation to revert.
  package mutating func visit(_ operation: OverrideOperation) -> Finding {
    if let target {
      return operation.id == target ? .found(operation.limited(to: keys)) : .unknown
    }
    switch direction {
    case .undo: return visitForUndo(operation)
    case .redo: return visitForRedo(operation)
    }
  }

  private mutating func visitForUndo(_ operation: OverrideOperation) -> Finding {
    switch operation.kind {
    case .change, .delete, .edit:
      return passed.contains(operation.id) ? .unknown : .found(operation)
    case .undo(let id): passed.insert(id)
    case .redo(let id):
      if !passed.contains(id) { (target, keys) = (id, operation.changedKeys) }
    case .bisection, .expiry: break
    }
    return .unknown
  }

  /// After a change, the operations that were undone before the change cannot be redone.
  private mutating func visitForRedo(_ operation: OverrideOperation) -> Finding {
    switch operation.kind {
    case .change, .delete, .edit: return .nothing
    case .undo(let id):
      let changed = operation.changedKeys
      if passed.remove(id) == nil, !changed.isEmpty { (target, keys) = (id, changed) }
    case .redo(let id): passed.insert(id)
    case .bisection, .expiry: break
    }
    return .unknown
  }
}

extension OverrideOperation {
  fileprivate var changedKeys: Set<OverrideKey> {
    Set(changes.filter { $0.from != $0.to }.map(\.key))
  }

  /// Returns the operation with only the changes of the given keys; `nil` keeps all changes.
  fileprivate func limited(to keys: Set<OverrideKey>?) -> OverrideOperation {
    keys.map { keys in with(changes.filter { keys.contains($0.key) }) } ?? self
  }
}
