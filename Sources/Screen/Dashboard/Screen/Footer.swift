import FeatureFlags
import Frame

extension DashboardState {
  /// Draws the footer: the search text while the user types it, or else the hints.
  func drawFooter(on canvas: inout Canvas, in area: Area, _ scene: Scene) {
    if panes.isTyping(in: focus), dialog == nil {
      panes[focus].drawInput(on: &canvas, in: area, scene)
    } else {
      drawHints(on: &canvas, in: area, scene)
    }
  }

  /// The maximum number of lines of a notice.
  private static let noticeLines = 4

  /// Draws the notice over the lower border of the panes, above the key hints; a long notice also
  /// covers the lines above.
  ///
  /// A dialog hides all notices except failures, which it moves to the first line of the screen: the
  /// last lines may have buttons of the dialog.
  func drawNotice(on canvas: inout Canvas, over footer: Area, now: Duration) {
    guard let (notice, lines) = noticeText(columns: footer.columns, now: now) else { return }
    let area = Area(
      column: footer.column,
      row: dialog == nil ? footer.row - lines.count : 0,
      columns: footer.columns,
      rows: lines.count
    )
    canvas.fill(area, style: theme.style(.text))
    let style = theme.style(notice.kind.role)
    for (number, text) in lines.enumerated() {
      let symbol = number == 0 ? " \(notice.kind.symbol) " : "   "
      canvas.draw(Line([Span(symbol, style), Span(text, style)]), in: area, row: area.row + number)
    }
  }

  /// Draws the line of the tour above the footer, and above a notice.
  func drawTour(on canvas: inout Canvas, over footer: Area, now: Duration) {
    guard let tourLine else { return }
    let lines = tourLines(columns: footer.columns)
    let notice = dialog == nil ? noticeText(columns: footer.columns, now: now)?.1.count ?? 0 : 0
    let symbol = " \(tourLine.number) "
    let area = Area(
      column: footer.column,
      row: footer.row - notice - lines.count,
      columns: footer.columns,
      rows: lines.count
    )
    canvas.fill(area, style: theme.style(.text))
    for (number, text) in lines.enumerated() {
      let start = number == 0 ? symbol : String(repeating: " ", count: symbol.count)
      let spans = [Span(start, theme.style(.key)), Span(text, theme.style(.information))]
      canvas.draw(Line(spans), in: area, row: area.row + number)
    }
  }

  private func tourLines(columns: Int) -> [DisplayText] {
    guard let tourLine else { return [] }
    return DisplayText.lines(of: tourLine.text, columns: columns - tourLine.number.count - 3)
  }

  /// The visible notice with its lines; `nil` without one.
  private func noticeText(columns: Int, now: Duration) -> (Notice, [DisplayText])? {
    guard let notice = visibleNotice(at: now) else { return nil }
    guard dialog == nil || notice.kind == .failure else { return nil }
    let limit = dialog == nil ? min(Self.noticeLines, max(size.rows / 2, 1)) : 1
    let key = keymap.label(of: .find(.activity)) ?? ""
    return (notice, Self.lines(of: notice, columns: columns - 3, limit: limit, logKey: key))
  }

  /// The number of rows inside the panes that a notice or the tour covers, besides their lower border.
  func coveredRows(at now: Duration) -> Int {
    guard dialog == nil else { return 0 }
    let notice = noticeText(columns: size.columns, now: now)?.1.count ?? 0
    return max(notice + tourLines(columns: size.columns).count - 1, 0)
  }

  /// The last notice until its time ends, or else the notice about waiting conflicts.
  private func visibleNotice(at now: Duration) -> Notice? {
    if let timedNotice, now < timedNotice.end { return timedNotice.notice }
    return conflictText.map { Notice($0, kind: .warning) }
  }

  /// Wraps and truncates the message of a notice; the activity log has the full message.
  private static func lines(
    of notice: Notice,
    columns: Int,
    limit: Int,
    logKey: String
  ) -> [DisplayText] {
    let lines = DisplayText.lines(of: notice.text, columns: columns)
    guard lines.count > limit else { return lines }
    let hint = logKey.isEmpty ? "" : " \(logKey) shows all"
    let rest = lines[(limit - 1)...].map(\.text).joined(separator: " ")
    let last = rest.shortened(to: columns - hint.count) + hint
    return lines.prefix(limit - 1) + [DisplayText(last)]
  }

