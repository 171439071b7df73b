/// What the terminal database and the environment say about a terminal, which need not be open.
package struct TerminalDescription: Sendable {
  /// The capabilities of the type, or of the type that is imitated.
  let entry: TerminfoEntry
  /// The sequences that acquire and restore the screen.
  let modes: TerminalModes
  /// The terminal type that is imitated, because the terminal database has no entry for the type; `nil`
  /// if it has one.
  package let fallback: String?
  /// The number of colours that frames use.
  package let colours: ColourDepth
  /// What the number of colours was derived from.
  package let colourReason: ColourDepth.Reason
  /// The multiplexer between this process and the user's terminal.
  package let multiplexer: ClipboardSequence.Multiplexer

  /// Whether the terminal can move its cursor, so that a screen can be drawn.
  package var canPlaceCursor: Bool { entry.canPlaceCursor }
  /// Whether the sequence that copies a text (OSC 52) is sent, because the terminal obeys or ignores it.
  package var acceptsClipboard: Bool { modes.hasPrivateModes }

  /// The terminal type that terminals without an entry imitate.
  private static let imitated = "xterm-256color"

  /// Reads the entry of the terminal's type.
  ///
  /// The call is not thread-safe, because ncurses stores the current entry in a global variable.
  ///
  /// - Parameters:
  ///   - options: The type and the colours of the terminal.
  ///   - output: The descriptor of the terminal; with another file, only delays differ, which are unused.
  package init(_ options: TerminalOptions, output: Int32) {
    let described = TerminfoEntry(term: options.term, output: output)
    fallback = described == nil ? Self.imitated : nil
    entry = described ?? .xterm
    (colours, colourReason) = options.depth(described: described?.colours)
    modes = TerminalModes(
      term: fallback ?? options.term,
      entry: entry,
      usesMouse: options.usesMouse
    )
    multiplexer = options.multiplexer
  }
}
