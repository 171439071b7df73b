import FeatureFlags
import Frame

/// Everything on which a pane depends beside its own state.
struct Scene: Sendable {
  /// The content that all panes share.
  let content: Content
  /// The theme of the dashboard.
  let theme: Theme
  /// The areas of the screen.
  let layout: Layout
  /// The feature under the cursor of the list.
  let selected: Feature?
  /// The folded words of the search in the list, which every pane highlights.
  let searchWords: [[UInt8]]
  /// The pane with the focus.
  let focus: PaneID
  /// The pane beside the list.
  let side: PaneID
  /// Whether a dialog lies over the panes and receives the keys.
  let hasDialog: Bool
  /// The time on the dashboard's time line.
  let now: Duration

  /// Whether a pane receives the keys, and so has a highlighted border.
  func isFocused(_ pane: PaneID) -> Bool { focus == pane && !hasDialog }

  /// The border of a pane, highlighted while the pane receives the keys.
  func borderStyle(of pane: PaneID) -> Style {
    theme.style(isFocused(pane) ? .focusedBorder : .border)
  }

  /// A scroll position, clamped to the lines of a pane beside the list.
  ///
  /// - Parameters:
  ///   - top: The first line in the viewport.
  ///   - lines: Makes the lines; called only if the pane is scrolled.
  /// - Returns: A position at which the viewport is filled, or 0.
  func settled(_ top: Int, lines: () -> [Line]) -> Int {
    guard top > 0 else { return 0 }
    return min(top, max(lines().count - layout.detailsHeight, 0))
  }

  /// The number of rows by which a move scrolls or moves in a pane of this height.
  static func step(of move: Action.Move, height: Int) -> Int {
    switch move {
    case .up: -1
    case .down: 1
    case .halfPageUp: -max(height / 2, 1)
    case .halfPageDown: max(height / 2, 1)
    case .pageUp: -max(height - 1, 1)
    case .pageDown: max(height - 1, 1)
    case .first: -.max
    case .last: .max
    }
  }
}

extension Int {
  /// A sum that is clamped to the range of integers.
  func saturatingAdd(_ other: Int) -> Int {
    let (sum, isOverflow) = addingReportingOverflow(other)
    return isOverflow ? (other > 0 ? .max : .min) : sum
  }
}
