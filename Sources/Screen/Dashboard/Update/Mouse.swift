import FeatureFlags
import Frame

// The mouse: a click selects or presses a button, a double click acts, the wheel scrolls, the footer's
// hints and the scroll thumb of the list can be clicked and dragged, the name of the program opens the
// palette, and the other parts of the header open their panes.

extension DashboardState {
  /// Leaves the mouse to the terminal, whose own selection then works, or takes it again.
  mutating func toggleMouse() -> [Effect] {
    guard let usesMouse else {
      inform("This display has no mouse that could be released.")
      return []
    }
    self.usesMouse = !usesMouse
    let key = keymap.text(of: .program(.mouse))
    inform(
      usesMouse
        ? "The mouse selects text of the terminal now: \(key) takes it back."
        : "The mouse works in the dashboard: Shift, or \(key), selects text of the terminal."
    )
    return [.terminal(.useMouse(!usesMouse))]
  }

  /// Applies an action of the mouse.
  mutating func use(_ mouse: MouseInput) -> [Effect] {
    guard !Layout(size).isTooSmall, Area(size).contains(mouse.position) else { return [] }
    switch mouse.action {
    case .press: return click(mouse.position)
    case .drag:
      if lastPress?.isOnThumb == true { dragThumb(to: mouse.position.row) }
    case .release: break
    case .scrollUp: scroll(.up, at: mouse.position)
    case .scrollDown: scroll(.down, at: mouse.position)
    }
    return []
  }

  // MARK: Clicks

  private mutating func click(_ position: Position) -> [Effect] {
    let isDouble =
      lastPress.map { $0.position == position && time - $0.time <= MousePress.doubleClick } ?? false
    let isOnThumb = dialog == nil && isOnThumb(position)
    // A third press begins a new click.
    lastPress =
      isDouble ? nil : MousePress(position: position, time: time, isOnThumb: isOnThumb)
    let layout = Layout(size)
    if position.row == layout.footer.row { return clickFooter(position, isDouble: isDouble) }
    if dialog != nil { return clickDialog(position, isDouble: isDouble) }
    if position.row == layout.header.row { return clickHeader(position.column) }
    if isOnThumb {
      dragThumb(to: position.row)
      return []
    }
    guard let place = arrangement.place(at: position) else { return [] }
    go(to: place.pane)
    if place.pane == .list { return clickList(position.row, in: place.area, isDouble: isDouble) }
    let isOnRow = moveCursor(to: position.row) {
      $0.frame(now: $0.time)
    } rows: {
      PlainText.cursorRow($0, in: place.area)
    }
    return isDouble && isOnRow ? perform(.find(.details)) : []
  }

  /// Selects the clicked feature; a double click changes it, or folds or unfolds a section.
  ///
  /// A click on any other part of the list does nothing.
  private mutating func clickList(_ row: Int, in area: Area, isDouble: Bool) -> [Effect] {
    switch panes.list.line(at: row, in: area, content) {
    case .gap, nil: return []
    case .heading(let section):
      guard isDouble, panes.list.foldingObstacle(keymap) == nil, let list = content.list else {
        return []
      }
      panes.list.goTo(section: section, list)
      return perform(.find(.fold))
    case .row(let index), .description(let index):
      panes.list.cursor = index
      guard isDouble else { return [] }
      return perform(panes.list.isOnFoldedSection ? .find(.fold) : .change(.act))
    }
  }

  private mutating func clickHeader(_ column: Int) -> [Effect] {
    guard column >= Header.indent else { return perform(.program(.palette)) }
    switch header(columns: size.columns, now: time).target(at: column, in: Layout(size).header) {
    case .pane(let pane): go(to: pane)
    case .members: openTeam()
    case .overriddenFeatures:
      go(to: .list)
      panes.list.showOverridden(content)
    case nil: break
    }
    return []
  }

  private mutating func clickDialog(_ position: Position, isDouble: Bool) -> [Effect] {
    guard let dialog else { return [] }
    if let button = dialog.key(at: position, screen: size) { return pressInDialog(button) }
    let keyOfClick = dialog.keyOfClick
    guard let key = keyOfClick ?? dialog.keyOfNumber ?? (isDouble ? .enter : nil),
      isInDialog(position), dialog.hasChoice(at: position, screen: size)
    else { return [] }
    let isOnRow = moveCursor(to: position.row) {
      $0.dialogFrame
    } rows: {
      PlainText.cursorRow($0, in: Area($0.size))
    }
    // Ignores the second click of a double click on a line that a single click toggles, so that the line
    // is toggled only once.
    return isOnRow && isDouble == (keyOfClick == nil) ? press(key) : []
  }

