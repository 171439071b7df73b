import Frame

/// The meaning of the keys that work in every list of choices.
enum ChoiceKey: Sendable {
  /// Selects the choice under the cursor.
  case choose
  /// Closes the list without a choice.
  case cancel

  /// Determines the meaning of the key; `nil` if the key has no common meaning.
  ///
  /// - Parameters:
  ///   - key: The pressed key.
  ///   - opener: The letter that opened the list; pressing it again closes the list.
  init?(_ key: Key, opener: Character) {
    if key == .enter || key == .character(" ") {
      self = .choose
    } else if key == .escape || key == .character("q") || key == .character(opener) {
      self = .cancel
    } else {
      return nil
    }
  }
}

/// A list of choices in a dialog, with a cursor, a scroll position and a text that narrows the list.
struct ChoiceList: Sendable {
  /// The cursor and the scroll position among the visible choices.
  var cursor = ListCursor()
  /// The text that narrows the list.
  private(set) var filter = ChoiceFilter()
  /// The cursor and the scroll position before the list was narrowed; `nil` if it is not narrowed.
  private var origin: ListCursor?

  /// The height of the list in rows, limited by the height of the screen.
  static func height(count: Int, screen: Size) -> Int {
    max(min(count, screen.rows - 4), 1)
  }

  /// Whether typed characters narrow the list.
  var isTyping: Bool { filter.isTyping }

  /// The index of the choice under the cursor; `nil` if no choice is visible.
  func selected(_ titles: [String]) -> Int? {
    let visible = filter.visible(titles)
    return visible.indices.contains(cursor.selected) ? visible[cursor.selected] : nil
  }

  /// Applies a key press to the text that narrows the list; Escape moves the cursor back to where it
  /// was before typing.
  ///
  /// - Returns: Whether the key was for the text.
  mutating func type(_ key: Key, _ titles: [String]) -> Bool {
    // Most keys move the cursor, and need not find the visible choices.
    guard isTyping || key == ChoiceFilter.key else { return false }
    let selected = selected(titles)
    let before = isTyping ? origin : cursor
    switch filter.press(key) {
    case .ignored: return false
    case .unchanged: return true
    case .changed:
      moveCursor(to: filter.input?.isEmpty == false ? nil : selected)
      origin = isTyping ? before : nil
      if !isTyping, let before { cursor = before }
      return true
    }
  }

  /// Inserts text that was typed or pasted while the list is narrowed.
  mutating func insert(_ text: String) {
    guard isTyping else { return }
    filter.insert(text)
    moveCursor(to: nil)
  }

  /// Shows all choices again; the cursor stays on its choice.
  mutating func endTyping(_ titles: [String]) {
    guard isTyping else { return }
    let selected = selected(titles)
    filter.end()
    origin = nil
    moveCursor(to: selected)
  }

  private mutating func moveCursor(to index: Int?) {
    cursor = ListCursor()
    cursor.selected = index ?? 0
  }

  /// Moves the cursor if the key is a cursor key; returns `false` for any other key.
  mutating func move(_ key: Key, _ titles: [String], screen: Size) -> Bool {
    let count = filter.visibleCount(titles)
    let height = Self.height(count: count, screen: screen)
    return cursor.press(key, count: count, height: height, letters: !isTyping)
  }

  /// Moves the cursor of a list that is never narrowed, if the key is a cursor key.
  mutating func move(_ key: Key, count: Int, screen: Size) -> Bool {
    cursor.press(key, count: count, height: Self.height(count: count, screen: screen))
  }

  /// Draws a dialog with a title and the list of choices.
  ///
  /// - Parameters:
  ///   - title: The title of the dialog.
  ///   - lines: The lines of all choices.
  ///   - titles: The texts of all choices by which the list is narrowed; `nil` for a list that is
  ///     never narrowed.
  ///   - noMatch: The text of a list without a visible choice.
  ///   - columns: The preferred width of the dialog in cells; it is narrower on a narrow screen.
  ///   - canvas: The canvas to draw on.
  ///   - theme: The theme to draw with.
  func draw(
    _ title: String,
    _ lines: [Line],
    titles: [String]? = nil,
    noMatch: String = "No choice matches.",
    columns: Int,
    on canvas: inout Canvas,
    theme: Theme
  ) {
    let size = canvas.frame.size
    let shown = titles.map { titles in filter.visible(titles).map { lines[$0] } } ?? lines
    let height = Self.height(count: lines.count, screen: size)
    let cursor = cursor.settled(count: shown.count, height: height)
    let inside = canvas.drawDialog(
      filter.title(title),
      columns: size.dialogColumns(columns),
      rows: height + 2,
      theme: theme,
      scroll: ScrollMark(first: cursor.top, visible: height, total: shown.count)
    )
    if shown.isEmpty {
      canvas.drawEmpty([noMatch], in: inside, theme: theme, on: .dialog)
    }
    canvas.draw(choices: shown, cursor: cursor, in: inside, theme: theme)
  }
}
