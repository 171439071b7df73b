import FeatureFlags
import Frame

/// All panes of the dashboard with their own states.
struct Panes: Sendable {
  var list = ListPane()
  var details = DetailsPane()
  var connectivity = ConnectivityPane()
  var activity = ActivityPane()
  var problems = ProblemsPane()

  /// Accesses a pane by its identifier.
  subscript(id: PaneID) -> any Pane {
    switch id {
    case .list: list
    case .details: details
    case .connectivity: connectivity
    case .activity: activity
    case .problems: problems
    }
  }

  /// Applies a change in place to the pane with the given identifier.
  ///
  /// - Returns: The outcome of an action that the pane performed; otherwise `nil`.
  @discardableResult
  mutating func apply(_ change: PaneChange, to id: PaneID) -> PaneOutcome? {
    switch id {
    case .list: list.apply(change)
    case .details: details.apply(change)
    case .connectivity: connectivity.apply(change)
    case .activity: activity.apply(change)
    case .problems: problems.apply(change)
    }
  }
}

/// A change of a pane; each case calls the method of ``Pane`` with the same role.
enum PaneChange {
  case perform(Action, Scene)
  case move(Action.Move, Scene)
  case press(Key, Scene)
  case insert(String, Scene)
  case refresh(after: ContentChange, anchor: Feature.Name?, Content)
  case settle(Scene)
}

extension Pane {
  fileprivate mutating func apply(_ change: PaneChange) -> PaneOutcome? {
    switch change {
    case .perform(let action, let scene): return perform(action, scene)
    case .move(let move, let scene): self.move(move, scene)
    case .press(let key, let scene): press(key, scene)
    case .insert(let text, let scene): insert(text, scene)
    case .refresh(let change, let anchor, let content):
      refresh(after: change, anchor: anchor, content)
    case .settle(let scene): settle(scene)
    }
    return nil
  }
}
