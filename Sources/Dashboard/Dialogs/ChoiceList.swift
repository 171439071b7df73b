import Frame

/// The keys that every list of choices shares.
enum ChoiceKey: Sendable {
  /// Selects the choice under the cursor.
  case choose
  /// Closes the list.
  case cancel

  /// The key's meaning in a list; `nil` for keys that move the cursor.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - opener: The letter that opened the list, which closes it too.
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

/// A list of choices in a dialog: its cursor, its height, and how it is drawn.
struct ChoiceList: Sendable {
  /// The cursor and the scroll position.
  var cursor = ListCursor()

  /// The number of rows of a list in a dialog.
  static func height(count: Int, screen: Size) -> Int {
    max(min(count, screen.rows - 4), 1)
  }

  /// Moves the cursor, if the key is for that.
  mutating func move(_ key: Key, count: Int, screen: Size) -> Bool {
    cursor.press(key, count: count, height: Self.height(count: count, screen: screen))
  }

  /// Draws the choices in a dialog with a title.
  ///
  /// - Parameters:
  ///   - title: The title of the dialog.
  ///   - lines: The choices.
  ///   - columns: The preferred width of the dialog; less on a narrow screen.
  ///   - canvas: The canvas.
  ///   - theme: The theme.
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