  /// Presses the clicked key; only a double click ends the dashboard, because a single click can be
  /// accidental.
  private mutating func clickFooter(_ position: Position, isDouble: Bool) -> [Effect] {
    let placed = placedHints(in: Layout(size).footer, scene(now: time))
    guard !isTyping || dialog != nil,
      let (hint, column) = placed.last(where: { $0.column <= position.column }),
      position.column < column + hint.width
    else { return [] }
    let keys = hint.keys.split(separator: " ").map(String.init)
    var start = column
    // If a hint has several keys, a click on one of them presses that key; a click on the label presses
    // the first key.
    let clicked = keys.first { key in
      let end = start + DisplayText(key).width + 1
      defer { start = end }
      return position.column < end
    }
    guard let key = Key(label: clicked ?? keys[0]) ?? Key(label: keys[0]) else { return [] }
    if dialog == nil, keymap.action(for: key) == .program(.quit), !isDouble {
      inform("A double click, or \(key.label), ends the dashboard.")
      return []
    }
    return press(key)
  }

  /// Moves the cursor to a row of the screen, or to the nearest line above it.
  ///
  /// - Parameters:
  ///   - row: The row of the screen.
  ///   - frame: Draws the pane or dialog that has the cursor.
  ///   - cursorRow: Finds the row of the cursor in the frame; `nil` if the pane or dialog has no cursor.
  /// - Returns: Whether the pane or dialog has a cursor.
  private mutating func moveCursor(
    to row: Int,
    _ frame: (DashboardState) -> Frame,
    rows cursorRow: (Frame) -> Int?
  ) -> Bool {
    guard var current = cursorRow(frame(self)) else { return false }
    // A line has at most three rows: its gap, itself and its description.
    for _ in 0..<size.rows {
      guard current != row else { return true }
      let step = max(abs(row - current) / 3, 1)
      let before = self
      for _ in 0..<step { _ = press(current < row ? .down : .up) }
      settle()
      guard let next = cursorRow(frame(self)), next != current else { return true }
      if step == 1, next > row, current < row {
        // The row belongs to the line above: its description, or a gap.
        self = before
        return true
      }
      if step == 1, next < row, current > row { return true }
      current = next
    }
    return true
  }

  /// Whether a position is between the borders of the open dialog.
  private func isInDialog(_ position: Position) -> Bool {
    let frame = dialogFrame
    let drawn = (0..<size.columns).filter { frame[column: $0, row: position.row].text != " " }
    guard let first = drawn.first, let last = drawn.last else { return false }
    return (first...last).contains(position.column)
  }

  /// The frame of the open dialog alone.
  private var dialogFrame: Frame {
    var canvas = Canvas(size: size, style: theme.style(.text))
    dialog?.draw(on: &canvas, theme: theme)
    return canvas.frame
  }

  // MARK: Scrolling

  /// The number of lines by which one step of the wheel scrolls.
  private static let wheelStep = 3

  private mutating func scroll(_ move: Action.Move, at position: Position) {
    for _ in 0..<Self.wheelStep {
      if dialog != nil {
        _ = press(move == .up ? .up : .down)
      } else {
        let pane = arrangement.place(at: position)?.pane ?? focus
        panes.apply(.move(move), to: pane, scene(now: time))
      }
    }
  }

  /// Whether a position is on the scroll bar of the list.
  private func isOnThumb(_ position: Position) -> Bool {
    guard let area = arrangement.area(of: .list), position.column == area.endColumn - 1 else {
      return false
    }
    let rows = panes.list.rows.all.count
    return rows > Layout(size).paneHeight && area.inset().contains(row: position.row)
  }

  /// Moves the cursor of the list to the position that corresponds to a row of the scroll bar.
  private mutating func dragThumb(to row: Int) {
    guard let inside = arrangement.area(of: .list)?.inset() else { return }
    let count = panes.list.rows.all.count
    let share =
      Double(min(max(row - inside.row, 0), inside.rows - 1)) / Double(max(inside.rows - 1, 1))
    let goal = Int((share * Double(count - 1)).rounded())
    if let row = panes.list.rows.cursorRow(from: goal, goingDown: true) { panes.list.cursor = row }
  }
}

extension Area {
  fileprivate func contains(row: Int) -> Bool { (self.row..<endRow).contains(row) }
}
