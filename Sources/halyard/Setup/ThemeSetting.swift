import Dashboard
import FeatureFlags

/// Saves the user's choice of a theme in the settings.
struct ThemeSetting: Sendable {
  private let file: SettingsFile
  /// The `--theme` value of each theme, by the theme's name.
  private let values: [String: String]

  /// Creates the setting that persists the selected theme; writes nothing yet.
  ///
  /// - Parameters:
  ///   - file: The settings file that stores the theme.
  ///   - library: The available themes.
  ///   - extra: A theme from a file outside the library, with the path of the file; `nil` if there
  ///     is none.
  init(_ file: SettingsFile, _ library: ThemeLibrary, extra: (theme: Theme, path: String)?) {
    self.file = file
    var values = Dictionary(library.choices.map { ($0.theme.name, $0.word) }) { first, _ in first }
    if let extra { values[extra.theme.name] = values[extra.theme.name] ?? extra.path }
    self.values = values
  }

  /// Saves the theme with the given name.
  ///
  /// - Throws: The reason why the settings cannot be written; the file is unchanged.
  func save(_ name: String) throws(WorkspaceError) {
    try file.save(theme: values[name] ?? name)
  }
}
