import CNcurses
import Dashboard
import Glibc

/// The terminal as curses sees it: knows what stands on it, and what to send to change that.
///
/// What curses sends goes to a file in memory first. So a frame leaves in one piece, its bytes
/// can be counted, and direct colours can be put in.
final class CursesWindow {
  private let screen: OpaquePointer
  private let output: UnsafeMutablePointer<FILE>
  private let input: UnsafeMutablePointer<FILE>
  private let capture: Int32
  private var colours: ColourTable
  private var inks: [Style: (attributes: attr_t, pair: Int32)] = [:]
  /// What to send when the terminal is taken, beside what curses sends itself.
  let enterText: [UInt8]
  /// What to send before it is given back, beside what curses sends itself.
  let leaveText: [UInt8]
  /// What to send to give it back at once, without curses.
  let rescueText: [UInt8]

  /// Opens curses on the descriptors of a terminal, which stay the caller's.
  init(
    _ options: TerminalOptions,
    device: TerminalDevice
  ) throws(TerminalError) {
    Self.chooseLocale()
    guard !options.term.isEmpty else { throw .unknownTerminal("") }
    let capture = cn_make_memory_file(0)
    let outputCopy = fcntl(device.output, F_DUPFD_CLOEXEC, 3)
    let inputCopy = fcntl(device.input, F_DUPFD_CLOEXEC, 3)
    guard capture >= 0, let output = fdopen(outputCopy, "w"), let input = fdopen(inputCopy, "r")
    else { throw .system(code: errno) }
    use_env(false)
    guard let screen = newterm(options.term, output, input) else {
      fclose(output)
      fclose(input)
      close(capture)
      throw .unknownTerminal(options.term)
    }
    // Curses has asked the terminal for its size; from here on it talks to the file.
    dup2(capture, outputCopy)
    (self.screen, self.output, self.input, self.capture) = (screen, output, input, capture)
    colours = Self.startColours(options)
    nonl()
    typeahead(-1)
    cn_leave_palette_alone()
    let modes = TerminalModes(term: options.term) { name in
      cn_capability(name).map { String(cString: $0) }
    }
    (enterText, leaveText, rescueText) = (modes.enter, modes.leave, modes.rescue)
    if cn_capability("cup") == nil { throw .cannotPlaceCursor(options.term) }
  }

  deinit {
    delscreen(screen)
    fclose(output)
    fclose(input)
    close(capture)
  }

  /// Wide characters need a UTF-8 locale; where the user's is none, the terminal is UTF-8 anyway.
  private static func chooseLocale() {
    setlocale(LC_CTYPE, "")
    if let codeset = nl_langinfo(Int32(CODESET)), String(cString: codeset) != "UTF-8" {
      setlocale(LC_CTYPE, "C.UTF-8")
    }
  }

  private static func startColours(_ options: TerminalOptions) -> ColourTable {
    let isAsked = options.colours != .monochrome
    let hasColours = isAsked && start_color() != ERR && cn_colours() >= 8
    let hasStandard = hasColours && use_default_colors() != ERR
    let described = hasColours ? Int(cn_colours()) : 0
    let found = ColourDepth(
      term: options.term,
      colorterm: options.colorterm,
      described: described
    )
    // More than the description knows cannot be asked for: curses would refuse the pairs.
    let most = described >= 256 ? ColourDepth.direct : found
    let depth = min(options.colours ?? found, most)
    return ColourTable(
      depth: depth,
      pairLimit: Int(cn_colour_pairs()),
      hasStandard: hasStandard
    )
  }

  /// The colours that it uses.
  var depth: ColourDepth { colours.depth }

  /// Takes another size.
  func resize(to size: Size) {
    resize_term(Int32(max(size.rows, 1)), Int32(max(size.columns, 1)))
  }

  /// Forgets what the terminal shows, so that the next frame is painted whole.
  func forget() {
    cn_forget_terminal()
  }

  /// Paints what differs between two frames, or all of one; returns what to send.
  func paint(_ frame: Frame, over shown: Frame?) -> [UInt8] {
    put(frame, over: shown)
    if colours.isExhausted {
      colours.removeAll()
      inks = [:]
      cn_forget_terminal()
      put(frame, over: nil)
    }
    placeCursor(frame.cursor)
    wnoutrefresh(cn_window())
    doupdate()
    return DirectColours(table: colours).replaced(in: takeOutput())
  }

  /// Gives the terminal back; returns what to send.
  func end() -> [UInt8] {
    endwin()
    return takeOutput()
  }

  private func put(_ frame: Frame, over shown: Frame?) {
    let rows = min(frame.size.rows, Int(getmaxy(cn_window())))
    let columns = min(frame.size.columns, Int(getmaxx(cn_window())))
    for row in 0..<rows {
      var column = 0
      while column < columns {
        let cell = frame[column: column, row: row]
        let width = max(Int(cell.width), 1)
        if differs(frame, shown, row: row, columns: column..<min(column + width, columns)) {
          put(cell, row: row, column: column, room: columns - column)
        }
        column += width
      }
    }
  }

  private func differs(_ frame: Frame, _ shown: Frame?, row: Int, columns: Range<Int>) -> Bool {
    guard let shown else { return true }
    return columns.contains {
      frame[column: $0, row: row] != shown[column: $0, row: row]
    }
  }

  private func put(_ cell: Cell, row: Int, column: Int, room: Int) {
    let ink = ink(for: cell.style)
    let glyph = Glyph(cell, room: room) { Int(cn_width(wchar_t($0.value))) }
    write(glyph.scalars, row: row, column: column, ink)
    for offset in 0..<glyph.padding {
      write([" "], row: row, column: column + glyph.width + offset, ink)
    }
  }

  private func write(
    _ scalars: [Unicode.Scalar],
    row: Int,
    column: Int,
    _ ink: (attributes: attr_t, pair: Int32)
  ) {
    let text = scalars.map { wchar_t($0.value) } + [0]
    cn_put(Int32(row), Int32(column), text, ink.attributes, ink.pair)
  }

  private func ink(for style: Style) -> (attributes: attr_t, pair: Int32) {
    if let known = inks[style] { return known }
    let colour = colours.ink(for: style)
    for (number, pair) in colours.takeNewPairs() {
      init_extended_pair(number, pair.foreground, pair.background)
    }
    var attributes: attr_t = colour.isBold ? cn_bold : 0
    if style.attributes.contains(.bold) { attributes |= cn_bold }
    if style.attributes.contains(.dim) { attributes |= cn_dim }
    if style.attributes.contains(.underlined) { attributes |= cn_underlined }
    if style.attributes.contains(.reversed) { attributes |= cn_reversed }
    if style.attributes.contains(.italic) { attributes |= cn_italic }
    let ink = (attributes: attributes, pair: colour.pair)
    // What was refused may be had once the table is emptied, so it is not remembered.
    if !colours.isExhausted { inks[style] = ink }
    return ink
  }

  private func placeCursor(_ cursor: Position?) {
    let window = cn_window()
    // A hidden cursor may stay where the last change was, which saves a few bytes a frame.
    leaveok(window, cursor == nil)
    curs_set(cursor == nil ? 0 : 1)
    if let cursor { wmove(window, Int32(cursor.row), Int32(cursor.column)) }
  }

  /// What curses has written since the last call.
  private func takeOutput() -> [UInt8] {
    let count = Int(lseek(capture, 0, SEEK_CUR))
    guard count > 0 else { return [] }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(pread(capture, buffer.baseAddress, count, 0), 0)
    }
    ftruncate(capture, 0)
    lseek(capture, 0, SEEK_SET)
    return bytes
  }
}
