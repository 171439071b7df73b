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
    action != .program(.palette) && action != .find(.back) && !inapplicable.contains(action)
  }

  /// The actions that cannot be performed now.
  private var inapplicable: Set<Action> {
    var hidden: Set<Action> = []
    let targets = panes.list.targets(in: content.list)
    hidden.formUnion(Action.allCases.lazy.filter { !isOffered($0) })
    if targets.isEmpty || !panes[focus].isAboutFeatures {
      hidden.formUnion(Action.Change.allCases.filter(\.isAboutSelection).map(Action.change))
      hidden.insert(.find(.favourite))
    }
    if !panes[focus].isAboutFeatures || !panes.list.rows.hasSections {
      hidden.formUnion([.find(.previousSection), .find(.nextSection)])
    }
    if !panes[focus].isAboutFeatures || panes.list.foldingObstacle(keymap) != nil {
      hidden.formUnion([.find(.fold), .find(.foldAll)])
    }
    if !targets.contains(where: \.isOverridden) { hidden.insert(.change(.reset)) }
    if targets.allSatisfy(\.declaredVariables.isEmpty) { hidden.insert(.change(.edit)) }
    if targets.allSatisfy({ content.evaluator?.rules(of: $0).isEmpty ?? true }) {
      hidden.insert(.change(.forceRule))
    }
    if panes.list.marks.isEmpty { hidden.insert(.change(.clearMarks)) }
    if content.list?.overriddenCount ?? 0 == 0 {
      hidden.formUnion([.change(.resetAll), .change(.bisect)])
    }
    if content.changedNames.isEmpty {
      hidden.formUnion([.find(.nextChange), .find(.previousChange)])
    }
    if content.poll == nil {
      hidden.formUnion([
        .live(.pausePolling), .live(.pollLessOften), .live(.pollMoreOften), .change(.clearCache),
      ])
    }
    if content.serving == nil { hidden.formUnion([.find(.clients), .find(.askedColumn)]) }
    if content.userFields == nil { hidden.insert(.live(.user)) }
    if panes.list.search == nil {
      hidden.formUnion([.find(.nextMatch), .find(.previousMatch)])
    }
    return hidden
  }
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

  /// Moves the cursor of the list to a section, and unfolds nothing.
  mutating func showSection(_ title: String) {
    guard let list = content.list else { return }
    if !panes.list.rows.hasSections { panes.list.setOrder(.section, content) }
    guard panes.list.show(section: title, list) else {
      return inform("The list does not show the section \(title.shortened(to: 40)) now.")
    }
    go(to: .list)
  }
}
