import FeatureFlags
import Frame

/// A dialog that lists rows, with a cursor and a search text that narrows the list.
struct Menu<Content: MenuContent>: Dialog {
  private(set) var content: Content {
    didSet { (rows, measured) = (content.rows, nil) }
  }
  private var rows: [MenuRow]
  private var list: ChoiceList
  /// The layout that the last key press has measured; `nil` after a change of the rows.
  private var measured: Measured?

  private struct Measured {
    let title: String
    let screen: Size
    let layout: MenuLayout
  }

  init(_ content: Content) {
    self.content = content
    rows = content.rows
    list = ChoiceList(rows.map(\.choiceText), selecting: content.initialRow)
  }

  /// Changes the content; the cursor stays on its row.
  mutating func update<Result>(_ change: (inout Content) -> Result) -> Result {
    let (row, text) = (list.selected, list.selected.map { rows[$0].text })
    let result = change(&content)
    let isSame = row.map { rows.indices.contains($0) && rows[$0].text == text } ?? false
    list.replace(
      rows.map(\.choiceText),
      selecting: isSame ? row : rows.firstIndex { $0.choiceText == text && text != nil }
    )
    return result
  }

  mutating func refresh(with list: FeatureList?) -> Bool {
    update { $0.refresh(with: list) }
  }

  // MARK: Keys

  var commands: [Keymap.Command] { content.commands }
  var isModal: Bool { content.isModal }
  var isTyping: Bool { list.isTyping }

  /// The key that chooses a row; `nil` for a menu whose rows have several choices.
  var keyOfNumber: Key? {
    let keys = content.keys
    return [.enter, .character(" ")].first { keys[$0] == .choose }
  }

  var keyOfClick: Key? { keyOfNumber == .character(" ") ? keyOfNumber : nil }

  var hints: [Hint] {
    list.hints(content.hints(at: list.selected), choosing: keyOfNumber?.label ?? "")
  }

  mutating func press(_ key: Key, screen: Size) -> Request {
    if list.type(key) { return content.preview(list.selected) }
    if !isTyping {
      if let row = rows.firstIndex(where: { $0.key == key }) { return choose(row) }
      // Builds the rows again only if the content uses the key: most keys only move the cursor.
      var changed = content
      if let request = changed.press(key, at: list.selected) {
        update { $0 = changed }
        return request
      }
    }
    switch isTyping && key == .enter ? .choose : content.keys[key] {
    case .choose: return choose(list.selected)
    case .cancel: return content.cancelled
    case .next: list.goToNext()
    case nil:
      guard list.move(key, height: measure(screen).height) else { return .stay }
    }
    return content.preview(list.selected)
  }

  private mutating func choose(_ row: Int?) -> Request {
    guard let row else { return rows.isEmpty ? .close : .stay }
    let request = update { $0.choose(row) }
    list.endTyping(at: row)
    return request
  }

  mutating func paste(_ text: String) { list.paste(text) }

  // MARK: Drawing

  func draw(on canvas: inout Canvas, theme: Theme) {
    let layout = layout(canvas.frame.size)
    let inside = canvas.drawDialog(
      list.title(content.title),
      columns: layout.columns,
      rows: layout.rows,
      theme: theme,
      scroll: list.scrollMark(height: layout.height)
    )
    var area = inside
    area.rows = layout.height
    list.draw(on: &canvas, in: area, noMatch: content.noMatch, theme: theme) {
      layout.line(rows[$0], theme)
    }
    guard let row = list.selected else { return }
    let note = inside.inset(columns: 1, rows: 0)
    for (line, number) in zip(layout.noteLines(on: rows[row], theme), (area.endRow + 1)...) {
      canvas.draw(line, in: note, row: number)
    }
  }

  private func layout(_ screen: Size) -> MenuLayout {
    let title = list.title(content.title)
    if let measured, measured.title == title, measured.screen == screen { return measured.layout }
    return MenuLayout(rows, title: title, in: content.columns, screen: screen)
  }

  /// Measures the rows, unless the last key press has already done so: most keys only move the cursor.
  private mutating func measure(_ screen: Size) -> MenuLayout {
    let layout = layout(screen)
    measured = Measured(title: list.title(content.title), screen: screen, layout: layout)
    return layout
  }

  func hasChoice(at position: Position, screen: Size) -> Bool {
    let layout = layout(screen)
    let area = Area(screen).centred(columns: layout.columns, rows: layout.rows).inset()
    return position.row < area.row + layout.height
  }
}
