import Dashboard
import FeatureFlags

/// The theme of the dashboard, and the data that are constant while the dashboard is open.
struct DashboardLook {
  let theme: Theme
  let themes: [Theme]
  let context: Context
  /// The setting that saves the theme that the user selects.
  let setting: ThemeSetting
  /// The reason why the saved theme is ignored; `nil` if the theme is used, or if no theme was
  /// saved.
  let warning: String?

  /// Finds the theme of `--theme`, or the saved one.
  ///
  /// - Throws: `theme` for an unknown `--theme`.
  init(
    theme named: String?,
    _ setup: Setup,
    _ program: Program,
    probeURLs: [String],
    wallClock: WallClock
  ) throws(Failure) {
    let (library, environment) = (program.themes, program.environment)
    let settings = SettingsFile(environment, onWrite: program.recordWrite)
    let theme: Theme
    if let named {
      theme = try library.theme(named)
      warning = nil
    } else {
      (theme, warning) = library.savedTheme(in: settings)
    }
    self.theme = theme
    themes = library.choices.map(\.theme)
    let path = named.flatMap { ThemeLibrary.isPath($0) ? environment.absolute($0) : nil }
    setting = ThemeSetting(settings, library, extra: path.map { (theme, $0) })
    context = Context(
      source: setup.source.name,
      workspace: setup.workspace.name,
      user: setup.store.user,
      isReadOnly: setup.isReadOnly,
      version: program.version,
      wallClock: wallClock,
      probeURLs: probeURLs
    )
  }
}
