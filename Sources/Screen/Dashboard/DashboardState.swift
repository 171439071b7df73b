public import FeatureFlags
public import Frame
import Workbench

/// The state of the dashboard: a reducer for events, from which every frame is drawn.
///
/// The state is a value without side effects: `update` applies an event and returns the requested
/// effects, and `frame` draws the screen. Use it on one thread, and pass times of the same clock to
/// both methods.
///
/// ```swift
/// import FoundationEssentials
/// import Frame
///
/// let clock = WallClock(start: Date()) { _ in
///   LocalTime(year: 2026, month: 11, day: 21, hour: 10, minute: 4, second: 12)
/// }
/// var state = DashboardState(
///   size: Size(columns: 80, rows: 24),
///   theme: .terminal,
///   context: DashboardContext(source: "features.json", workspace: "w", version: "1", wallClock: clock)
/// )
/// let effects = state.update(.key(.character("q")), now: .zero)
/// print(effects, state.frame(now: .zero).text)
/// ```
public struct DashboardState: Sendable {
  /// The size of the screen in cells.
  public internal(set) var size: Size
  /// The current theme of the screen.
  public internal(set) var theme: Theme
  /// Whether the theme depends on the background of the terminal, because the user has chosen no theme
  /// yet; `false` by default.
  public var followsBackground = false
  /// The keys of all actions; the default keys by default.
  public var keymap = Keymap.standard
  /// Whether the terminal has reported a light background.
  var hasLightBackground = false
  /// The themes that the theme picker and the palette offer.
  private(set) var themes: [Theme]
  /// The short name of the source in the title of the window.
  let sourceTitle: String
  /// The features and the state of their source, which all panes share.
  var content: DashboardData

  var panes = Panes()
  /// The pane that receives the keys.
  var focus = PaneID.list
  /// The pane that was last opened beside the list, or over it on a narrow screen.
  var side = PaneID.details
  /// The dialog over the panes, which receives all keys; `nil` if no dialog is open.
  var dialog: (any Dialog)?
  /// Whether changes are made for the current user only, if the user has a key.
  var changesOwnUser = false
  /// Whether the change of overrides by the current event has its own scope, which a dialog has chosen.
  var hasChosenUsers = false
  /// The conflicts with colleagues that the user has not opened yet.
  var conflicts: [OverrideConflict] = []
  /// The time at which the dialog of conflicts was opened or changed, on the clock of `update`.
  var conflictsShown = Duration.zero
  /// The texts of edits that could not be parsed.
  var drafts = EditDrafts()
  /// The notice on the screen; `nil` if there is none.
  var timedNotice: TimedNotice?
  /// The identifiers of the recently used items of the palette, the last used first.
  var recentItems: [String] = []
  /// The presets that were listed last, which the palette finds.
  var presets: [PresetEntry] = []
  /// Whether the dashboard receives the actions of the mouse; `nil` for a display without a mouse.
  public var usesMouse: Bool? = true
  /// The last press of the mouse button; `nil` before the first one.
  var lastPress: MousePress?
  /// The loaded features that the effect `sortFeatures` sorts; `nil` if no features wait to be sorted.
  package internal(set) var unsorted: LoadedSource?
  /// The tour of the dashboard; without steps by default.
  package var tour = Tour()
  /// The lines that plain mode prints; `nil` if the dashboard draws a screen.
  var transcript: PlainTranscript?
  /// The time of the last event, on the clock of ``update(_:now:)``.
  var time = Duration.zero

  /// A notice and the time at which it disappears.
  struct TimedNotice: Hashable, Sendable {
    let notice: Notice
    let end: Duration
  }

  /// Creates a dashboard whose features are not loaded yet.
  ///
  /// - Parameters:
  ///   - size: The size of the screen in cells.
  ///   - theme: The theme that the screen is drawn with at the start.
  ///   - context: The source, the workspace and other constants of the dashboard.
  ///   - themes: The themes that the theme picker offers; `theme` is added if it is missing. The event
  ///     `themes` replaces them.
  public init(size: Size, theme: Theme, context: DashboardContext, themes: [Theme] = []) {
    self.size = size
    self.theme = theme
    self.themes = [theme]
    content = DashboardData(context: context)
    sourceTitle = SourceName(context.source).short(to: 60).text
    offer(themes)
    panes.list.shownColumns = context.columns
    panes.list.order = context.order
    content.session.explainsOverride = context.isNewWorkspace
  }

  /// Adds themes to the theme picker and the palette, after the existing ones; an existing theme with
  /// the name of a new theme is removed.
  mutating func offer(_ themes: [Theme]) {
    let names = Set(themes.map(\.name))
    self.themes = self.themes.filter { !names.contains($0.name) } + themes
    refreshThemeMenu()
    followBackground()
  }

  /// Replaces the theme `terminal` by the light theme if the background is light, unless the user has
  /// chosen a theme, is choosing one, or the light theme has not been read yet.
  mutating func followBackground() {
    guard followsBackground, hasLightBackground, theme.name == Theme.terminal.name,
      !(dialog is Menu<ThemeMenu>), let light = themes.first(where: { $0.name == Theme.lightName })
    else { return }
    theme = light
  }

  /// Replaces the theme of the same name, also on the screen if it is the current one.
  mutating func replaceTheme(with theme: Theme) {
    themes = themes.map { $0.name == theme.name ? theme : $0 }
    if self.theme.name == theme.name { self.theme = theme }
    refreshThemeMenu()
  }

  private mutating func refreshThemeMenu() {
    guard var menu = dialog as? Menu<ThemeMenu> else { return }
    menu.update { $0.replaceThemes(with: themes) }
    dialog = menu
  }

  /// Shows the theme that the settings select, unless the user is choosing one.
  mutating func select(_ theme: Theme) {
    if themes.contains(where: { $0.name == theme.name }) {
      replaceTheme(with: theme)
    } else {
      offer(themes + [theme])
    }
    guard !(dialog is Menu<ThemeMenu>) else { return }
    followsBackground = false
    self.theme = theme
  }

  /// Applies settings that have changed while the dashboard is open.
  mutating func change(_ context: DashboardContext, _ keymap: Keymap) {
    if context.columns != content.context.columns { panes.list.shownColumns = context.columns }
    content.context = context
    self.keymap = keymap
  }

  /// The source, the workspace and the settings of the dashboard.
  public var context: DashboardContext { content.context }

  /// Whether a connectivity check that the user started is running.
  public var isChecking: Bool { content.isChecking }

  /// The name of the feature under the cursor of the list; `nil` if the list is empty.
  public var selectedName: Feature.Name? { selected?.name }

  /// The feature under the cursor of the list; `nil` if the list is empty.
  var selected: Feature? { panes.list.selected(in: content.list) }

  /// Collects all data that panes are drawn from, apart from their own states.
  func scene(now: Duration) -> Scene {
    Scene(
      content: content,
      theme: theme,
      keymap: keymap,
      layout: Layout(size),
      selected: selected,
      search: panes.list.search,
      focus: focus,
      panes: arrangement,
      hasDialog: dialog != nil,
      isPlain: isPlain,
      coveredRows: coveredRows(at: now),
      now: now
    )
  }

  /// The panes on the screen with their areas.
  var arrangement: PaneArrangement {
    PaneArrangement(
      Layout(size),
      focus: focus,
      side: side,
      hasChanges: content.changeLog.count > 0
    )
  }
}
