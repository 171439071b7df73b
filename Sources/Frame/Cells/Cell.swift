/// One cell of the screen: a character and its style.
public struct Cell: Hashable, Sendable {
  /// The text of the cell: one grapheme cluster, safe to send to a terminal.
  ///
  /// The text is empty in the second cell of a wide character.
  public var text: String
  /// The width of the text in cells: 1 or 2, and 0 in the second cell of a wide character.
  public var width: UInt8
  /// The colours and attributes of the cell.
  public var style: Style

  /// Creates a cell; `width` must be the width of the text in cells.
  public init(text: String, width: UInt8 = 1, style: Style = .plain) {
    self.text = text
    self.width = width
    self.style = style
  }

  /// A cell with a space in the default style of the terminal.
  public static let blank = Cell(text: " ")
}
