import Frame

/// Renders frames: computes the bytes that turn the screen of a terminal from one frame into the next.
///
/// The writer compares the cells of both frames, and knows the position of the cursor and the pen of
/// the terminal, so that no other output may come between two frames.
struct FrameWriter: Sendable {
  /// The size of the window; cells outside are ignored.
  private(set) var window: Size
  private let moves: CursorMoves
  private var pens: PenTable
  private var sequences: PenSequences
  private let controls: ScreenControls
  /// The frame on the screen; `nil` if the content of the screen is unknown.
  private var shown: Frame?
  /// The position of the cursor; `nil` if it is unknown.
  ///
  /// After the last column was written, the column is the width of the window.
  private var position: Position?
  private var pen: Pen?
  private var isCursorVisible: Bool?
  /// The output for the frame that is being written.
  private var bytes: [UInt8] = []

  /// Creates a writer for a terminal whose screen has an unknown content.
  init(_ entry: TerminfoEntry, depth: ColourDepth, window: Size) {
    self.window = window
    moves = CursorMoves(entry)
    pens = PenTable(
      depth: depth,
      hasStandard: entry.strings["op"] != nil,
      colourless: entry.colourless
    )
    sequences = PenSequences(entry)
    controls = ScreenControls(entry)
  }

  /// The colour depth of the terminal.
  var depth: ColourDepth { pens.depth }

  /// Forgets the content of the screen, so that the next frame redraws all cells.
  mutating func forget() {
    (shown, position, pen, isCursorVisible) = (nil, nil, nil, nil)
  }

  /// Changes the size of the window, and forgets the content of the screen.
  mutating func resize(to size: Size) {
    window = size
    forget()
  }

  /// Returns the bytes that draw a frame over the former one; empty if nothing changes.
  mutating func bytes(for frame: Frame) -> [UInt8] {
    bytes.removeAll(keepingCapacity: true)
    if shown?.size != frame.size { forget() }
    var changed = changes(to: frame)
    if let shown {
      if controls.scrolls, let scroll = RowScroll(from: shown, to: frame, changed: changed) {
        self.scroll(scroll)
        changed = changes(to: frame)
      }
    } else {
      use(.plain)
      bytes += controls.clear
      position = Position(column: 0, row: 0)
    }
    let old = shown
    for (row, changed) in changed.enumerated() {
      if let changed { write(changed, inRow: row, of: frame, over: old) }
    }
    placeCursor(frame)
    shown = frame
    return bytes
  }

  private mutating func placeCursor(_ frame: Frame) {
    if let place = frame.cursor ?? frame.focus, place.column < window.columns,
      place.row < window.rows
    {
      move(to: place)
    }
    let isVisible = frame.cursor != nil
    guard isVisible != isCursorVisible else { return }
    bytes += isVisible ? controls.showCursor : controls.hideCursor
    isCursorVisible = isVisible
  }

  /// For each row of the window, the indices of the first and the last cell that differ from the
  /// frame on the screen, or from a blank screen; `nil` for none.
  private func changes(to frame: Frame) -> [ClosedRange<Int>?] {
    let columns = frame.size.columns
    return (0..<min(frame.size.rows, window.rows)).map { row in
      let start = row * columns
      return frame.differences(from: shown, in: start..<start + min(columns, window.columns))
    }
  }

  private mutating func scroll(_ scroll: RowScroll) {
    // The uncovered rows get the background of the pen.
    use(.plain)
    let (first, last) = (scroll.rows.lowerBound + 1, scroll.rows.upperBound)
    let move = scroll.distance > 0 ? "\(scroll.distance)S" : "\(-scroll.distance)T"
    bytes += "\u{1B}[\(first);\(last)r\u{1B}[\(move)\u{1B}[r".utf8
    position = nil
    shown?.scroll(rows: scroll.rows, by: scroll.distance)
  }

  /// Writes the cells of a row that differ from the former frame, or from a blank screen.
  private mutating func write(
    _ changed: ClosedRange<Int>,
    inRow row: Int,
    of frame: Frame,
    over old: Frame?
  ) {
    let cells = frame.cells
    let start = row * frame.size.columns
    let end = start + min(frame.size.columns, window.columns)
    let oldCells = old?.cells
    var index = changed.lowerBound
    // Starts at the first cell of a wide character.
    if index > start, cells[index].width == 0 { index -= 1 }
    let (tail, last) = (erasableTail(of: cells, in: start..<end), changed.upperBound)
    // A cell that a character of uncertain width before it may cover: written even if unchanged.
    var redrawn: Int?
    while index <= max(last, redrawn ?? last), index < end {
      let cell = cells[index]
      let next = min(index + max(Int(cell.width), 1), end)
      let isEqual = (index..<next).allSatisfy { cells[$0].looksEqual(to: oldCells?[$0] ?? .blank) }
      guard index == redrawn || !isEqual else {
        index = next
        continue
      }
      let place = Position(column: index - start, row: row)
      if position != place { move(to: place, in: cells[start..<end]) }
      if let tail, index >= tail, last - index >= 3 {
        erase(cell.style)
        return
      }
      if let count = putBlanks(cells, from: index, to: min(last + 1, end), at: place) {
        index += count
        redrawn = nil
        continue
      }
      let isUncertain = put(cell, at: place)
      redrawn = isUncertain || oldCells?[index].isUncertain == true ? next : nil
      index = next
    }
  }

