import FeatureFlags

extension DashboardState {
  /// Opens the dialog that bisects overrides.
  mutating func openBisect() {
    let features = content.list?.features ?? []
    guard let bisect = BisectDialog(features, marks: panes.list.marks) else {
      return inform("Nothing is overridden: there is nothing to bisect.")
    }
    dialog = bisect
  }

  /// Closes the dialog of a bisection whose overrides cannot be applied.
  mutating func endBisection(_ reason: String) {
    if dialog is BisectDialog { dialog = nil }
    show(Notice("The bisection was stopped: \(reason)", kind: .failure))
  }
}
