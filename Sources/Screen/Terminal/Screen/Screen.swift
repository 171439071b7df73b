import CNcurses
import Frame
import Glibc

/// Draws frames on the terminal with ncurses.
///
/// ncurses has global state without a lock: a process has at most one screen at a time, which one thread
/// uses.
///
/// ncurses writes to an in-memory file, whose content ``Terminal`` writes to the terminal. So a frame is
/// one write, and no call of ncurses blocks while the terminal accepts no output.
final class Screen {
  /// The bytes that leave the screen after a crash, whatever is drawn on it.
  private(set) var rescue: [UInt8] = []
  private let screen: OpaquePointer
  private let file: UnsafeMutablePointer<FILE>
  private let hasAlternate: Bool
  /// The sequence that resets the palette; empty if the terminal has none.
  private let paletteReset: [UInt8]
  /// The sequences that select the default colours and no attributes.
  private let plainText: [UInt8]
  private var pens: CursesPenTable
  private var window: Size
  /// The frame on the screen; `nil` if the content of the screen is unknown.
  private var shown: Frame?
  private var isEntering = false

  private static let home = Position(column: 0, row: 0)

  /// Opens a screen; nothing is drawn before ``enter()`` and the next frame.
  ///
  /// - Parameters:
  ///   - term: The type of the terminal.
  ///   - direct: The in-memory description that replaces the database entry of the type; `nil` to use
  ///     the entry.
  ///   - depth: The range of colours of the frames.
  ///   - window: The size of the terminal in cells.
  /// - Throws: The error of the system, or ``TerminalError/cannotPlaceCursor(_:)`` if ncurses cannot use the
  ///   terminal.
  init(
    term: String,
    direct: DirectDescription?,
    depth: ColourDepth,
    window: Size
  ) throws(TerminalError) {
    let memory = cn_make_memory_file(0)
    guard memory >= 0, let file = fdopen(memory, "w") else { throw .system(code: errno) }
    // ncurses draws Unicode only in a UTF-8 locale. In any other locale of the user, frames contain only
    // ASCII.
    setlocale(LC_CTYPE, "C.UTF-8")
    cn_set_width_of_unknown { Unicode.Scalar(UInt32(bitPattern: $0)).flatMap(\.drawnWidth) ?? -1 }
    // Uses the entry of the database if the ncurses library was built without in-memory descriptions.
    guard let screen = direct.flatMap({ $0.open(file) }) ?? cn_open(term, file) else {
      fclose(file)
      throw .cannotPlaceCursor(term)
    }
    (self.screen, self.file, self.window) = (screen, file, window)
    hasAlternate = cn_string("rmcup") != nil
    paletteReset = Self.sequence("oc")
    plainText = Self.sequence("op") + Self.sequence("sgr0")
    pens = CursesPenTable(depth: depth)
    resize(to: window)
    curs_set(0)
    _ = takeOutput()
    // Called now, because ncurses has just changed all modes and colours of the terminal: the result
    // restores all of them.
    rescue = leave()
  }

  deinit {
    delscreen(screen)
    fclose(file)
  }

  /// Makes the next frame switch to the screen, and draw all cells.
  func enter() {
    isEntering = true
    cn_prepare()
    forget()
  }

  /// Leaves the screen.
  ///
  /// - Returns: The bytes that restore the terminal, also if it has received only a part of the last
  ///   frame.
  func leave() -> [UInt8] {
    endwin()
    // Without an alternate screen, the last frame stays visible, so the line break moves the prompt of
    // the shell below it.
    return plainText + takeOutput() + (hasAlternate ? [] : Array("\r\n".utf8))
  }

  /// Makes the next frame draw all cells.
  func forget() {
    shown = nil
    cn_clear()
  }

  /// Changes the size of the window, and forgets the content of the screen.
  func resize(to size: Size) {
    window = size
    // With a width of one column, ncurses reads outside of a row if the terminal cannot disable
    // automatic margins.
    resizeterm(Int32(size.rows), Int32(max(size.columns, 2)))
    forget()
  }

