import Frame

/// The characters to draw for a cell, never wider than the cell.
///
/// The cells that a program draws can contain any text. A character that is not safe to draw, or wider
/// than its cell, becomes a replacement character; blanks fill the rest of the cell.
struct Glyph: Hashable, Sendable {
  /// The base character and its combining marks.
  var text: String
  /// The number of columns that the cell covers on the screen.
  var columns: Int
  /// Whether all terminals move their cursor by exactly ``columns`` for the text.
  var isCertain: Bool

  /// The character for a text that cannot be drawn.
  static func replacement(columns: Int) -> Glyph {
    let text = "\u{FFFD}" + String(repeating: " ", count: columns - 1)
    return Glyph(text: text, columns: columns, isCertain: true)
  }

  private init(text: String, columns: Int, isCertain: Bool) {
    (self.text, self.columns, self.isCertain) = (text, columns, isCertain)
  }

  /// The maximum number of scalars in one cell of ncurses.
  private static let longest = 5

  /// Selects the characters to draw for a cell.
  ///
  /// - Parameters:
  ///   - cell: The cell to draw.
  ///   - room: The number of columns up to the right edge of the screen, at least 1.
  init(_ cell: Cell, room: Int) {
    columns = min(max(Int(cell.width), 1), room)
    let scalars = cell.text.unicodeScalars
    guard let base = scalars.first else {
      (text, isCertain) = (String(repeating: " ", count: columns), true)
      return
    }
    var width = base.cellWidth
    guard (1...columns).contains(width), base.isDrawable else {
      self = .replacement(columns: columns)
      return
    }
    text = String(base)
    isCertain = base.hasCertainWidth
    for scalar in scalars.dropFirst().prefix(Self.longest - 1) {
      // A flag emoji consists of two regional indicators, the only scalars of width 1 that combine.
      if base.isRegionalIndicator, scalar.isRegionalIndicator, width < columns {
        width += 1
      } else if scalar.cellWidth > 0 || scalar.changesWidth {
        break
      }
      text.unicodeScalars.append(scalar)
      isCertain = false
    }
    text += String(repeating: " ", count: columns - width)
  }
}

extension Cell {
  /// The character that all terminals draw in one column; `nil` for other cells, which need a ``Glyph``.
  var narrowScalar: Unicode.Scalar? {
    guard width == 1, let scalar = content.scalar, scalar.hasCertainWidth, scalar.cellWidth == 1
    else { return nil }
    return scalar
  }
}

extension Unicode.Scalar {
  fileprivate var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

  fileprivate var isDrawable: Bool { properties.generalCategory != .control && isKnown }

  /// The number of columns that the scalar takes on the screen; `nil` if it is not drawn.
  var drawnWidth: Int32? { isDrawable ? Int32(cellWidth) : nil }

  /// Whether the scalar may make a terminal draw the previous character wider, as a zero-width joiner
  /// or a variation selector does.
  fileprivate var changesWidth: Bool {
    value == 0x200D || (0xFE00...0xFE0F).contains(value) || (0x1F3FB...0x1F3FF).contains(value)
  }

  /// Whether the width of the scalar is the same in the tables of all terminals: that of letters of
  /// common scripts, symbols that are not emoji, and CJK characters.
  fileprivate var hasCertainWidth: Bool {
    Self.certainRanges.contains { $0.contains(value) }
      || (0x2600...0x27BF).contains(value) && cellWidth == 1
  }

  private static let certainRanges: [ClosedRange<UInt32>] = [
    0x20...0x7E, 0x2500...0x25FC, 0xA0...0xAC, 0xAE...0x2FF, 0x370...0x52F, 0x2010...0x2027,
    0x2030...0x205E, 0x2190...0x2319, 0x1E00...0x1FFF, 0x20A0...0x20BF, 0x2100...0x218F,
    0x2800...0x28FF, 0x3001...0x303E, 0x3041...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0xFFFD...0xFFFD,
    0x20000...0x2FFFD,
  ]
}
