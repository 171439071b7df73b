import CNcurses
import Frame

/// The attributes and the colour pair of a character in ncurses.
struct CursesPen {
  fileprivate let attributes: attr_t
  fileprivate let pair: Int32

  /// Splits a text into ncurses characters, each with its combining marks.
  func cells(of text: String) -> [cchar_t] {
    let scalars = Array(text.unicodeScalars)
    let starts = scalars.indices.filter { $0 == 0 || scalars[$0].cellWidth > 0 }
    return zip(starts, starts.dropFirst() + [scalars.count]).map { start, end in
      var cell = cchar_t()
      cn_set(&cell, scalars[start..<end].map { Int32($0.value) } + [0], attributes, pair)
      return cell
    }
  }

  /// Returns the cell of a character without combining marks.
  func cell(of scalar: Unicode.Scalar) -> cchar_t {
    var cell = cchar_t()
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2) { scalars in
      (scalars[0], scalars[1]) = (Int32(scalar.value), 0)
      cn_set(&cell, scalars.baseAddress, attributes, pair)
    }
    return cell
  }
}

/// Maps the styles of cells to the pens of ncurses, from left to right.
struct CursesPenTable {
  private typealias Entry = (pen: Pen, curses: CursesPen)

  private let hasColours: Bool
  private let mapping: PenMapping
  private var entries: [Style: Entry] = [:]
  /// The style and the pens of the cell to the left.
  private var last: (style: Style, entry: Entry)?

  /// The number of stored styles, and so of colour pairs, above which `isFull` is true.
  private static let limit = 4096
  private static let attributes: [(style: Style.Attributes, curses: attr_t)] = [
    (.bold, cn_bold), (.dim, cn_dim), (.underlined, cn_underlined), (.reversed, cn_reversed),
    (.italic, cn_italic),
  ]

  /// Initializes the ncurses colours of the open screen, if the terminal has colours.
  init(depth: ColourDepth) {
    hasColours = depth != .monochrome && has_colors() && start_color() != ERR
    mapping = PenMapping(
      depth: hasColours ? depth : .monochrome,
      hasStandard: hasColours && use_default_colors() != ERR
    )
  }

  var isFull: Bool { entries.count > Self.limit }

  /// Frees all colour pairs; afterwards, every cell must be drawn again.
  mutating func removeAll() {
    (entries, last) = ([:], nil)
    reset_color_pairs()
  }

  mutating func beginRow() { last = nil }

  /// Returns the pen of the next cell.
  ///
  /// A blank keeps the pen of the cell to its left if it looks the same with that pen, because a change
  /// of the pen takes many bytes.
  mutating func pen(of cell: Cell) -> CursesPen {
    let left = last ?? (.plain, entry(for: .plain))
    if left.style == cell.style { return left.entry.curses }
    let new = entry(for: cell.style)
    let isHidden =
      cell.isErasable && new.pen.background == left.entry.pen.background
      && left.entry.pen.attributes.isDisjoint(with: [.underlined, .reversed])
    last = isHidden ? left : (cell.style, new)
    return isHidden ? left.entry.curses : new.curses
  }

  private mutating func entry(for style: Style) -> Entry {
    if let entry = entries[style] { return entry }
    let pen = mapping.pen(for: style)
    let entry = (pen, CursesPen(attributes: attributes(of: pen), pair: pair(of: pen)))
    entries[style] = entry
    return entry
  }

  private func attributes(of pen: Pen) -> attr_t {
    Self.attributes.reduce(0) { pen.attributes.contains($1.style) ? $0 | $1.curses : $0 }
  }

  private func pair(of pen: Pen) -> Int32 {
    hasColours ? alloc_pair(pen.foreground.number, pen.background.number) : 0
  }
}

extension Pen.Ink {
  /// The number of the colour in ncurses, which the description `direct.ti` also uses.
  fileprivate var number: Int32 {
    switch self {
    case .standard: -1
    case .indexed(let number): Int32(number)
    case .direct(let colour):
      1 << 24 | Int32(colour.red) << 16 | Int32(colour.green) << 8 | Int32(colour.blue)
    }
  }
}
