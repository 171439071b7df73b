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
