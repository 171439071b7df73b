import FeatureFlags
import Frame

/// All data that a pane is drawn from, apart from its own state.
///
/// A class, so that the functions that draw one frame pass on a reference instead of a copy.
final class Scene: Sendable {
  /// The data that all panes share.
  let content: DashboardData
  let theme: Theme
  /// The keys of all actions, which messages name.
  let keymap: Keymap
  let layout: Layout
  /// The feature under the cursor of the list; `nil` if the list is empty.
  let selected: Feature?
  /// The case-folded words of the search in the list; every pane highlights their matches.
  let searchWords: [[UInt8]]
  /// The case-folded words that the list highlights as subsequences of names and variations.
  let fuzzyWords: [[UInt8]]
  let focus: PaneID
  let panes: PaneArrangement
  /// Whether an open dialog receives the keys instead of the panes.
  let hasDialog: Bool
  /// Whether the panes are read as lines of plain mode, so that drawings are replaced by phrases.
  let isPlain: Bool
  /// The number of rows at the bottom of the panes, inside their borders, that a notice covers.
  let coveredRows: Int
  /// The current time on the dashboard's clock.
  let now: Duration

  init(
    content: DashboardData,
    theme: Theme,
    keymap: Keymap,
    layout: Layout,
    selected: Feature?,
    search: Search?,
    focus: PaneID,
    panes: PaneArrangement,
    hasDialog: Bool,
    isPlain: Bool,
    coveredRows: Int,
    now: Duration
  ) {
    self.content = content
    self.theme = theme
    self.keymap = keymap
    self.layout = layout
    self.selected = selected
    searchWords = search?.words ?? []
    fuzzyWords = search?.fuzzyWords ?? []
    self.focus = focus
    self.panes = panes
    self.hasDialog = hasDialog
    self.isPlain = isPlain
    self.coveredRows = coveredRows
    self.now = now
  }

  /// The area of a pane, including its border; the area of all panes if the pane is not on the screen.
  func area(of pane: PaneID) -> Area { panes.area(of: pane) ?? layout.panes }

  /// Whether the given pane receives the keys, so that its border is highlighted.
  func isFocused(_ pane: PaneID) -> Bool { focus == pane && !hasDialog }

  /// The border style of the given pane; highlighted while the pane receives the keys.
  func borderStyle(of pane: PaneID) -> Style {
    theme.style(isFocused(pane) ? .focusedBorder : .border)
  }

  /// The border of a list with its scroll position, and with the position of the cursor if not all rows
  /// are visible.
  ///
  /// - Parameters:
  ///   - title: The title of the list.
  ///   - footnote: The text on the lower border.
  ///   - cursor: The cursor and the scroll position.
  ///   - visible: The number of rows in the viewport.
  ///   - total: The number of all rows.
  ///   - border: The style of the border.
  /// - Returns: The border with its texts and its scroll mark.
  func listBox(
    _ title: [Span],
    footnote: [Span] = [],
    cursor: ListCursor,
    visible: Int,
    total: Int,
    border: Style
  ) -> Canvas.Box {
    let position = Span("\(cursor.selected + 1)/\(total)", theme.style(.muted))
    return Canvas.Box(
      title: title,
      footnote: footnote,
      position: total > visible ? [position] : [],
      border: border,
      inside: theme.style(.text),
      scroll: ScrollMark(first: cursor.top, visible: max(visible, 1), total: total)
    )
  }

  /// Clamps the scroll position of a pane beside the list.
  ///
  /// - Parameters:
  ///   - top: The index of the first line in the viewport.
  ///   - lines: Returns all lines of the pane; called only if the pane is scrolled.
  /// - Returns: The largest index up to `top` that fills the viewport, or else 0.
  func settled(_ top: Int, lines: () -> [Line]) -> Int {
    guard top > 0 else { return 0 }
    return min(top, max(lines().count - layout.paneHeight, 0))
  }

  /// The number of rows that a move scrolls in a pane of the given height; negative for upwards.
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

extension ListCursor {
  /// Moves the cursor in a pane whose rows have two lines on average, so that a page has half as many
  /// rows as lines; call ``settle(count:lines:height:)`` afterwards.
  mutating func move(_ move: Action.Move, lines: Int) {
    let step = Scene.step(of: move, height: lines)
    self.move(by: abs(step) > 1 && abs(step) < .max ? step / 2 : step)
  }
}