  /// The index of the first of the blanks at the end of a row that the terminal can erase, all with
  /// one background; `nil` if there is none.
  private mutating func erasableTail(of cells: [Cell], in row: Range<Int>) -> Int? {
    guard controls.eraseLine != nil, let last = row.last, cells[last].isErasable else { return nil }
    let background = cells[last].style.background
    guard controls.erasesInColour || pens.pen(for: cells[last].style).background == .standard else {
      return nil
    }
    var first = last
    while first > row.lowerBound, cells[first - 1].isErasable,
      cells[first - 1].style.background == background
    {
      first -= 1
    }
    return first
  }

  private mutating func erase(_ style: Style) {
    use(blank: style)
    bytes += controls.eraseLine ?? []
  }

  /// Draws the equal blanks at the position of the cursor, if one sequence for all of them is
  /// shorter than the blanks.
  ///
  /// - Returns: The number of drawn cells; `nil` if nothing was drawn.
  private mutating func putBlanks(
    _ cells: [Cell],
    from index: Int,
    to end: Int,
    at place: Position
  ) -> Int? {
    let cell = cells[index]
    guard cell.content == .space, cell.width == 1 else { return nil }
    // Never fills the last column by such a sequence, because terminals differ in when they wrap after
    // it.
    let limit = min(end, index + window.columns - 1 - place.column)
    var next = index + 1
    while next < limit, cells[next] == cell { next += 1 }
    let count = next - index
    let erases =
      controls.erasesCells && cell.isErasable
      && (controls.erasesInColour || pens.pen(for: cell.style).background == .standard)
    guard count > (controls.repeats ? 6 : erases ? 12 : .max) else { return nil }
    use(blank: cell.style)
    if controls.repeats {
      bytes += " \u{1B}[\(count - 1)b".utf8
      position?.column += count
    } else {
      bytes += "\u{1B}[\(count)X".utf8
      move(to: Position(column: place.column + count, row: place.row))
    }
    return count
  }

  /// Draws a cell at the position of the cursor.
  ///
  /// - Returns: Whether the terminal may have moved its cursor by another number of columns than the
  ///   cell has.
  private mutating func put(_ cell: Cell, at place: Position) -> Bool {
    let room = window.columns - place.column
    // The terminal would scroll after the last cell of the screen.
    if room == 1, place.row == window.rows - 1, !controls.wrapsLate { return false }
    if let byte = cell.content.ascii {
      if byte == 0x20 { use(blank: cell.style) } else { use(pens.pen(for: cell.style)) }
      bytes.append(byte)
      advance(to: place.column + 1)
      return false
    }
    let glyph = Glyph(cell, room: room)
    use(pens.pen(for: cell.style))
    if !glyph.isCertain, glyph.columns > 1 {
      // A terminal that draws the character narrower leaves the second cell as it is.
      bytes += repeatElement(0x20, count: glyph.columns)
      advance(to: place.column + glyph.columns)
      move(to: place)
    }
    bytes += glyph.text.utf8
    if glyph.isCertain {
      advance(to: place.column + glyph.columns)
    } else {
      position = nil
    }
    return !glyph.isCertain
  }

  private mutating func advance(to column: Int) {
    if column < window.columns || controls.wrapsLate {
      position?.column = column
    } else {
      position = nil
    }
  }

  private mutating func use(_ new: Pen) {
    guard pen != new else { return }
    bytes += sequences.bytes(from: pen, to: new)
    pen = new
  }

  /// Selects a pen for blanks, whose colour of text is not visible.
  private mutating func use(blank style: Style) {
    let new = pens.pen(for: style)
    guard !canDraw(new, isBlank: true) else { return }
    use(new)
  }

  /// Whether the current pen draws the same as another pen.
  private func canDraw(_ new: Pen, isBlank: Bool) -> Bool {
    guard let pen else { return false }
    if pen == new { return true }
    return isBlank && pen.background == new.background
      && pen.attributes.isDisjoint(with: .visibleOnBlanks)
      && new.attributes.isDisjoint(with: .visibleOnBlanks)
  }

  private mutating func move(to place: Position) {
    bytes += moves.sequence(from: position, to: place, columns: window.columns)
    position = place
  }

  /// Moves the cursor to the right over unchanged cells: writes these cells again if that takes fewer
  /// bytes than a cursor sequence.
  private mutating func move(to place: Position, in row: ArraySlice<Cell>) {
    let sequence = moves.sequence(from: position, to: place, columns: window.columns)
    if let start = position, start.row == place.row, start.column < place.column,
      place.column - start.column < sequence.count,
      case let gap = row[(row.startIndex + start.column)..<(row.startIndex + place.column)],
      gap.allSatisfy({ canRepeat($0) })
    {
      bytes += gap.compactMap(\.content.ascii)
    } else {
      bytes += sequence
    }
    position = place
  }

  private mutating func canRepeat(_ cell: Cell) -> Bool {
    guard let byte = cell.content.ascii else { return false }
    return canDraw(pens.pen(for: cell.style), isBlank: byte == 0x20)
  }
}

extension Style.Attributes {
  /// The attributes that change how a space looks: a space with any other attributes looks like a plain
  /// space.
  fileprivate static let visibleOnBlanks: Style.Attributes = [.underlined, .reversed]
}
