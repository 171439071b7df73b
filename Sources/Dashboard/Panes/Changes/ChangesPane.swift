import FeatureFlags
import Frame

/// The pane that shows what the last loads changed in the source, until the user dismisses it
/// with ``Action/Change/delete`` or ``Action/Find/dismissChanges``.
struct ChangesPane: Pane {
  /// The index of the row under the cursor.
  private(set) var selected = 0
  /// The index of the first row in the viewport.
  private(set) var top = 0

  func hints(_ scene: Scene) -> [[Action]] {
    [
      [.move(.up), .move(.down)], [.find(.details)],
      [.find(.previousChange), .find(.nextChange)], [.change(.delete)], [.find(.dismissChanges)],
      [.program(.help)], [.find(.back)],
    ]
  }

  func hint(for action: Action, _ scene: Scene) -> String? {
    switch action {
    case .find(.details): "go to feature"
    case .move(.up), .move(.down): "move"
    case .change(.delete): "dismiss"
    case .change, .move, .find, .live, .program: nil
    }
  }

  mutating func perform(_ action: Action, _ scene: Scene) -> PaneOutcome? {
    let log = scene.content.changeLog
    switch action {
    case .find(.details): return showFeature(log, scene.content.list)
    case .change(.delete):
      guard log.rows.indices.contains(selected) else {
        return .notice(Notice("There is no change to dismiss.", kind: .information))
      }
      return .dismissChange(log.rows[selected].change)
    case .change, .move, .find, .live, .program: return nil
    }
  }

  private func showFeature(_ log: ChangeLog, _ features: FeatureList?) -> PaneOutcome {
    guard log.rows.indices.contains(selected), let name = log.rows[selected].name,
      features?.position(of: name) != nil
    else {
      return .notice(Notice("The list does not have a feature of this row.", kind: .information))
    }
    return .showFeature(name)
  }

  mutating func move(_ move: Action.Move, _ scene: Scene) {
    let step = Scene.step(of: move, height: scene.layout.detailsHeight)
    // A row has two lines on average, so a page has half as many rows as lines.
    selected = selected.saturatingAdd(abs(step) > 1 && abs(step) < .max ? step / 2 : step)
  }

  mutating func settle(_ scene: Scene) {
    let rows = scene.content.changeLog.rows
    selected = max(min(selected, rows.count - 1), 0)
    top = max(min(top, selected), 0)
    guard scene.panes.contains(.changes), !rows.isEmpty else { return }
    let page = ChangesPage(columns: scene.layout.details.columns, scene)
    let lines = scene.layout.detailsHeight
    top = TallRows.top(top, selected: selected, count: rows.count, lines: lines) {
      page.lines(of: rows[$0]).count
    }
  }

  func draw(on canvas: inout Canvas, in area: Area, _ scene: Scene) {
    let theme = scene.theme
    let log = scene.content.changeLog
    let page = ChangesPage(columns: area.columns, scene)
    let inside = area.inset(columns: 1)
    let drawn = log.rows.isEmpty ? [] : rows(in: inside, page, log)
    let position = "\(selected + 1)/\(log.rows.count)"
    let isScrolled = drawn.count < log.rows.count
    let box = Canvas.Box(
      title: [Span("Changes", theme.style(.title))]
        + (log.count > 0 ? [Span(" \(log.count)", theme.style(.muted))] : []),
      position: isScrolled ? [Span(position, theme.style(.muted))] : [],
      border: scene.borderStyle(of: .changes),
      inside: theme.style(.text),
      scroll: ScrollMark(first: top, visible: max(drawn.count, 1), total: log.rows.count)
    )
    canvas.draw(box, in: area)
    guard !drawn.isEmpty else {
      let texts = ["No changes yet.", "Changes of the source appear here."]
      return canvas.drawEmpty(texts, in: inside, theme: theme)
    }
    for (offset, (area, lines)) in drawn.enumerated() {
      for (number, line) in lines.enumerated() {
        canvas.draw(line, in: area.inset(columns: 1, rows: 0), row: area.row + number)
      }
      guard top + offset == selected, scene.isFocused(.changes) else { continue }
      highlight(area, on: &canvas, theme)
    }
  }

  /// The areas and the lines of the rows in the viewport.
  private func rows(
    in inside: Area,
    _ page: ChangesPage,
    _ log: ChangeLog
  ) -> [(area: Area, lines: ArraySlice<Line>)] {
    var drawn: [(area: Area, lines: ArraySlice<Line>)] = []
    var row = inside.row
    for index in top..<max(log.rows.count, top) {
      guard row < inside.endRow else { break }
      let lines = page.lines(of: log.rows[index]).prefix(inside.endRow - row)
      let area = Area(column: inside.column, row: row, columns: inside.columns, rows: lines.count)
      drawn.append((area, lines))
      row += lines.count
    }
    return drawn
  }

  private func highlight(_ area: Area, on canvas: inout Canvas, _ theme: Theme) {
    let text = theme.style(.text)
    canvas.restyle(area) { theme.selected($0, row: text) }
    for row in area.row..<area.endRow {
      canvas.drawSelectionBar(column: area.column, row: row, style: theme.selectionBar(row: text))
    }
  }
}
