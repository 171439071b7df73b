import CNcurses
import Frame
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
  private var lastInk: (style: Style, ink: (attributes: attr_t, pair: Int32))?
  /// What to send when the terminal is taken, beside what curses sends itself.
  let enterText: [UInt8]
  /// What to send before it is given back, beside what curses sends itself.
  let leaveText: [UInt8]
  /// What to send to give it back at once, without curses.
  let rescueText: [UInt8]
  private let hasOtherScreen: Bool

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
    // The size comes from the terminal itself, not from variables that a shell once exported.
    use_env(false)
    use_tioctl(true)
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
    hasOtherScreen = cn_capability("rmcup") != nil
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
      lastInk = nil
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
    // Where there is no screen to go back to, the shell goes on below this one.
    return takeOutput() + (hasOtherScreen ? [] : Array("\r\n".utf8))
  }

  private func put(_ frame: Frame, over shown: Frame?) {
    // Looked up once: this is the only loop over all cells that runs for every key.
    let cells = frame.cells
    let old = shown?.cells
    if old == nil { werase(cn_window()) }
    let stride = frame.size.columns
    let columns = min(stride, Int(getmaxx(cn_window())))
    for row in 0..<min(frame.size.rows, Int(getmaxy(cn_window()))) {
      var index = row * stride
      let end = index + columns
      while index < end {
        let next = index + max(Int(cells[index].width), 1)
        let differs = (index..<min(next, end)).contains { cells[$0] != old?[$0] ?? .blank }
        if differs {
          put(cells[index], row: row, column: index - row * stride, room: end - index)
        }
        index = next
      }
    }
  }

  private func put(_ cell: Cell, row: Int, column: Int, room: Int) {
    let ink = ink(for: cell.style)
    if cell.width == 1, cell.text.utf8.count == 1, let byte = cell.text.utf8.first,
      (0x20..<0x7F).contains(byte)
    {
      cn_put_ascii(Int32(row), Int32(column), CChar(byte), ink.attributes, ink.pair)
      return
    }
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
    if style == lastInk?.style, let lastInk { return lastInk.ink }
    if let known = inks[style] {
      lastInk = (style, known)
      return known
    }
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
