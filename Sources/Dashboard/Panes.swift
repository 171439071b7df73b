/// All panes with their states.
struct Panes: Sendable {
  var list = ListPane()
  var details = DetailsPane()
  var connectivity = ConnectivityPane()
  var activity = ActivityPane()
  var problems = ProblemsPane()

  /// The pane with an identity.
  subscript(id: PaneID) -> any Pane {
    switch id {
    case .list: list
    case .details: details
    case .connectivity: connectivity
    case .activity: activity
    case .problems: problems
    }
  }

  /// Changes the pane with an identity in place.
  mutating func update<Result>(_ id: PaneID, _ body: (inout any Pane) -> Result) -> Result {
    switch id {
    case .list: Self.update(&list, body)
    case .details: Self.update(&details, body)
    case .connectivity: Self.update(&connectivity, body)
    case .activity: Self.update(&activity, body)
    case .problems: Self.update(&problems, body)
    }
  }

  private static func update<P: Pane, Result>(
    _ pane: inout P,
    _ body: (inout any Pane) -> Result
  ) -> Result {
    var changed: any Pane = pane
    defer { if let changed = changed as? P { pane = changed } }
    return body(&changed)
  }
}
