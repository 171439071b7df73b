import FeatureFlags
import Frame

/// The pane that shows what the last loads changed in the source, until the user dismisses it
/// with ``Action/Change/delete`` or ``Action/Find/dismissChanges``.
struct ChangesPane: Pane {
  private var cursor = ListCursor()

  func hints(_ scene: Scene) -> [[Action]] {
    [
      [.move(.up), .move(.down)], [.find(.details)],
      [.find(.previousChange), .find(.nextChange)], [.change(.delete)], [.find(.dismissChanges)],
      [.program(.help)], [.find(.back)],
    ]
  }

  func hint(for action: Action, _ scene: Scene) -> String? {
    switch action {
    case .find(.details):
      scene.content.changeLog.isAboutLoad(atRow: cursor.selected)
        ? "show the load" : "go to feature"
    case .move(.up), .move(.down): "move"
    case .change(.delete): "dismiss"
    case .change, .move, .find, .live, .program: nil
    }
  }

  mutating func perform(_ action: Action, _ scene: Scene) -> Request? {
    let log = scene.content.changeLog
    switch action {
    case .find(.details): return showFeature(log, scene.content.list)
    case .change(.delete):
      guard log.rows.indices.contains(cursor.selected) else {
        return .notice(Notice("There is no change to dismiss.", kind: .information))
      }
      return .dismissChange(log.rows[cursor.selected].change)
    case .change, .move, .find, .live, .program: return nil
    }
  }

  /// Goes to the feature of the row, or from the row of a load to its entry in the activity log.
  private func showFeature(_ log: ChangeLog, _ features: FeatureList?) -> Request {
    if log.isAboutLoad(atRow: cursor.selected) {
      return .showLoad(log.changes[log.rows[cursor.selected].change].when)
    }
    guard log.rows.indices.contains(cursor.selected),
      let name = log.rows[cursor.selected].name, features?.position(of: name) != nil
    else {
      return .notice(Notice("The feature of this row is not in the list.", kind: .information))
    }
    return .showFeature(name)
  }

  mutating func move(_ move: Action.Move, _ scene: Scene) {
    cursor.move(move, lines: scene.layout.paneHeight)
  }

  mutating func settle(_ scene: Scene) {
    let rows = scene.content.changeLog.rows
    guard scene.panes.contains(.changes) else { return }
    let page = ChangesPage(columns: scene.area(of: .changes).columns, scene)
    cursor.settle(count: rows.count, lines: scene.layout.paneHeight) {
      page.lines(of: rows[$0]).count
    }
  }

  func draw(on canvas: inout Canvas, in area: Area, _ scene: Scene) {
    let theme = scene.theme
    let log = scene.content.changeLog
    let page = ChangesPage(columns: area.columns, scene)
    let inside = area.inset(columns: 1)
    let drawn = TallRows(log.rows.count, from: cursor.top, in: inside) {
      page.lines(of: log.rows[$0])
    }
    let box = scene.listBox(
      [Span("Changes", theme.style(.title))]
        + (log.count > 0 ? [Span(" \(log.count)", theme.style(.muted))] : []),
      cursor: cursor,
      visible: drawn.count,
      total: log.rows.count,
      border: scene.borderStyle(of: .changes)
    )
    canvas.draw(box, in: area)
    guard drawn.count > 0 else {
      let key = scene.keymap.text(of: .live(.refresh))
      let texts = ["No changes yet.", "Changes of the source appear here; \(key) loads now."]
      return canvas.drawEmpty(texts, in: inside, theme: theme)
    }
    let selected = scene.isFocused(.changes) ? cursor.selected : nil
    drawn.draw(on: &canvas, selected: selected, theme: theme)
  }
}
