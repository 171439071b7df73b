/// Searches for the act that the next undo or redo reverts, from the newest act to the oldest.
///
/// The search usually ends after a few acts, so that undo does not parse a long history.
///
/// An example, with the acts from the oldest to the newest, and the visits in the opposite order:
///
/// | history | next undo | next redo |
/// |---|---|---|
/// | `a` `b` | visits `b`: found | visits `b`, a change: nothing |
/// | `a` `b` `undo(b)` | passes `undo(b)` and thus `b`, finds `a` | `undo(b)` names `b`: found there |
/// | `a` `b` `undo(b)` `undo(a)` | passes all: nothing | `undo(a)` names `a` |
/// | `a` `b` `undo(b)` `undo(a)` `redo(a)` | `redo(a)` names `a` | `redo(a)` cancels `undo(a)`; finds `b` |
///
/// An undo that changed nothing, because the override has expired, cannot be redone: redo would restore an
/// override that was not there any more before the undo.
package struct ReversalSearch {
  /// The result of a visit.
  package enum Finding: Hashable, Sendable {
    /// The next undo or redo reverts this act.
    case found(OverrideAct)
    /// There is no act to revert.
    case nothing
    /// The visited act does not decide: the search continues with the next older act.
    case unknown

    /// The act to revert; `nil` if there is none, or if it was not found yet.
    package var act: OverrideAct? {
      switch self {
      case .found(let act): act
      case .nothing, .unknown: nil
      }
    }
  }

  private let direction: History.Direction
  /// The identifiers of the acts that newer, already visited acts have undone or redone.
  private var passed: Set<String> = []
  /// The identifier of the act to revert, which a visited newer act names; `nil` if none does.
  private var target: String?
  /// The features that the last reversal of the target has changed; `nil` if it was never reverted.
  private var features: Set<Feature.Name>?

  package init(_ direction: History.Direction) {
    self.direction = direction
  }

  /// Finds the act that the next undo or redo reverts.
  ///
  /// - Parameters:
  ///   - direction: Whether an act is undone or redone.
  ///   - acts: The acts, the newest first.
  /// - Returns: The act; `nil` if there is none.
  package static func target(
    of direction: History.Direction,
    in acts: some Sequence<OverrideAct>
  ) -> OverrideAct? {
    var search = ReversalSearch(direction)
    return search.visit(acts).act
  }

  /// Visits acts, the newest first, until the search has ended, and returns the last finding.
  mutating func visit(_ acts: some Sequence<OverrideAct>) -> Finding {
    for act in acts {
      let finding = visit(act)
      if finding != .unknown { return finding }
    }
    return .unknown
  }

  /// Visits the next older act, and returns whether it is the act to revert.
  package mutating func visit(_ act: OverrideAct) -> Finding {
    if let target { return act.id == target ? .found(act.limited(to: features)) : .unknown }
    switch direction {
    case .undo: return visitForUndo(act)
    case .redo: return visitForRedo(act)
    }
  }

  private mutating func visitForUndo(_ act: OverrideAct) -> Finding {
    switch act.kind {
    case .change, .delete, .edit: return passed.contains(act.id) ? .unknown : .found(act)
    case .undo(let id): passed.insert(id)
    case .redo(let id): if !passed.contains(id) { (target, features) = (id, act.changedFeatures) }
    case .bisection, .expiry: break
    }
    return .unknown
  }

  /// A change ends the possibility to redo the acts that were undone before it.
  private mutating func visitForRedo(_ act: OverrideAct) -> Finding {
    switch act.kind {
    case .change, .delete, .edit: return .nothing
    case .undo(let id):
      let changed = act.changedFeatures
      if passed.remove(id) == nil, !changed.isEmpty { (target, features) = (id, changed) }
    case .redo(let id): passed.insert(id)
    case .bisection, .expiry: break
    }
    return .unknown
  }
}

extension OverrideAct {
  fileprivate var changedFeatures: Set<Feature.Name> {
    Set(changes.filter { $0.from != $0.to }.map(\.feature))
  }

  /// Returns the act with only the changes of the given features; with `nil`, with all changes.
  fileprivate func limited(to features: Set<Feature.Name>?) -> OverrideAct {
    features.map { features in with(changes.filter { features.contains($0.feature) }) } ?? self
  }
}
