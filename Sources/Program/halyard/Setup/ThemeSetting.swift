import Dashboard
import FeatureFlags

/// The themes of the dashboard: the theme at the start, the themes to choose from, and the saved choice.
struct ThemeSetting: Sendable {
  private let file: SettingsFile
  private let library: ThemeLibrary
  /// The theme with which the dashboard is opened.
  let first: Theme
  /// The path of the first theme, if it is a file outside the library.
  private let path: String?
  /// Whether `--theme` has chosen the theme, which then has precedence over the settings.
  private let isFixed: Bool

  /// Creates the setting that persists the selected theme; reads and writes nothing yet.
  ///
  /// - Parameters:
  ///   - file: The settings file that stores the theme.
  ///   - library: The available themes.
  ///   - first: The theme with which the dashboard is opened.
  ///   - path: The path of the first theme, if it is a file outside the library.
  ///   - isFixed: Whether `--theme` has chosen the theme.
  init(
    _ file: SettingsFile,
    _ library: ThemeLibrary,
    first: Theme,
    path: String?,
    isFixed: Bool = false
  ) {
    self.file = file
    self.library = library
    self.first = first
    self.path = path
    self.isFixed = isFixed
  }

  /// The path of the file of the first theme; `nil` for the built-in theme.
  var firstPath: String? { path ?? library.path(ofTheme: first.name) }

  /// The path of the file of a theme; `nil` for the built-in theme.
  func path(ofTheme name: String) -> String? {
    library.path(ofTheme: name) ?? (first.name == name ? path : nil)
  }

  /// Reads all themes for the theme picker, which are not needed for the first frame.
  func themes() -> [Theme] { library.choices }

  /// The theme that changed settings select; `nil` if `--theme` has chosen the theme, or if the theme
  /// of the settings cannot be read.
  func selected(by settings: Settings) -> Theme? {
    let saved = library.savedTheme(settings)
    return isFixed || saved.problem != nil ? nil : saved.theme
  }

  /// Saves the theme with the given name.
  ///
  /// - Throws: The reason why the settings cannot be written; the file is unchanged.
  func save(_ name: String) throws(WorkspaceError) {
    let isOutside = first.name == name && library.path(ofTheme: name) == nil
    try file.save(theme: isOutside ? path ?? name : name)
  }
}
