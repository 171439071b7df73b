package import struct FoundationEssentials.Date

/// The acts (recorded changes) on the overrides of a workspace, from which undo and redo are derived.
///
/// Undo and redo are acts themselves, so that nothing is ever removed from the history. The acts of
/// all programs form one sequence: undo reverts the last act that is not undone yet, and a new
/// change ends the possibility to redo.
package struct History: Hashable, Sendable {
  /// The overrides before the first act, from which all later overrides follow.
  package let base: [Feature.Name: Override]
  /// The acts, the oldest first.
  package private(set) var acts: [OverrideAct]

  package init(base: [Feature.Name: Override] = [:], acts: [OverrideAct] = []) {
    self.base = base
    self.acts = acts
  }

  /// The direction in which an act is reverted.
  package enum Direction: Hashable, Sendable {
    case undo
    case redo
  }

  mutating func append(_ act: OverrideAct) {
    acts.append(act)
  }

  /// The overrides after all acts.
  package var overrides: [Feature.Name: Override] {
    var overrides = base
    for act in acts {
      for change in act.changes { overrides[change.feature] = change.to }
    }
    return overrides
  }

  /// The act that the next undo reverts; `nil` if there is none.
  package var undoable: OverrideAct? { ReversalSearch.target(of: .undo, in: acts.reversed()) }

  /// The act that the next redo applies again; `nil` if there is none.
  package var redoable: OverrideAct? { ReversalSearch.target(of: .redo, in: acts.reversed()) }
}

/// An act that was undone or redone, with the changes that this has made.
package struct RevertedAct: Hashable, Sendable {
  package let act: OverrideAct
  package let direction: History.Direction
  /// The changes of the reversal; fewer than those of the act if overrides have expired since.
  package let changes: [OverrideAct.Change]
  /// The features that the reversal of this act and of newer acts has not changed, because their overrides
  /// have expired; each one once.
  package let expired: [Feature.Name]

  package init(
    _ act: OverrideAct,
    _ direction: History.Direction,
    _ changes: [OverrideAct.Change],
    expired: [Feature.Name] = []
  ) {
    self.act = act
    self.direction = direction
    self.changes = changes
    var seen = Set(changes.map(\.feature))
    self.expired = expired.filter { seen.insert($0).inserted }
  }
}

extension OverrideAct {
  /// Returns the override of each feature after the reversal of the act; `nil` for none.
  ///
  /// What has expired is never restored: neither an expired override, nor the override before one that has
  /// expired since.
  ///
  /// - Parameters:
  ///   - direction: Undo restores the overrides from before the act, redo the overrides from after it.
  ///   - now: The time of the reversal.
  /// - Returns: The overrides by feature.
  package func goals(
    _ direction: History.Direction,
    at now: Date
  ) -> [Feature.Name: Override?] {
    var goals: [Feature.Name: Override?] = [:]
    for change in changes {
      let goal = direction == .undo ? change.from : change.to
      let isExpired = change.isExpired(direction, at: now)
      goals.updateValue(isExpired ? nil : goal, forKey: change.feature)
    }
    return goals
  }

  /// The features whose overrides the reversal does not restore at the given time, because they have expired.
  package func expired(_ direction: History.Direction, at now: Date) -> [Feature.Name] {
    changes.filter { $0.isExpired(direction, at: now) }.map(\.feature)
  }
}

extension OverrideAct.Change {
  /// Whether the override that a reversal would restore, or the one that it would replace, has expired.
  fileprivate func isExpired(_ direction: History.Direction, at now: Date) -> Bool {
    [direction == .undo ? from : to, to].contains { $0?.isExpired(at: now) == true }
  }
}

extension History.Direction {
  /// The kind of the act that undoes or redoes the given act.
  package func kind(of act: OverrideAct) -> OverrideAct.Kind {
    switch self {
    case .undo: .undo(act.id)
    case .redo: .redo(act.id)
    }
  }
}
