import Dashboard
import FeatureFlags

/// Saves the user's choice of a theme in the settings.
struct ThemeSetting: Sendable {
  private let file: SettingsFile
  /// The `--theme` value of each theme, by the theme's name.
  private let words: [String: String]

  /// - Parameters:
  ///   - file: The settings.
  ///   - library: The themes that can be chosen.
  ///   - extra: A theme of a file outside the library, with the path of the file.
  init(_ file: SettingsFile, _ library: ThemeLibrary, extra: (theme: Theme, path: String)?) {
    self.file = file
    var words = Dictionary(library.choices.map { ($0.theme.name, $0.word) }) { first, _ in first }
    if let extra { words[extra.theme.name] = words[extra.theme.name] ?? extra.path }
    self.words = words
  }

  /// Saves the theme of this name.
  ///
  /// - Throws: The reason why the settings cannot be written; they are unchanged then.
  func save(_ name: String) throws(WorkspaceError) {
    try file.save(theme: words[name] ?? name)
  }
}
