import FeatureFlags

extension DashboardState {
  /// Adds a change of the source to the changes pane.
  mutating func add(_ change: ComparedSource) {
    content.changeLog.add(change)
    updateChangedFilter()
  }

  /// Dismisses a change of the source; `nil` dismisses all.
  mutating func dismissChange(_ index: Int?) {
    if let index {
      content.changeLog.dismiss(index)
    } else {
      // The number of features, as in the title of the pane and in the header.
      let count = content.changeLog.count
      guard count > 0 else { return inform("There is no change to dismiss.") }
      content.changeLog.dismissAll()
      inform(count == 1 ? "The change is dismissed." : "All \(count) changes are dismissed.")
    }
    updateChangedFilter()
  }

  /// Applies a filter for changed features to the current set of changed features.
  private mutating func updateChangedFilter() {
    var filter = panes.list.filter
    guard filter.changed != nil, filter.changed != content.changedNames else { return }
    filter.changed = content.changedNames
    panes.list.openFilter(content.list)
    panes.list.setFilter(filter, content)
  }

  /// Goes to the entry of a load in the activity log, which has its response, time and size.
  mutating func showLoad(_ when: Moment) {
    guard panes.activity.log.show(loadAt: when) else {
      return inform("The activity log no longer has this load.")
    }
    go(to: .activity)
  }

  /// Moves the cursor of the list to the next or previous changed feature, across the ends of the
  /// list.
  mutating func goToChange(step: Int) {
    guard let list = content.list, !content.changedNames.isEmpty else {
      return inform("No feature has changed since the start, or all changes are dismissed.")
    }
    let positions = content.changedNames.compactMap(list.position(of:))
    let rows = positions.compactMap { position in
      panes.list.rows.row(of: position).map { (row: $0, position: position) }
    }
    .sorted { $0.row < $1.row }
    let cursor = panes.list.cursor
    let next = step > 0 ? rows.first { $0.row > cursor } : rows.last { $0.row < cursor }
    guard let found = next ?? (step > 0 ? rows.first : rows.last) else {
      let key = keymap.text(of: .find(.filter))
      return inform("The filter hides the changed features: \(key) changes the filter.")
    }
    showFeature(list.features[found.position].name)
  }
}
