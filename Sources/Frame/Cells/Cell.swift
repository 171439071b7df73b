/// One cell of the screen.
public struct Cell: Hashable, Sendable {
  /// The text of the cell: one grapheme cluster, safe to send to a terminal.
  ///
  /// Empty in the second cell of a wide character.
  public var text: String
  /// The width of the text in cells: 1 or 2, and 0 in the second cell of a wide character.
  public var width: UInt8
  /// The style of the cell.
  public var style: Style

  /// Makes a cell.
  public init(text: String, width: UInt8 = 1, style: Style = .plain) {
    self.text = text
    self.width = width
    self.style = style
  }

  /// An empty cell in the default style.
  public static let blank = Cell(text: " ")
}
