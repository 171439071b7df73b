import FeatureFlags
import Text

extension DashboardState {
  /// Opens and focuses the details pane, or returns from it to the list; on the heading of a folded
  /// section, unfolds the section.
  mutating func goToDetails() {
    guard focus == .list, panes.list.isOnFoldedSection else {
      return go(to: focus == .details ? .list : .details)
    }
    panes.list.toggleFold(content)
  }

  /// Moves the cursor to the next section, or to the start of the current or the previous one.
  mutating func goToSection(isNext: Bool) {
    guard panes.list.rows.hasSections else {
      return inform(ListPane.noSectionsText(keymap))
    }
    panes.list.goToSection(isNext: isNext)
  }

  /// Folds or unfolds sections, if the list shows sections.
  mutating func fold(_ body: (inout ListPane, DashboardData) -> Void) {
    if let obstacle = panes.list.foldingObstacle(keymap) { return inform(obstacle) }
    body(&panes.list, content)
  }

  /// Applies the sort order that the user selected.
  mutating func setOrder(_ order: FeatureOrder) {
    panes.list.setOrder(order, content)
  }

  // MARK: Favourites

  /// Adds the feature under the cursor to the favourites, or removes it from them.
  mutating func toggleFavourite() -> [Effect] {
    guard let name = selected?.name else {
      inform("There is no feature under the cursor.")
      return []
    }
    let isFavourite = content.favourites.remove(name) == nil
    if isFavourite { content.favourites.insert(name) }
    panes.list.favouritesHaveChanged(content)
    let text = name.text.shortened(to: 40)
    show(Notice("\(text) \(favouriteText(isFavourite)).", kind: .success))
    // A read-only dashboard does not save the favourites, because it writes nothing to the workspace.
    guard !context.isReadOnly else { return [] }
    return [.saveFavourites(content.favourites.sorted { $0.rawValue < $1.rawValue })]
  }

  /// The notice that a feature was added to the favourites or removed from them, and where the list
  /// shows the feature now.
  private func favouriteText(_ isFavourite: Bool) -> String {
    let end = context.isReadOnly ? " until you quit, because of --read-only" : ""
    guard isFavourite else { return "is no longer a favourite\(end)" }
    let place =
      panes.list.order == .section
      ? ", listed on top" : "; only the order by section lists favourites on top"
    return "is a favourite\(end)\(place)"
  }

  /// Replaces the favourites with the saved ones.
  mutating func setFavourites(_ names: Set<Feature.Name>) {
    content.favourites = names
    panes.list.favouritesHaveChanged(content)
  }
}

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

  /// Updates an active filter for changed features with the current set of changed features.
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

  /// Moves the cursor of the list to the next or previous changed feature, and wraps around at the ends
  /// of the list.
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
