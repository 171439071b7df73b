import FeatureFlags

@testable import Dashboard

/// The state of the dashboard after a task.
struct ScriptMoment: Hashable, Sendable {
  let task: String
  let content: ScriptContent
}

/// The parts of the dashboard's state that a tester changes, without times.
struct ScriptContent: Hashable, Sendable {
  let selected: String?
  let marks: [String]
  /// The state and the override of each feature.
  let states: [String]
  let favourites: [String]
  let order: String
  let folded: Int
  let filter: String
  let pane: String
  let hasDialog: Bool
  let theme: String
  let user: String
  let copies: [String]
  let rows: Int

  init(_ state: DashboardState, copies: [String]) {
    selected = state.selected?.name.rawValue
    marks = state.panes.list.marks.map(\.rawValue).sorted()
    states = (state.content.list?.features ?? []).map { feature in
      let override = feature.override.map { " override \($0.plainFields)" } ?? ""
      return "\(feature.name): \(feature.stateText)\(override)"
    }
    favourites = state.content.favourites.map(\.rawValue).sorted()
    order = "\(state.panes.list.order)"
    folded = state.panes.list.rows.all.count { if case .folded = $0 { true } else { false } }
    rows = state.panes.list.rows.featureCount
    filter = "\(state.panes.list.filter)"
    pane = "\(state.focus)"
    hasDialog = state.dialog != nil
    theme = state.theme.name
    user = state.content.userFields.map { "\($0.key) \($0.attributes)" } ?? ""
    self.copies = copies
  }
}

extension Override {
  /// The overridden state and the kind of the lifetime.
  fileprivate var plainFields: String {
    let lifetime =
      switch lifetime {
      case .kept: "kept"
      case .session: "session"
      case .until, .lasting: "until"
      }
    let values = variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return "\(enabled.map(String.init) ?? "-") \(variation?.rawValue ?? "-") \(values) \(lifetime)"
  }
}
