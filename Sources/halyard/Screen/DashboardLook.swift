import Connectivity
import Dashboard
import FeatureFlags

/// What the dashboard looks like, and what stays the same while it is open.
struct DashboardLook {
  let theme: Theme
  let themes: [Theme]
  let context: Context

  /// Finds the theme by its name, and collects what the dashboard shows of the setup.
  ///
  /// - Throws: `theme` for an unknown theme, `usage` for an address that cannot be parsed.
  init(_ arguments: Arguments, _ setup: Setup, _ library: ThemeLibrary) throws(Failure) {
    theme = try library.theme(arguments.value(.theme))
    themes = library.all
    context = Context(
      source: setup.source.name,
      workspace: setup.workspace.name,
      user: setup.store.user,
      isReadOnly: arguments.has(.readOnly),
      version: Main.version,
      probeAddresses: try ConnectivityConfiguration(arguments).addresses
    )
  }
}
