import FeatureFlags
import Text

extension DashboardState {
  /// Opens or focuses the details, or leaves them; on the heading of a folded section, unfolds it.
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

  /// Applies the order that the user selected.
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
