import FeatureFlags
public import Frame

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
///   context: Context(source: "features.json", workspace: "w", version: "1", wallClock: clock)
/// )
/// let effects = state.update(.key(.character("q")), now: .zero)
/// print(effects, state.frame(now: .zero).text)
/// ```
public struct DashboardState: Sendable {
  /// The size of the screen in cells.
  public internal(set) var size: Size
  /// The current theme of the screen.
  public internal(set) var theme: Theme
  /// The themes that the theme picker offers.
  let themes: [Theme]
  /// The features and the state of their source, which all panes share.
  var content: Content

  var panes = Panes()
  /// The pane that receives the keys.
  var focus = PaneID.list
  /// The pane beside the list; on a narrow screen, the pane that last covered the list.
  var side = PaneID.details
  /// The dialog over the panes, which receives all keys; `nil` if no dialog is open.
  var dialog: (any Dialog)?
  /// The notice on the screen; `nil` if there is none.
  var toast: Toast?
  /// The time of the last event, on the clock of ``update(_:now:)``.
  var time = Duration.zero

  /// A notice and the time at which it disappears.
  struct Toast: Hashable, Sendable {
    let notice: Notice
    let end: Duration
  }

  /// Creates a dashboard whose features are not loaded yet.
  ///
  /// - Parameters:
  ///   - size: The size of the screen in cells.
  ///   - theme: The theme that the screen is drawn with at the start.
  ///   - context: The source, the workspace and other constants of the dashboard.
  ///   - themes: The themes that the theme picker offers; `theme` is added if it is missing.
  public init(size: Size, theme: Theme, context: Context, themes: [Theme] = []) {
    self.size = size
    self.theme = theme
    self.themes = themes.contains { $0.name == theme.name } ? themes : [theme] + themes
    content = Content(context: context)
  }

  /// The source, the workspace and other constants of the dashboard.
  public var context: Context { content.context }

  /// Whether a connectivity check that the user started is running.
  public var isChecking: Bool { content.isChecking }

  /// The feature under the cursor of the list; `nil` if the list is empty.
  var selected: Feature? { panes.list.selected(in: content.list) }

  /// Collects all data that panes are drawn from, apart from their own states.
  func scene(now: Duration) -> Scene {
    Scene(
      content: content,
      theme: theme,
      layout: Layout(size),
      selected: selected,
      searchWords: panes.list.search?.words ?? [],
      focus: focus,
      side: side,
      hasDialog: dialog != nil,
      now: now
    )
  }

  /// The pane beside the list; on a narrow screen, the only visible pane.
  var visiblePane: PaneID { Layout(size).isWide ? side : focus }
}
