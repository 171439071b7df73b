import FeatureFlags
import Frame

/// The rows of a ``Menu``, its texts, and the requests that its keys cause.
protocol MenuContent: Sendable {
  var title: String { get }
  /// All rows; a search, which `/` starts, shows some of them.
  var rows: [MenuRow] { get }
  /// The letter that opens the menu, and closes it again.
  var opener: Character { get }
  /// What Enter does, as the label of a hint.
  var verb: String { get }
  /// The meanings of the keys, apart from cursor keys and the keys of rows.
  var keys: [Key: MenuKey] { get }
  /// The row under the cursor of a new menu; the next choice if the row is a heading.
  var initialRow: Int { get }
  /// The commands that only this menu has, and whose keys a keymap can change.
  var commands: [Keymap.Command] { get }
  /// The minimum and the maximum width of the dialog in cells; on a narrow screen, the dialog can be
  /// narrower.
  var columns: ClosedRange<Int> { get }
  /// The text in place of the list if no row matches the search text.
  var noMatch: String { get }
  /// Whether the panes behind the menu are dimmed.
  var isModal: Bool { get }
  /// The request if the user closes the menu without a choice.
  var cancelled: Request { get }

  /// The hints for a row, without the hint for `/`; the row is `nil` if none is visible.
  func hints(at row: Int?) -> [Hint]

  mutating func choose(_ row: Int) -> Request

  /// The request if the cursor moves to a row, or if no row is visible (`nil`).
  func preview(_ row: Int?) -> Request

  /// Applies a key that only this menu has; returns `nil` for any other key.
  mutating func press(_ key: Key, at row: Int?) -> Request?

  /// Updates the rows after a change of the features.
  ///
  /// - Returns: `false` if the features of the menu are gone, so that it must close.
  mutating func refresh(with list: FeatureList?) -> Bool
}

extension MenuContent {
  var keys: [Key: MenuKey] { MenuKey.choices(opener: opener) }
  var commands: [Keymap.Command] { [] }
  var initialRow: Int { 0 }
  var columns: ClosedRange<Int> { 34...Int.max }
  var noMatch: String { "No choice matches." }
  var isModal: Bool { true }
  var cancelled: Request { .close }
  func hints(at row: Int?) -> [Hint] {
    [Hint("↑ ↓", "move"), Hint("enter", verb), Hint("esc", "cancel")]
  }
  func preview(_ row: Int?) -> Request { .stay }
  mutating func press(_ key: Key, at row: Int?) -> Request? { nil }
  mutating func refresh(with list: FeatureList?) -> Bool { true }
}

/// The meaning of a key in a ``Menu``.
enum MenuKey: Hashable, Sendable {
  /// Chooses the row under the cursor.
  case choose
  /// Closes the menu without a choice.
  case cancel
  /// Moves the cursor to the next row, and from the last one to the first.
  case next

  /// The keys of a menu that closes after a choice; the letter that opened the menu also closes it.
  static func choices(opener: Character) -> [Key: MenuKey] {
    [
      .enter: .choose, .character(" "): .choose, .escape: .cancel, .character("q"): .cancel,
      .character(opener): .cancel,
    ]
  }
}

/// A row of a ``Menu``: its cells, which are aligned in columns.
struct MenuRow: Sendable {
  /// The text of the row, which is compared with the search text; it also identifies the row after the
  /// rows have changed.
  let text: String
  /// The key that chooses the row; `nil` if the row can only be chosen with the cursor.
  var key: Key?
  let cells: [Cell]
  /// The cells at the right edge of the menu.
  var trailing: [Cell] = []
  /// Whether the row is the heading of those below it, which cannot be chosen.
  var isHeading = false

  /// The text that is compared with the search text; `nil` for a heading.
  var choiceText: String? { isHeading ? nil : text }

  /// A text with the role of its style.
  struct Cell: Sendable {
    let text: String
    let role: Role?
    /// Whether a text that does not fit is truncated in its middle instead of at its end.
    let isName: Bool
    /// Whether the column of the cell keeps its width while others shrink, such as that of a time.
    let isWhole: Bool

    init(_ text: String, _ role: Role? = nil, isName: Bool = false, isWhole: Bool = false) {
      self.text = text
      self.role = role
      self.isName = isName
      self.isWhole = isWhole
    }

    /// The symbol at the start of a row, in a menu in which one choice is the current one.
    static func mark(isCurrent: Bool) -> Cell { Cell(isCurrent ? "● " : "○ ", .key) }

    /// Returns a text, such as the padded text of the cell, as a span in the style of the cell.
    func span(_ text: DisplayText, _ theme: Theme) -> Span {
      Span(text, theme.style(role.map { [.dialog, $0] } ?? [.dialog]))
    }
  }

  init(_ text: String, key: Key? = nil, _ cells: [Cell]) {
    self.text = text
    self.key = key
    self.cells = cells
  }

  /// The heading of the rows below it; an empty text is a gap.
  static func heading(_ text: String) -> MenuRow {
    var row = MenuRow(text, [Cell(text, .section)])
    row.isHeading = true
    return row
  }
}