  /// Returns the bytes that draw a frame over the previous one; empty if nothing changes.
  ///
  /// Cells outside the window are ignored.
  func bytes(for frame: Frame) -> [UInt8] {
    if shown?.size != frame.size { forget() }
    var late = DeferredCells()
    for row in 0..<min(frame.size.rows, window.rows)
    where shown.map({ !frame.looksEqual(to: $0, inRow: row) }) ?? true {
      put(row, of: frame, &late)
    }
    draw(late)
    curs_set(frame.cursor == nil ? 0 : 1)
    let place = frame.cursor ?? frame.focus ?? Self.home
    let isInside = place.column < window.columns && place.row < window.rows
    update(cursor: isInside ? place : Self.home)
    shown = frame
    let bytes = takeOutput()
    defer { isEntering = false }
    if pens.isFull {
      pens.removeAll()
      forget()
    }
    // Removes the palette reset that ncurses writes when it enters the screen again: the user may have
    // changed the palette.
    return isEntering ? bytes.replacing(paletteReset, with: []) : bytes
  }

  // MARK: Rows

  /// The cells that are drawn after all others, because a terminal may draw some of them with another
  /// width.
  private struct DeferredCells {
    typealias Place = (row: Int, column: Int, cells: [cchar_t])
    /// The characters whose width is uncertain.
    var uncertain: [Place] = []
    /// The cells to the right of characters of uncertain width.
    var following: [Place] = []
  }

  /// Puts a row on the screen with blanks in place of the deferred cells, which are appended to `late`.
  private func put(_ row: Int, of frame: Frame, _ late: inout DeferredCells) {
    let columns = min(frame.size.columns, window.columns)
    var cells: [cchar_t] = []
    var column = 0
    var isBehind = false
    pens.beginRow()
    while column < columns {
      let cell = frame[column: column, row: row]
      let pen = pens.pen(of: cell)
      if let scalar = cell.narrowScalar, !isBehind {
        cells.append(pen.cell(of: scalar))
        column += 1
        continue
      }
      var glyph = Glyph(cell, room: columns - column)
      if !glyph.isCertain, glyph.columns > 1, column + glyph.columns == window.columns {
        // A terminal that draws this last character of the row narrower or wider would wrap the line
        // elsewhere.
        glyph = .replacement(columns: glyph.columns)
      }
      let isLate = !glyph.isCertain
      let characters = pen.cells(of: glyph.text)
      if isLate {
        late.uncertain.append((row, column, characters))
      } else if isBehind {
        late.following.append((row, column, characters))
      }
      cells +=
        isLate || isBehind
        ? pen.cells(of: String(repeating: " ", count: glyph.columns)) : characters
      isBehind = isLate
      column += glyph.columns
    }
    put((row, 0, cells))
  }

  private func put(_ place: DeferredCells.Place) {
    cn_put(Int32(place.row), Int32(place.column), place.cells, Int32(place.cells.count))
  }

  /// Draws the characters of uncertain width, and then the cells to their right, over which a terminal
  /// may have drawn a wider character.
  ///
  /// ncurses assumes that the cursor is where it has moved it. So each of these cells is a separate
  /// update, which ends with the cursor in a distant corner: from there, ncurses uses an absolute
  /// position, because it is the shortest sequence.
  private func draw(_ late: DeferredCells) {
    guard !late.uncertain.isEmpty else { return }
    update(cursor: Self.home)
    let end = Position(column: window.columns - 1, row: window.rows - 1)
    for place in late.uncertain + late.following {
      put(place)
      update(cursor: place.row < 2 ? end : Self.home)
    }
  }

  private func update(cursor: Position) { cn_update(Int32(cursor.row), Int32(cursor.column)) }

  /// A sequence of the terminal without the delays (`$<2>`) that old terminals need; empty if it has none.
  private static func sequence(_ name: String) -> [UInt8] {
    guard let text = cn_string(name) else { return [] }
    let parts = String(cString: text).split(separator: "$<", omittingEmptySubsequences: false)
    let rest = parts.dropFirst().map { $0.drop { $0 != ">" }.dropFirst() }
    return Array((parts.prefix(1) + rest).joined().utf8)
  }

  /// The bytes that ncurses has written since the last call.
  private func takeOutput() -> [UInt8] {
    let memory = fileno(file)
    let count = max(Int(lseek(memory, 0, SEEK_CUR)), 0)
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(pread(memory, buffer.baseAddress, count, 0), 0)
    }
    lseek(memory, 0, SEEK_SET)
    return bytes
  }
}

/// A terminal description with 24-bit colours that ncurses reads from memory.
///
/// The terminal database has no such description in which the colours up to 255 are those of the
/// palette.
struct DirectDescription: Hashable, Sendable {
  /// Whether the terminal erases cells in the background colour (the flag `bce` of the terminal database).
  let erasesInColour: Bool

