package import struct FoundationEssentials.Date

/// An act that was undone or redone, with the changes that this has made.
package struct RevertedAct: Hashable, Sendable {
  package let act: HistoryAct
  package let direction: History.Direction
  /// The changes of the reversal; fewer than those of the act if overrides have expired since.
  package let changes: [HistoryChange]

  package init(_ act: HistoryAct, _ direction: History.Direction, _ changes: [HistoryChange]) {
    self.act = act
    self.direction = direction
    self.changes = changes
  }
}

extension HistoryAct {
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
      let isExpired = [goal, change.to].contains { $0?.isExpired(at: now) == true }
      goals.updateValue(isExpired ? nil : goal, forKey: change.feature)
    }
    return goals
  }
}

extension History.Direction {
  /// The kind of the act that undoes or redoes the given act.
  package func kind(of act: HistoryAct) -> HistoryAct.Kind {
    switch self {
    case .undo: .undo(act.id)
    case .redo: .redo(act.id)
    }
  }
}
