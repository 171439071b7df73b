import CNcurses
import Frame
import Glibc

/// Wraps the ncurses screen: computes the escape sequences that turn one frame into the next.
///
/// The output of ncurses is captured in an in-memory file: thus a frame is written in one piece,
/// its size is known, and direct colours can be inserted.
final class CursesWindow {
  private let screen: OpaquePointer
  private let output: UnsafeMutablePointer<FILE>
  private let input: UnsafeMutablePointer<FILE>
  private let capture: Int32
  private var colours: ColourTable
  private var inks: [Style: (attributes: attr_t, pair: Int32)] = [:]
  private var lastInk: (style: Style, ink: (attributes: attr_t, pair: Int32))?
  /// The escape sequences that are written after the first frame when the terminal is acquired.
  let enterText: [UInt8]
  /// The escape sequences that are written before those of curses when the terminal is released.
  let leaveText: [UInt8]
  /// The escape sequences that restore the terminal without curses, such as after a crash.
  let rescueText: [UInt8]
  private let hasAlternateScreen: Bool

  /// Starts curses on duplicates of the terminal's file descriptors.
  init(
    _ options: TerminalOptions,
    device: TerminalDevice
  ) throws(TerminalError) {
    Self.chooseLocale()
    guard !options.term.isEmpty else { throw .unknownTerminal("") }
    let capture = cn_make_memory_file(0)
    guard capture >= 0 else { throw .system(code: errno) }
    let (output, input) = try Self.openStreams(device, orClose: capture)
    // Uses the size that the terminal reports, not the environment variables LINES and COLUMNS.
    use_env(false)
    use_tioctl(true)
    guard let screen = newterm(options.term, output, input) else {
      fclose(output)
      fclose(input)
      close(capture)
      throw .unknownTerminal(options.term)
    }
    // `newterm` has queried the size, for which its output must be the terminal. From now on, the
    // output of curses is captured.
    dup2(capture, fileno(output))
    (self.screen, self.output, self.input, self.capture) = (screen, output, input, capture)
    colours = Self.startColours(options)
    nonl()
    typeahead(-1)
    cn_leave_palette_alone()
    let modes = TerminalModes(term: options.term) { name in
      cn_capability(name).map { String(cString: $0) }
    }
    (enterText, leaveText, rescueText) = (modes.enter, modes.leave, modes.rescue)
    hasAlternateScreen = cn_capability("rmcup") != nil
    if cn_capability("cup") == nil { throw .cannotPlaceCursor(options.term) }
  }

  deinit {
    delscreen(screen)
    fclose(output)
    fclose(input)
    close(capture)
  }

  /// Opens streams on the terminal's descriptors; closes `capture` on failure.
  private static func openStreams(
    _ device: TerminalDevice,
    orClose capture: Int32
  ) throws(TerminalError) -> (
    output: UnsafeMutablePointer<FILE>, input: UnsafeMutablePointer<FILE>
  ) {
    do throws(TerminalError) {
      let output = try openStream(device.output, "w")
      do throws(TerminalError) {
        return (output, try openStream(device.input, "r"))
      } catch {
        fclose(output)
        throw error
      }
    } catch {
      close(capture)
      throw error
    }
  }

  /// Opens a C stream on a duplicate of the file descriptor.
  static func openStream(
    _ descriptor: Int32,
    _ mode: String
  ) throws(TerminalError) -> UnsafeMutablePointer<FILE> {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw .system(code: errno) }
    guard let stream = fdopen(copy, mode) else {
      let code = errno
      close(copy)
      throw .system(code: code)
    }
    return stream
  }

  /// Sets the locale from the environment, or else C.UTF-8, because wide characters need UTF-8.
  private static func chooseLocale() {
    setlocale(LC_CTYPE, "")
    if let codeset = nl_langinfo(Int32(CODESET)), String(cString: codeset) != "UTF-8" {
      setlocale(LC_CTYPE, "C.UTF-8")
    }
  }

  private static func startColours(_ options: TerminalOptions) -> ColourTable {
    let isEnabled = options.colours != .monochrome
    let hasColours = isEnabled && start_color() != ERR && cn_colours() >= 8
    let hasStandard = hasColours && use_default_colors() != ERR
    let described = hasColours ? Int(cn_colours()) : 0
    let found = ColourDepth(
      term: options.term,
      colorterm: options.colorterm,
      described: described
    )
    // Limits the depth to that of the terminfo entry: curses refuses pairs with other colours.
    let most = described >= 256 ? ColourDepth.direct : found
    let depth = min(options.colours ?? found, most)
    return ColourTable(
      depth: depth,
      pairLimit: Int(cn_colour_pairs()),
      hasStandard: hasStandard
    )
  }

  var depth: ColourDepth { colours.depth }

  /// Resizes the curses screen; it is never smaller than one cell.
  func resize(to size: Size) {
    resize_term(Int32(max(size.rows, 1)), Int32(max(size.columns, 1)))
  }

  /// Forgets the shown content, so that the next frame redraws the whole screen.
  func forget() {
    cn_forget_terminal()
  }

  /// Draws the difference between two frames; draws the whole frame if `shown` is `nil`.
  ///
  /// - Returns: The bytes to write to the terminal.
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
    return DirectColours(table: colours).replaced(in: drainOutput())
  }

  /// Ends curses; returns the bytes that restore the terminal.
  func end() -> [UInt8] {
    endwin()
    // Without an alternate screen, the last frame stays visible: the line break moves the prompt of
    // the shell below the frame.
    return drainOutput() + (hasAlternateScreen ? [] : Array("\r\n".utf8))
  }

  private func put(_ frame: Frame, over shown: Frame?) {
    // Reads the cell arrays of both frames once: the loop visits all cells after every key press.
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
    for (number, pair) in colours.dequeueNewPairs() {
      init_extended_pair(number, pair.foreground, pair.background)
    }
    var attributes: attr_t = colour.isBold ? cn_bold : 0
    if style.attributes.contains(.bold) { attributes |= cn_bold }
    if style.attributes.contains(.dim) { attributes |= cn_dim }
    if style.attributes.contains(.underlined) { attributes |= cn_underlined }
    if style.attributes.contains(.reversed) { attributes |= cn_reversed }
    if style.attributes.contains(.italic) { attributes |= cn_italic }
    let ink = (attributes: attributes, pair: colour.pair)
    // Does not cache the result while the colour table is exhausted: emptying the table makes the
    // colours of the style available.
    if !colours.isExhausted { inks[style] = ink }
    return ink
  }

  private func placeCursor(_ cursor: Position?) {
    let window = cn_window()
    // Leaves a hidden cursor at the last changed cell, which saves a few bytes per frame.
    leaveok(window, cursor == nil)
    curs_set(cursor == nil ? 0 : 1)
    if let cursor { wmove(window, Int32(cursor.row), Int32(cursor.column)) }
  }

  /// Removes and returns the bytes that curses has written since the last call.
  private func drainOutput() -> [UInt8] {
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
