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

  /// Mutates a pane in place by its identifier.
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
