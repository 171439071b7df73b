package import Text

/// One cell of the screen: a character and its style.
public struct Cell: Hashable, Sendable {
  /// The text of the cell, stored in the cell itself and not in an object on the heap.
  package var content: CellText
  /// The width of the text in cells: 1 or 2, and 0 in the second cell of a wide character.
  public var width: UInt8
  /// The colours and attributes of the cell.
  public var style: Style

  /// Creates a cell.
  ///
  /// - Parameters:
  ///   - text: One grapheme cluster, safe to send to a terminal; scalars after the first 15 bytes of
  ///     UTF-8 are dropped.
  ///   - width: The width of the text in cells.
  ///   - style: The colours and attributes.
  public init(text: String, width: UInt8 = 1, style: Style = .plain) {
    self.init(CellText(text), width: width, style: style)
  }

  package init(_ content: CellText, width: UInt8 = 1, style: Style = .plain) {
    self.content = content
    self.width = width
    self.style = style
  }

  /// The text of the cell: one grapheme cluster, safe to send to a terminal.
  ///
  /// The text is empty in the second cell of a wide character.
  public var text: String {
    get { content.string }
    set { content = CellText(newValue) }
  }

  /// A cell with a space in the default style of the terminal.
  public static let blank = Cell(.space)
}
