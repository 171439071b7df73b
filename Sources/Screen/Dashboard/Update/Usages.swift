import FeatureFlags

extension DashboardState {
  /// Opens the list of the usages of the feature under the cursor, and searches them.
  mutating func openUsages() -> [Effect] {
    guard let feature = selected else { return [] }
    guard !context.code.isEmpty else {
      inform("The setting \"code\" in config.json has the folders with your source code.")
      return []
    }
    dialog = Menu(UsagesMenu(feature: feature.name))
    return [.usages(.find(feature.name, folders: context.code))]
  }

  /// Shows the state of a search in the menu of the feature; ignores it if the menu was closed.
  mutating func showUsages(of feature: Feature.Name, _ progress: UsageProgress) {
    guard var menu = dialog as? Menu<UsagesMenu>, menu.content.feature == feature else { return }
    menu.update { $0.progress = progress }
    dialog = menu
    if case .searching = progress { return }
    sayDialog()
  }
}
