import FeatureFlags
import Frame

/// A pane of the screen that can have the focus, with its own state and drawing.
///
/// The feature list is one pane; all others are shown beside the list, or over it on a narrow
/// screen. `DashboardState` owns the focus and the data that several panes share (`DashboardData`). A new
/// pane needs a type that conforms to `Pane`, a case of `PaneID`, a property of `Panes`, and an action
/// that focuses the pane; the compiler or a test reports a missing one.
protocol Pane: Sendable {
  /// Whether actions that change features are available while the pane has the focus.
  var isAboutFeatures: Bool { get }

  /// The actions that the footer shows, the most important first and `back` or `quit` last; the
  /// actions of an inner array share one label.
  func hints(_ scene: Scene) -> [[Action]]

  /// The footer label of an action that has a special meaning in this pane, or `nil`.
  func hint(for action: Action, _ scene: Scene) -> String?

  /// The actions of the group ``Action/Change`` that have a special meaning in this pane.
  var ownChanges: Set<Action.Change> { get }

  /// Performs an action that has a special meaning in this pane.
  ///
  /// - Returns: The request of the pane to the dashboard; `nil` if the dashboard must perform the
  ///   action.
  mutating func perform(_ action: Action, _ scene: Scene) -> Request?

  /// Moves the cursor; scrolls a pane without a cursor.
  mutating func move(_ move: Action.Move, _ scene: Scene)

  /// Whether characters are inserted into a text field of the pane.
  var isTyping: Bool { get }

  /// Applies a key press to the text field; called only while ``isTyping`` is true.
  mutating func press(_ key: Key, _ scene: Scene)

  /// Inserts typed or pasted text into the text field; called only while ``isTyping`` is true.
  mutating func insert(_ text: String, _ scene: Scene)

  /// Updates the pane after a change of the shared content.
  ///
  /// - Parameters:
  ///   - change: The kind of change.
  ///   - anchor: The feature that was under the cursor of the list before the change.
  ///   - content: The content after the change.
  mutating func refresh(
    after change: DashboardData.Change,
    anchor: Feature.Name?,
    _ content: DashboardData
  )

  /// Clamps the cursor and the scroll position to the shown content; called after every event.
  mutating func settle(_ scene: Scene)

  /// The next time at which the visible pane changes without an event; `nil` if there is none.
  func nextTick(_ scene: Scene) -> Duration?

  /// Draws the pane, including its border.
  func draw(on canvas: inout Canvas, in area: Area, _ scene: Scene)

  /// The texts of plain mode for symbols that have a special meaning in this pane.
  var plainSymbols: [Character: String] { get }

  /// The sentences of plain mode between the title and the rows, which replace drawings.
  func plainHeading(_ scene: Scene) -> [String]

  /// Draws the text field over the footer; called only while ``isTyping`` is true.
  func drawInput(on canvas: inout Canvas, in area: Area, _ scene: Scene)
}

extension Pane {
  var isAboutFeatures: Bool { false }
  func hint(for action: Action, _ scene: Scene) -> String? { nil }
  var ownChanges: Set<Action.Change> { [] }
  mutating func perform(_ action: Action, _ scene: Scene) -> Request? { nil }
  var isTyping: Bool { false }
  var plainSymbols: [Character: String] { [:] }
  func plainHeading(_ scene: Scene) -> [String] { [] }
  mutating func press(_ key: Key, _ scene: Scene) {}
  mutating func insert(_ text: String, _ scene: Scene) {}
  mutating func refresh(
    after change: DashboardData.Change,
    anchor: Feature.Name?,
    _ content: DashboardData
  ) {}
  func nextTick(_ scene: Scene) -> Duration? { nil }
  func drawInput(on canvas: inout Canvas, in area: Area, _ scene: Scene) {}
}

/// Identifies a pane, for the focus and the layout.
enum PaneID: Hashable, Sendable, CaseIterable {
  case list
  case details
  case connectivity
  case activity
  case clients
  case problems
  case changes
}
