import FeatureFlags
public import Frame

/// The state of the dashboard, from which every frame is drawn.
///
/// The state is a value without side effects: `update` applies an event and returns the requested
/// effects, `frame` draws the screen. Keep it on one thread, and pass the same clock to both.
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
  /// The size of the screen.
  public internal(set) var size: Size
  /// The theme.
  public internal(set) var theme: Theme
  /// The themes that the user can choose.
  let themes: [Theme]
  /// The features and what is known about their source.
  var content: Content

  /// The panes with their own states.
  var panes = Panes()
  /// The pane with the focus.
  var focus = PaneID.list
  /// The pane beside the list, or the pane that last lay over the list.
  var side = PaneID.details
  /// The dialog over the panes, which receives the keys.
  var dialog: (any Dialog)?
  /// The notice on the screen.
  var toast: Toast?
  /// The time of the last event.
  var time = Duration.zero

  /// A notice with the time when it disappears.
  struct Toast: Hashable, Sendable {
    let notice: Notice
    let end: Duration
  }

  /// Makes a dashboard that waits for its features.
  ///
  /// - Parameters:
  ///   - size: The size of the screen.
  ///   - theme: The theme.
  ///   - context: The facts that stay the same while the dashboard is open.
  ///   - themes: The themes that the user can choose; `theme` is added if it is missing.
  public init(size: Size, theme: Theme, context: Context, themes: [Theme] = []) {
    self.size = size
    self.theme = theme
    self.themes = themes.contains { $0.name == theme.name } ? themes : [theme] + themes
    content = Content(context: context)
  }

  /// The facts that stay the same while the dashboard is open.
  public var context: Context { content.context }

  /// Whether a connectivity check that the user started is running.
  public var isChecking: Bool { content.isChecking }

  /// The feature under the cursor of the list.
  var selected: Feature? { panes.list.selected(in: content.list) }

  /// Everything on which the panes depend beside their own states.
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

  /// The pane beside the list, or the only pane of a narrow screen.
  var visiblePane: PaneID { Layout(size).isWide ? side : focus }
}
