import FeatureFlags
import Frame

/// A part of the screen that can have the focus: its state, its keys, and how it is drawn.
///
/// The list is one pane; every other pane is shown beside the list, or over it on a narrow screen.
/// `DashboardState` owns what several panes show (`Content`) and the focus. A new pane is a type
/// that conforms to `Pane`, a case of `PaneID`, and a property of `Panes`; the compiler reports
/// every place that is missing.
protocol Pane: Sendable {
  /// Whether changes of features apply while the pane has the focus.
  var isAboutFeatures: Bool { get }

  /// The actions of the footer, the most important first and the way out last; the keys of one
  /// group share a word.
  func hints(_ scene: Scene) -> [[Action]]

  /// The footer's word for an action that means something special in this pane.
  func hint(for action: Action, _ scene: Scene) -> String?

  /// Performs an action that means something special in this pane.
  ///
  /// - Returns: `nil` for an action that the dashboard performs.
  mutating func perform(_ action: Action, _ scene: Scene) -> PaneOutcome?

  /// Moves the cursor, or scrolls.
  mutating func move(_ move: Action.Move, _ scene: Scene)

  /// Whether characters go into a line of text.
  var isTyping: Bool { get }

  /// Applies a key while `isTyping`.
  mutating func press(_ key: Key, _ scene: Scene)

  /// Inserts typed or pasted text while `isTyping`.
  mutating func insert(_ text: String, _ scene: Scene)

  /// Updates the pane after a change of the content.
  ///
  /// - Parameters:
  ///   - change: What changed.
  ///   - anchor: The feature that was under the cursor of the list.
  ///   - content: The new content.
  mutating func refresh(after change: ContentChange, anchor: Feature.Name?, _ content: Content)

  /// Brings cursor and scrolling back into the range of what is shown; runs after every event.
  mutating func settle(_ scene: Scene)

  /// When the pane next changes by itself, while it is visible.
  func nextTick(_ scene: Scene) -> Duration?

  /// Draws the pane.
  func draw(on canvas: inout Canvas, in area: Area, _ scene: Scene)

  /// Draws the line of text that is being typed over the footer, while `isTyping`.
  func drawInput(on canvas: inout Canvas, in area: Area, _ scene: Scene)
}

extension Pane {
  var isAboutFeatures: Bool { false }
  func hint(for action: Action, _ scene: Scene) -> String? { nil }
  mutating func perform(_ action: Action, _ scene: Scene) -> PaneOutcome? { nil }
  var isTyping: Bool { false }
  mutating func press(_ key: Key, _ scene: Scene) {}
  mutating func insert(_ text: String, _ scene: Scene) {}
  mutating func refresh(after change: ContentChange, anchor: Feature.Name?, _ content: Content) {}
  func nextTick(_ scene: Scene) -> Duration? { nil }
  func drawInput(on canvas: inout Canvas, in area: Area, _ scene: Scene) {}
}

/// The result of an action that a pane performed itself.
enum PaneOutcome: Sendable {
  /// Only the pane changed.
  case done
  /// The list shows this feature and gets the focus.
  case showFeature(Feature.Name)
  /// A notice is shown.
  case notice(Notice)
  /// A connectivity check is started.
  case checkConnectivity
}

/// The identity of a pane, by which it is focused.
enum PaneID: Hashable, Sendable, CaseIterable {
  case list
  case details
  case connectivity
  case activity
  case problems
}
