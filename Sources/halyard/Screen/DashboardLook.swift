import Dashboard
import FeatureFlags

/// What the dashboard looks like, and what stays the same while it is open.
struct DashboardLook {
  let theme: Theme
  let themes: [Theme]
  let context: Context
  /// Where a theme that the user chooses is saved.
  let setting: ThemeSetting
  /// Why the saved theme is not used; `nil` if it is, or none was saved.
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
