import FeatureFlags
import Frame

/// The list of a dialog: its rows, a cursor, a scroll position, and a search text that narrows the rows.
struct ChoiceList: Sendable {
  /// The text of each row, which is compared with the search text; `nil` for a heading, which the cursor
  /// skips.
  private var texts: [String?] = []
  /// The indexes of the rows in the list: all rows, or those that match the search text.
  private(set) var visible: [Int] = []
  /// The cursor and the scroll position among the visible rows.
  private var cursor = ListCursor()
  private var search = SearchField()
  /// The cursor and the scroll position before typing began; `nil` while the user does not type.
  private var origin: ListCursor?

  init(_ texts: [String?] = [], selecting row: Int = 0) {
    replace(texts, selecting: row)
  }

  var isTyping: Bool { search.isTyping }
  /// Whether the list has no rows, regardless of the search text.
  var isEmpty: Bool { texts.isEmpty }

  /// The index of the row under the cursor; `nil` if no row is visible.
  var selected: Int? {
    guard visible.indices.contains(cursor.selected) else { return nil }
    let row = visible[cursor.selected]
    return texts[row] == nil ? nil : row
  }

  /// Replaces all rows, and moves the cursor to the given row, unless the search text hides that row;
  /// `nil` leaves the cursor at its position in the list.
  mutating func replace(_ texts: [String?], selecting row: Int?) {
    self.texts = texts
    narrow()
    if let index = visible.firstIndex(where: { $0 == row }) { cursor.selected = index }
    cursor.selected = max(min(cursor.selected, visible.count - 1), 0)
    skipHeadings(goingDown: true)
  }

  /// Ends typing: the list shows all rows again, with the cursor on the given one.
  mutating func endTyping(at row: Int) {
    guard isTyping else { return }
    search.clear()
    narrow()
    (origin, cursor) = (nil, ListCursor(selected: row))
  }

  // MARK: Keys

  /// Applies a key press to the text that narrows the rows; Escape moves the cursor back to where it
  /// was before typing.
  ///
  /// - Returns: Whether the search text has handled the key.
  mutating func type(_ key: Key) -> Bool {
    // Home and End move the cursor in the list, and not in the text.
    guard key != .home, key != .end else { return false }
    let (row, before) = (selected, isTyping ? origin : cursor)
    switch search.press(key) {
    case .ignored: return false
    case .unchanged: return true
    case .changed:
      narrow()
      cursor = search.input.isEmpty ? ListCursor(selected: row ?? 0) : ListCursor()
      origin = isTyping ? before : nil
      if !isTyping, let before { cursor = before }
      skipHeadings(goingDown: true)
      return true
    }
  }

  mutating func paste(_ text: String) {
    guard isTyping, search.insert(text) else { return }
    narrow()
    cursor = ListCursor()
  }

  /// Moves the cursor if the key is a cursor key.
  ///
  /// - Returns: Whether the key is a cursor key.
  @discardableResult
  mutating func move(_ key: Key, height: Int) -> Bool {
    let old = cursor.selected
    guard cursor.press(key, count: visible.count, height: height, letters: !isTyping) else {
      return false
    }
    skipHeadings(goingDown: cursor.selected > old)
    return true
  }

  /// Moves the cursor to the next row, and from the last one to the first.
  mutating func goToNext() {
    cursor.selected = (cursor.selected + 1) % max(visible.count, 1)
    skipHeadings(goingDown: true)
  }

  /// Moves the cursor from a heading to the nearest choice in the given direction; in the opposite
  /// direction if there is none.
  private mutating func skipHeadings(goingDown: Bool) {
    let index = cursor.selected
    guard visible.indices.contains(index), texts[visible[index]] == nil else { return }
    let below = visible.indices[index...].first { texts[visible[$0]] != nil }
    let above = visible.indices[...index].last { texts[visible[$0]] != nil }
    cursor.selected = (goingDown ? below ?? above : above ?? below) ?? 0
  }

  /// Finds the rows that contain all typed words; as subsequences if no row contains them.
  private mutating func narrow() {
    let words = search.words
    guard !words.isEmpty else { return visible = Array(texts.indices) }
    let folded = texts.map { $0.map { FoldedText.bytes(of: $0) } }
    func rows(_ matches: ([UInt8]) -> Bool) -> [Int] {
      folded.indices.filter { folded[$0].map(matches) ?? false }
    }
    visible = rows { FoldedText.contains(words, in: $0) }
    guard visible.isEmpty else { return }
    visible = rows { text in words.allSatisfy { FoldedText.isSubsequence($0, of: text) } }
  }

  // MARK: Drawing

  /// The title of the dialog, followed by the typed text.
  func title(_ title: String) -> String { isTyping ? title + "  " + search.label : title }

  /// The hints of the dialog and the hint for `/`; while the user types, the hints for typing instead.
  ///
  /// The hints for keys that confirm or close come last.
  ///
  /// - Parameters:
  ///   - hints: The hints while the user does not type.
  ///   - choosing: The label of the key that chooses a row; Enter does so while the user types.
  /// - Returns: The hints in the order of the footer.
  func hints(_ hints: [Hint], choosing: String = Key.enter.label) -> [Hint] {
    if isTyping { return SearchField.hints(hints.first { $0.keys == choosing }?.text) }
    let end = hints.dropFirst().firstIndex { $0.keys == "enter" } ?? max(hints.count - 1, 0)
    return hints[..<end] + [SearchField.hint] + hints[end...]
  }

  /// The cursor and the scroll position in a viewport of a number of rows.
  func cursor(height: Int) -> ListCursor { cursor.settled(count: visible.count, height: height) }

  /// The scroll position on the border of a viewport of a number of rows.
  func scrollMark(height: Int) -> ScrollMark {
    ScrollMark(first: cursor(height: height).top, visible: height, total: visible.count)
  }

  /// Draws the visible rows, or a text if there are none.
  func draw(
    on canvas: inout Canvas,
    in area: Area,
    noMatch: String,
    theme: Theme,
    _ line: (Int) -> Line
  ) {
    if visible.isEmpty { canvas.drawEmpty([noMatch], in: area, theme: theme, on: .dialog) }
    let cursor = cursor(height: area.rows)
    canvas.draw(choices: visible.count, cursor: cursor, in: area, theme: theme) {
      line(visible[$0])
    }
  }
}

extension SearchField {
  /// Returns the hints while the user types in a list.
  ///
  /// - Parameter verb: What Enter does; `nil` if no row can be chosen.
  /// - Returns: The hints, with one for Enter if it chooses a row.
  static func hints(_ verb: String?) -> [Hint] {
    [Hint("type", "to find"), Hint("↑ ↓", "move")] + (verb.map { [Hint("enter", $0)] } ?? [])
      + [Hint("esc", "back")]
  }
  /// The hint for the key that starts typing.
  fileprivate static let hint = Hint("/", "find")
}
