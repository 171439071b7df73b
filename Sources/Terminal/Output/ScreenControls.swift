/// The control sequences with which a terminal erases and scrolls, as far as the terminal has them.
struct ScreenControls: Hashable, Sendable {
  let clear: [UInt8]
  /// Erases to the end of the line; `nil` if the terminal cannot.
  let eraseLine: [UInt8]?
  /// Whether `CSI n X` erases n cells at the cursor.
  let erasesCells: Bool
  /// Whether `CSI n b` repeats the last character n times.
  let repeats: Bool
  /// Whether `CSI n S` and `CSI n T` scroll the rows that `CSI top ; bottom r` selects.
  let scrolls: Bool
  /// Whether erased cells get the background of the pen instead of the default one.
  let erasesInColour: Bool
  /// Whether the last column can be written without a wrap to the next line.
  let wrapsLate: Bool
  let showCursor: [UInt8]
  let hideCursor: [UInt8]

  init(_ entry: TerminfoEntry) {
    func bytes(_ name: String) -> [UInt8]? { entry.strings[name].map { Array($0.utf8) } }
    clear = bytes("clear") ?? Array("\u{1B}[H\u{1B}[J".utf8)
    eraseLine = bytes("el")
    erasesCells = entry.strings["ech"] == "\u{1B}[%p1%dX"
    repeats = entry.strings["rep"] == "%p1%c\u{1B}[%p2%{1}%-%db"
    scrolls =
      entry.strings["csr"] == "\u{1B}[%i%p1%d;%p2%dr"
      && entry.strings["indn"] == "\u{1B}[%p1%dS" && entry.strings["rin"] == "\u{1B}[%p1%dT"
    erasesInColour = entry.flags.contains("bce")
    wrapsLate = !entry.flags.contains("am") || entry.flags.contains("xenl")
    showCursor = bytes("cnorm") ?? []
    hideCursor = bytes("civis") ?? []
  }
}
