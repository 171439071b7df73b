import FeatureFlags
import Text

/// Provides the actions that apply now.
struct ActionProvider: PaletteProvider {
  let actions: [Action]
  let keymap: Keymap

  func items(for query: PaletteQuery) -> [PaletteItem] {
    actions.map { action in
      PaletteItem(
        id: "action \(action.title)",
        action.title,
        explanation: action.explanation(in: keymap),
        synonyms: action.synonyms,
        key: keymap.label(of: action) ?? "",
        request: .perform(action)
      )
    }
  }
}

/// Provides the sections of the feature list.
struct SectionProvider: PaletteProvider {
  let sections: [FeatureList.Section]

  func items(for query: PaletteQuery) -> [PaletteItem] {
    if query.isEmpty { return [] }
    return sections.map { section in
      PaletteItem(
        id: "section \(section.title)",
        section.title,
        explanation: "go to the section",
        request: .showSection(section.title)
      )
    }
  }
}

/// Provides the features whose texts contain the words of the search.
struct FeatureProvider: PaletteProvider {
  let list: FeatureList

  /// The maximum number of features, which keeps the palette fast and short.
  private static let limit = 50

  func items(for query: PaletteQuery) -> [PaletteItem] {
    if query.isEmpty { return [] }
    let matches = list.searchIndex.matches(of: query.words, among: nil)
    // Takes only matches in names: the search index also finds features by their other texts.
    let best = (UInt8(0)...2).lazy.flatMap { rank in
      matches.positions.indices.lazy.filter { matches.ranks[$0] == rank }
    }
    return best.prefix(Self.limit).map { index in
      let feature = list.features[matches.positions[index]]
      return PaletteItem(
        id: "feature \(feature.name)",
        feature.name.text,
        explanation: "go to the feature in \(feature.sectionTitle)",
        request: .showFeature(feature.name)
      )
    }
  }
}

/// Provides the presets of the workspace.
struct PresetProvider: PaletteProvider {
  let presets: [PresetEntry]

  func items(for query: PaletteQuery) -> [PaletteItem] {
    if query.isEmpty { return [] }
    return presets.map { preset in
      PaletteItem(
        id: "preset \(preset.name)",
        preset.name,
        explanation: "preview the preset, to apply it",
        request: .showPreset(preset.name)
      )
    }
  }
}

/// Provides the themes.
struct ThemeProvider: PaletteProvider {
  let themes: [Theme]

  func items(for query: PaletteQuery) -> [PaletteItem] {
    if query.isEmpty { return [] }
    return themes.map { theme in
      PaletteItem(
        id: "theme \(theme.name)",
        theme.name,
        explanation: "apply and save the theme",
        isSubordinate: true,
        request: .theme(theme, isChosen: true)
      )
    }
  }
}
