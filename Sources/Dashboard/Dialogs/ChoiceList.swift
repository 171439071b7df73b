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

/// A list of choices in a dialog, with a cursor and a scroll position.
struct ChoiceList: Sendable {
  /// The cursor and the scroll position.
  var cursor = ListCursor()

  /// The height of the list in rows, limited by the height of the screen.
  static func height(count: Int, screen: Size) -> Int {
    max(min(count, screen.rows - 4), 1)
  }

  /// Moves the cursor if the key is a cursor key; returns `false` for any other key.
  mutating func move(_ key: Key, count: Int, screen: Size) -> Bool {
    cursor.press(key, count: count, height: Self.height(count: count, screen: screen))
  }

  /// Draws a dialog with a title and the list of choices.
  ///
  /// - Parameters:
  ///   - title: The title of the dialog.
  ///   - lines: The lines of all choices.
  ///   - columns: The preferred width of the dialog in cells; it is narrower on a narrow screen.
  ///   - canvas: The canvas to draw on.
  ///   - theme: The theme to draw with.
  func draw(
    _ title: String,
    _ lines: [Line],
    columns: Int,
    on canvas: inout Canvas,
    theme: Theme
  ) {
    let size = canvas.frame.size
    let height = Self.height(count: lines.count, screen: size)
    let cursor = cursor.settled(count: lines.count, height: height)
    let inside = canvas.drawDialog(
      title,
      columns: min(columns, size.columns - 4),
      rows: height + 2,
      theme: theme,
      scroll: ScrollMark(first: cursor.top, visible: height, total: lines.count)
    )
    canvas.draw(choices: lines, cursor: cursor, in: inside, theme: theme)
  }
}
