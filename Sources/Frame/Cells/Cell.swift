/// One place of the screen.
public struct Cell: Hashable, Sendable {
  /// What stands in the cell: one character, safe to send to a terminal.
  ///
  /// Empty in the second half of a character that is two cells wide.
  public var text: String
  /// The number of cells that the text takes: 1 or 2, and 0 for the second half of a wide one.
  public var width: UInt8
  /// How the cell looks.
  public var style: Style

  /// Makes a cell.
  public init(text: String, width: UInt8 = 1, style: Style = .plain) {
    self.text = text
    self.width = width
    self.style = style
  }

  /// An empty place.
  public static let blank = Cell(text: " ")
}