  /// Opens an ncurses screen whose output goes to a file; `nil` if ncurses cannot use the description.
  ///
  /// ncurses reads the description from the environment of this process. A variable that is added last does
  /// not move the others, so that other threads can read them meanwhile.
  func open(_ file: UnsafeMutablePointer<FILE>) -> OpaquePointer? {
    let variable = "TERMINFO"
    let former = getenv(variable).map { String(cString: $0) }
    setenv(variable, "b64:" + entry, 1)
    defer { if let former { setenv(variable, former, 1) } else { unsetenv(variable) } }
    return cn_open("halyard-direct", file)
  }

  /// The compiled description in Base64; `Sources/C/CNcurses/direct.ti` has its source and the command
  /// that compiles it.
  var entry: String {
    // The Base64 character that contains the flag `bce`.
    let erases = erasesInColour ? "F" : "B"
    return """
      HgJRAB0ADwBpAasCaGFseWFyZC1kaXJlY3R8dGVybWluYWwgd2l0aCAyNC1iaXQgY29sb3VycyB0aGF0IGVyYXNlcy\
      BpbiB0aGUgYmFja2dyb3VuZCBjb2xvdXIAAAEAAAEAAAAAAAAAAAEBAAAAAAAAAAAAAAAAAA\(erases)QAAAACAAAABgAAAD/\
      ////////////////////////////////////////////////////AAAAAgAAAQD//wAAAgAEAP//FQAdACEAJQD//z\
      AAQQBDAEcATgD//1AAVwD//1sA//9fAGMA//////////9nAGwA//91AHoA/////38AhACJAI4A//+XAJsA//+kAKkA\
      rwD/////////////////////tQD///////////////////////////////////////////////////////////////\
      ///////////////////////////7kAwQD////////////////////////////////////////JANIA2wDkAO0A9gD/\
      AAgBEQEaAf///////////////////////////////yMB//8uATABMwH///////////////////////////////////\
      ///////////////2kBbwH/////////////////////////////////////////////////////////////////////\
      //////////////////////////////////////////////////////////////////////////////////////////\
      //////////////////////////////////////////////////////////////////////////////////////////\
      ////////////////////////////////////////////////////////////dQH///////////////////////////\
      ////////////////////////////////////////////96Af//////////////////////////////////gwH/////\
      //////////////////+IAf////////////////////////////////////////////////////////////////////\
      //////////////////////////////jgEcAgcADQAbWyVpJXAxJWQ7JXAyJWRyABtbSBtbMkoAG1tLABtbSgAbWyVp\
      JXAxJWRHABtbJWklcDElZDslcDIlZEgACgAbW0gAG1s/MjVsAAgAG1s/MjVoABtbQwAbW0EAG1tQABtbTQAbWzFtAB\
      tbPzEwNDloABtbMm0AG1s0aAAbWzdtABtbN20AG1s0bQAbWyVwMSVkWAAbW20AG1s/MTA0OWwAG1s0bAAbWzI3bQAb\
      WzI0bQAbW0wAG1s/MWwbPgAbWz8xaBs9ABtbJXAxJWRQABtbJXAxJWRNABtbJXAxJWRCABtbJXAxJWRAABtbJXAxJW\
      RTABtbJXAxJWRMABtbJXAxJWREABtbJXAxJWRDABtbJXAxJWRUABtbJXAxJWRBABtbJWklcDElZGQACgAbTQAbWzAl\
      PyVwNiV0OzElOyU/JXA1JXQ7MiU7JT8lcDIldDs0JTslPyVwMSVwMyV8JXQ7NyU7bQAbWz83aAAbWz83bAAbWzFLAB\
      tbMzk7NDltABtbM20AG1syM20AG1slPyVwMSV7OH0lPCV0MyVwMSVkJWUlcDElezE2fSU8JXQ5JXAxJXs4fSUtJWQl\
      ZSVwMSV7MjU2fSU8JXQzODs1OyVwMSVkJWUzODsyOyVwMSV7NjU1MzZ9JS8lezI1NX0lJiVkOyVwMSV7MjU2fSUvJX\
      syNTV9JSYlZDslcDElezI1NX0lJiVkJTttABtbJT8lcDElezh9JTwldDQlcDElZCVlJXAxJXsxNn0lPCV0MTAlcDEl\
      ezh9JS0lZCVlJXAxJXsyNTZ9JTwldDQ4OzU7JXAxJWQlZTQ4OzI7JXAxJXs2NTUzNn0lLyV7MjU1fSUmJWQ7JXAxJX\
      syNTZ9JS8lezI1NX0lJiVkOyVwMSV7MjU1fSUmJWQlO20AAAIAAAAAAAIABwABAQAAAwBBWABSR0IA
      """
  }
}
