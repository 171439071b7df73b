import Dashboard
import FeatureFlags
import Frame
import Glibc
import Team

/// The theme of the dashboard, and the data that are constant while the dashboard is open.
struct ScreenSetup {
  private let theme: Theme
  let context: DashboardContext
  /// The editor command of the user with its arguments.
  let editor: [String]
  /// Whether frames are drawn with ASCII characters only.
  let isASCII: Bool
  /// The keys of all actions.
  private let keymap: Keymap
  /// The setting that saves the theme that the user selects.
  let setting: ThemeSetting
  /// The settings of the user, and their file.
  let settings: Settings
  let settingsFile: SettingsFile
  /// The reason why the saved theme is ignored; `nil` if the theme is used, or if no theme was
  /// saved.
  let warning: String?
  /// The personas of the built-in example if it is the source: they apply if the settings have none.
  let examplePersonas: [Persona]
  /// The tour of the built-in example; without steps for another source, with `--read-only`, and with
  /// a team, whose overrides it would change.
  private let tour: Tour
  /// Whether the background of the terminal selects the theme, because neither `--theme` nor the
  /// settings do.
  let followsBackground: Bool

  /// Finds the theme of `--theme`, or the saved one, and applies the other settings.
  ///
  /// - Throws: `theme` for an unknown `--theme`.
  init(
    theme named: String?,
    _ settings: Settings,
    _ setup: Setup,
    _ program: Program,
    probeURLs: [String],
    wallClock: WallClock,
    isASCII: Bool = false,
    tour: Tour.Stage = .hidden
  ) throws(Failure) {
    self.isASCII = isASCII
    self.settings = settings
    settingsFile = program.settingsFile
    let (library, environment) = (program.themes, program.environment)
    let file = settingsFile
    let theme: Theme
    if let named {
      theme = try library.theme(named)
      warning = nil
    } else {
      let saved = library.savedTheme(settings)
      theme = saved.theme
      warning = saved.problem?.description(in: file.path)
    }
    self.theme = theme
    followsBackground = named == nil && settings.theme == nil
    let word = named ?? (warning == nil ? settings.theme : nil)
    let path = word.flatMap { ThemeLibrary.isPath($0) ? environment.absolute($0) : nil }
    setting = ThemeSetting(file, library, first: theme, path: path, isFixed: named != nil)
    let isExample = setup.origin == .bundled
    examplePersonas = isExample ? Example.personas : []
    let hasTour = isExample && !setup.isReadOnly && setup.team == nil
    self.tour = hasTour ? Tour(Example.tour, at: tour) : Tour()
    var context = Self.context(settings, setup, program, probeURLs: probeURLs, wallClock: wallClock)
    context.personas = settings.personas(or: examplePersonas)
    self.context = context
    keymap = settings.keymap
    editor = environment.editor(settings)
  }

  private static func context(
    _ settings: Settings,
    _ setup: Setup,
    _ program: Program,
    probeURLs: [String],
    wallClock: WallClock
  ) -> DashboardContext {
    var context = DashboardContext(
      source: setup.source.name,
      workspace: setup.workspace.name,
      user: setup.store.user,
      isReadOnly: setup.isReadOnly,
      version: program.version,
      wallClock: wallClock,
      probeURLs: probeURLs
    )
    context.sourcePath = (setup.source as? FileSource)?.path
    context.fallback = setup.fallback?.name
    context.commandOptions = setup.commandOptions
    context.isMotionReduced = program.environment.hasReducedMotion
    context.columns = settings.columns
    context.order = settings.order
    context.confirmations = settings.confirmations
    context.code = settings.code
    context.codePatterns = settings.codePatterns
    context.isNewWorkspace = setup.team == nil && access(setup.workspace.historyPath, F_OK) != 0
    context.hasHistory = true
    context.origin = setup.store.origin
    context.teamNamespace = setup.team?.address.namespace
    return context
  }

  /// Creates the state of a dashboard whose features are not loaded yet.
  func state(on display: any Display) -> DashboardState {
    var state = state(size: display.size)
    state.usesMouse = display.usesMouse
    if display is PlainDisplay { state.startPlainMode() }
    state.sayTour()
    return state
  }

  /// Creates the state of a dashboard whose features are not loaded yet, and which offers no other
  /// theme yet.
  func state(size: Size) -> DashboardState {
    var state = DashboardState(size: size, theme: theme, context: context)
    state.keymap = keymap
    state.keymap.spellsArrows = isASCII
    state.followsBackground = followsBackground
    state.tour = tour
    return state
  }
}
