import FeatureFlags
import Frame

/// All panes of the dashboard with their own states.
struct Panes: Sendable {
  var list = ListPane()
  var details = DetailsPane()
  var connectivity = ConnectivityPane()
  var activity = ActivityPane()
  var clients = ClientsPane()
  var problems = ProblemsPane()
  var changes = ChangesPane()

  /// Accesses a pane by its identifier.
  subscript(id: PaneID) -> any Pane {
    switch id {
    case .list: list
    case .details: details
    case .connectivity: connectivity
    case .activity: activity
    case .clients: clients
    case .problems: problems
    case .changes: changes
    }
  }

  /// Applies a change in place to the pane with the given identifier.
  ///
  /// The pane is not boxed in an existential, which would copy it with each key press.
  ///
  /// - Returns: The request of an action that the pane has handled; `nil` if the pane does not handle
  ///   the action, and for all other changes.
  @discardableResult
  mutating func apply(_ change: PaneChange, to id: PaneID, _ scene: Scene) -> Request? {
    switch id {
    case .list: list.apply(change, scene)
    case .details: details.apply(change, scene)
    case .connectivity: connectivity.apply(change, scene)
    case .activity: activity.apply(change, scene)
    case .clients: clients.apply(change, scene)
    case .problems: problems.apply(change, scene)
    case .changes: changes.apply(change, scene)
    }
  }

  /// Updates all panes after a change of the shared content.
  mutating func refresh(
    after change: DashboardData.Change,
    anchor: Feature.Name?,
    _ content: DashboardData
  ) {
    for id in PaneID.allCases {
      switch id {
      case .list: list.refresh(after: change, anchor: anchor, content)
      case .details: details.refresh(after: change, anchor: anchor, content)
      case .connectivity: connectivity.refresh(after: change, anchor: anchor, content)
      case .activity: activity.refresh(after: change, anchor: anchor, content)
      case .clients: clients.refresh(after: change, anchor: anchor, content)
      case .problems: problems.refresh(after: change, anchor: anchor, content)
      case .changes: changes.refresh(after: change, anchor: anchor, content)
      }
    }
  }

  /// Whether characters are inserted into a text field of the pane with the given identifier.
  func isTyping(in id: PaneID) -> Bool {
    switch id {
    case .list: list.isTyping
    case .details: details.isTyping
    case .connectivity: connectivity.isTyping
    case .activity: activity.isTyping
    case .clients: clients.isTyping
    case .problems: problems.isTyping
    case .changes: changes.isTyping
    }
  }
}

/// A change of a pane; each case calls the method of ``Pane`` with the same name.
enum PaneChange {
  case perform(Action)
  case move(Action.Move)
  case press(Key)
  case insert(String)
  case settle
}

extension Pane {
  fileprivate mutating func apply(_ change: PaneChange, _ scene: Scene) -> Request? {
    switch change {
    case .perform(let action): return perform(action, scene)
    case .move(let move): self.move(move, scene)
    case .press(let key): press(key, scene)
    case .insert(let text): insert(text, scene)
    case .settle: settle(scene)
    }
    return nil
  }
}