  private func drawHints(on canvas: inout Canvas, in area: Area, _ scene: Scene) {
    let row = area.row
    if let text = markText(scene) {
      canvas.draw(text, column: area.column + 1, row: row, style: theme.style(.marked))
    }
    for (hint, column) in placedHints(in: area, scene) {
      let keys = canvas.draw(hint.keys, column: column, row: row, style: theme.style(.key))
      canvas.draw(hint.text, column: column + keys + 1, row: row, style: theme.style(.muted))
    }
  }

  /// The number of marked features, if another pane covers the list, whose title shows the number
  /// otherwise.
  private func markText(_ scene: Scene) -> String? {
    let count = panes.list.marks.count
    let isCovered = dialog == nil && !scene.layout.isWide && focus != .list
    return count > 0 && isCovered ? "\(count) marked" : nil
  }

  /// The hints that fit into the footer, each with its first column.
  func placedHints(in area: Area, _ scene: Scene) -> [(hint: Hint, column: Int)] {
    let used = markText(scene).map { DisplayText($0).width + 3 } ?? 0
    let gap = area.columns < Layout.wideColumns ? 2 : 3
    var column = area.column + 1 + used
    let fitting = dialog == nil ? Hint.fitting : Hint.fittingDialog
    return fitting(hints(scene), area.columns - 1 - used, gap).map { hint in
      defer { column += hint.width + gap }
      return (hint, column)
    }
  }

  /// The hints of the open dialog, or else of the focused pane.
  private func hints(_ scene: Scene) -> [Hint] {
    if dialog != nil { return dialogHints }
    // Uses loops instead of closures, which would copy the whole state for each hint.
    var hints: [Hint] = []
    let back = Action.find(.back)
    if tour.isRunning, let key = keymap.label(of: back) { hints.append(Hint(key, "end tour")) }
    for group in panes[focus].hints(scene) where !(tour.isRunning && group.contains(back)) {
      var shown: Action?
      var keys: [String] = []
      for action in group where isOffered(action) {
        shown = shown ?? action
        if let key = keymap.label(of: action) { keys.append(key) }
      }
      guard let shown, !keys.isEmpty else { continue }
      hints.append(Hint(keys.joined(separator: " "), hint(for: shown, scene)))
    }
    return hints
  }

  private func hint(for action: Action, _ scene: Scene) -> String {
    if let hint = panes[focus].hint(for: action, scene) { return hint }
    let isPaused = content.poll?.isPaused == true
    return action == .live(.pausePolling) && isPaused ? "resume" : action.row.hint
  }
}

extension Notice.Kind {
  fileprivate var role: Role {
    switch self {
    case .success: .success
    case .information: .information
    case .warning: .warning
    case .failure: .failure
    }
  }

  /// The symbol of the severity, which replaces the colour on screens without colours.
  fileprivate var symbol: String {
    switch self {
    case .success: "✓"
    case .information: "•"
    case .warning: "▲"
    case .failure: "✗"
    }
  }
}

extension DashboardState {
  /// Draws a message instead of the dashboard on a screen that is too small.
  func drawTooSmall(on canvas: inout Canvas) {
    let area = Area(size)
    let minimum = "\(Layout.minimum.columns)x\(Layout.minimum.rows)"
    let found = "\(size.columns)x\(size.rows)"
    let texts = [
      "The terminal is too small: \(found), needs \(minimum).",
      "Too small: \(found), needs \(minimum)", "\(found) < \(minimum)",
    ].map { DisplayText($0).wrapped(to: max(size.columns - 2, 1)) }
    let lines = texts.first { $0.count <= size.rows } ?? texts.last ?? []
    let first = max((size.rows - lines.count) / 2, 0)
    for (offset, line) in lines.enumerated() {
      canvas.draw(
        line,
        column: max((area.columns - line.width) / 2, 0),
        row: first + offset,
        limit: area.columns,
        style: theme.style(offset == 0 ? .title : .text)
      )
    }
  }
}
