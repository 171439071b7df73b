import FeatureFlags
import Frame

/// A dialog that lists rows, with a cursor and a text that narrows the list.
struct Menu<Content: MenuContent>: Dialog {
  private(set) var content: Content {
    didSet { rows = content.rows }
  }
  private var rows: [MenuRow]
  /// The cursor and the scroll position among the visible rows.
  private var cursor = ListCursor()
  private var filter = ChoiceFilter()
  /// The cursor and the scroll position before the list was narrowed; `nil` if it is not narrowed.
  private var origin: ListCursor?

  init(_ content: Content) {
    self.content = content
    rows = content.rows
    cursor.selected = content.initialRow
    skipHeadings(goingDown: true)
  }

  /// Changes the content; the cursor stays on its row.
  mutating func update<Result>(_ change: (inout Content) -> Result) -> Result {
    let text = selected.map { rows[$0].text }
    let result = change(&content)
    if let text, selected.map({ rows[$0].text }) != text,
      let index = visible.firstIndex(where: { rows[$0].text == text })
    {
      cursor.selected = index
    }
    cursor.selected = max(min(cursor.selected, visible.count - 1), 0)
    skipHeadings(goingDown: true)
    return result
  }

  mutating func refresh(with list: FeatureList?) -> Bool {
    update { $0.refresh(with: list) }
  }

  // MARK: Rows

  /// The indexes of the rows on the screen: all, or the choices that contain the typed text.
  private var visible: [Int] {
    guard filter.input?.isEmpty == false else { return Array(rows.indices) }
    let choices = rows.indices.filter { !rows[$0].isHeading }
    return filter.visible(choices.map { rows[$0].text }).map { choices[$0] }
  }

  /// The index of the row under the cursor; `nil` if no choice is visible.
  private var selected: Int? {
    let visible = visible
    guard visible.indices.contains(cursor.selected) else { return nil }
    let row = visible[cursor.selected]
    return rows[row].isHeading ? nil : row
  }

  /// Moves the cursor from a heading to the nearest choice in the given direction; in the opposite
  /// direction if there is none.
  private mutating func skipHeadings(goingDown: Bool) {
    let (visible, index) = (visible, cursor.selected)
    guard visible.indices.contains(index), rows[visible[index]].isHeading else { return }
    let below = visible.indices[index...].first { !rows[visible[$0]].isHeading }
    let above = visible.indices[...index].last { !rows[visible[$0]].isHeading }
    cursor.selected = (goingDown ? below ?? above : above ?? below) ?? 0
  }

  // MARK: Keys

  var isModal: Bool { content.isModal }
  var isTyping: Bool { filter.isTyping }

  /// The key that chooses a row; `nil` for a menu whose rows have several choices.
  var keyOfNumber: Key? {
    let keys = content.keys
    return [.enter, .character(" ")].first { keys[$0] == .choose }
  }

  var keyOfClick: Key? { keyOfNumber == .character(" ") ? keyOfNumber : nil }

  var hints: [Hint] {
    if isTyping { return ChoiceFilter.hints }
    var hints = content.hints(at: selected)
    // Keys that confirm or close are the last ones.
    let end = hints.dropFirst().firstIndex { $0.keys == "enter" } ?? max(hints.count - 1, 0)
    hints.insert(ChoiceFilter.hint, at: end)
    return hints
  }

  mutating func press(_ key: Key, screen: Size) -> DialogOutcome {
    if narrow(key) { return content.preview(selected) }
    if !isTyping {
      if let row = rows.firstIndex(where: { $0.key == key }) { return choose(row) }
      // Most keys only move the cursor, and must not build all rows again.
      var changed = content
      if let outcome = changed.press(key, at: selected) {
        update { $0 = changed }
        return outcome
      }
    }
    switch isTyping && key == .enter ? .choose : content.keys[key] {
    case .choose: return choose(selected)
    case .cancel: return content.cancelled
    case .next:
      cursor.selected = (cursor.selected + 1) % max(rows.count, 1)
      skipHeadings(goingDown: true)
    case nil:
      let old = cursor.selected
      let count = visible.count
      let height = ListCursor.height(count: count, screen: screen)
      guard cursor.press(key, count: count, height: height, letters: !isTyping) else {
        return .stay
      }
      skipHeadings(goingDown: cursor.selected > old)
    }
    return content.preview(selected)
  }

  private mutating func choose(_ row: Int?) -> DialogOutcome {
    guard let row else { return rows.isEmpty ? .close : .stay }
    let outcome = update { $0.choose(row) }
    // The list shows all rows again, with the cursor on the chosen one.
    if isTyping {
      filter.end()
      origin = nil
      cursor = ListCursor(selected: row)
    }
    return outcome
  }

  /// Applies a key press to the text that narrows the list; Escape moves the cursor back to where it
  /// was before typing.
  ///
  /// - Returns: Whether the key was for the text.
  private mutating func narrow(_ key: Key) -> Bool {
    // Most keys move the cursor, and need not find the visible rows.
    guard isTyping || key == ChoiceFilter.key else { return false }
    let (row, before) = (selected, isTyping ? origin : cursor)
    switch filter.press(key) {
    case .ignored: return false
    case .unchanged: return true
    case .changed:
      cursor = ListCursor(selected: filter.input?.isEmpty == false ? 0 : row ?? 0)
      origin = isTyping ? before : nil
      if !isTyping, let before { cursor = before }
      skipHeadings(goingDown: true)
      return true
    }
  }

  mutating func paste(_ text: String) {
    guard isTyping else { return }
    filter.insert(text)
    cursor = ListCursor()
  }

  // MARK: Drawing

  func draw(on canvas: inout Canvas, theme: Theme) {
    let size = canvas.frame.size
    let title = filter.title(content.title)
    let layout = MenuLayout(rows, title: title, in: content.columns, screen: size)
    let visible = visible
    let height = ListCursor.height(count: rows.count, screen: size)
    let cursor = cursor.settled(count: visible.count, height: height)
    let inside = canvas.drawDialog(
      title,
      columns: layout.columns,
      rows: height + 2,
      theme: theme,
      scroll: ScrollMark(first: cursor.top, visible: height, total: visible.count)
    )
    if visible.isEmpty {
      canvas.drawEmpty([content.noMatch], in: inside, theme: theme, on: .dialog)
    }
    let shown = cursor.top..<cursor.top + height
    let lines = visible.enumerated().map { index, row in
      shown.contains(index) ? layout.line(rows[row], theme) : Line()
    }
    canvas.draw(choices: lines, cursor: cursor, in: inside, theme: theme)
  }
}
