import FeatureFlags
import Text

extension DashboardState {
  /// The sources of the palette's items, in the order in which equally good matches are listed.
  private var paletteProviders: [any PaletteProvider] {
    let actions = Action.allCases.filter(isApplicable)
    var providers: [any PaletteProvider] = [
      ActionProvider(actions: actions, keymap: keymap)
    ]
    if let list = content.list {
      providers += [SectionProvider(sections: list.sections), FeatureProvider(list: list)]
    }
    return providers + [PresetProvider(presets: presets), ThemeProvider(themes: themes)]
  }

  /// Opens the command palette, and lists the presets, which another program may have changed.
  mutating func openPalette() -> [Effect] {
    dialog = PaletteDialog(paletteProviders, recent: recentItems)
    return content.list == nil ? [] : [.presets(.list)]
  }

  /// Shows the presets in the palette, if it is open.
  mutating func showPresetsInPalette() {
    guard var palette = dialog as? PaletteDialog else { return }
    palette.replaceProviders(paletteProviders)
    dialog = palette
  }

  /// Whether the palette offers an action, because performing it now has an effect.
  private func isApplicable(_ action: Action) -> Bool {
    let row = action.row
    return isOffered(action) && (row.target != .selection || hasTargets) && row.applies(self)
  }

  /// Whether the focus is on features, and an action would apply to at least one.
  var hasTargets: Bool { panes[focus].isAboutFeatures && !targets.isEmpty }

  /// Whether one of the target features has rules for which a variation can be forced.
  var hasRules: Bool {
    targets.contains { content.evaluator?.rules(of: $0).isEmpty == false }
  }

  var hasOverrides: Bool { content.list?.overriddenCount ?? 0 > 0 }
  var hasListedSections: Bool { panes[focus].isAboutFeatures && panes.list.rows.hasSections }
  var canFold: Bool { panes[focus].isAboutFeatures && panes.list.foldingObstacle(keymap) == nil }
}

// MARK: Outcomes

extension DashboardState {
  /// The maximum number of recently used items of the palette.
  private static let recentLimit = 8

  /// Remembers an item of the palette as the most recently used one.
  mutating func addRecent(_ item: PaletteItem) {
    recentItems.removeAll { $0 == item.id }
    recentItems.insert(item.id, at: 0)
    if recentItems.count > Self.recentLimit { recentItems.removeLast() }
  }

  /// Moves the cursor of the list to a section, without unfolding the section.
  mutating func showSection(_ title: String) {
    guard let list = content.list else { return }
    if !panes.list.rows.hasSections { panes.list.setOrder(.section, content) }
    guard panes.list.show(section: title, list) else {
      return inform("The list does not show the section \(title.shortened(to: 40)) now.")
    }
    go(to: .list)
  }
}
