import CNcurses

/// The capabilities of a terminal according to the terminal database and the environment; the terminal
/// need not be open.
package struct TerminalDescription: Sendable {
  let term: String
  /// The terminal type that is imitated, because the terminal database has no entry for the type; `nil`
  /// if it has one.
  package let fallback: String?
  /// The number of colours that frames use.
  package let colours: ColourDepth
  /// What the number of colours was derived from.
  package let colourReason: ColourDepth.Reason
  /// Whether the terminal can move its cursor, so that a screen can be drawn.
  package let canPlaceCursor: Bool
  /// The multiplexer between this process and the user's terminal.
  package let multiplexer: ClipboardSequence.Multiplexer
  /// The description that ncurses uses instead of the entry of the database; `nil` to use the entry.
  let direct: DirectDescription?

  /// Whether copying text (OSC 52) is possible: the terminal supports the sequence, or at least ignores
  /// it.
  package var acceptsClipboard: Bool { ignoresSequences }
  /// Whether the terminal ignores unknown sequences instead of printing them.
  var ignoresSequences: Bool { RawSequences.areIgnored(by: fallback ?? term) }

  /// The type whose entry is used for terminal types that have none.
  private static let imitated = "xterm-256color"

  /// Reads the entry of the terminal's type.
  ///
  /// The call is not thread-safe, because ncurses stores the current entry in a global variable. It must
  /// not be called while a ``Terminal`` is open.
  ///
  /// - Parameters:
  ///   - options: The type and the colours of the terminal.
  ///   - output: The descriptor of the terminal. Any other file works, too, because the descriptor only
  ///     affects delays, which are not used.
  package init(_ options: TerminalOptions, output: Int32) {
    term = options.term
    let isDescribed = !term.isEmpty && cn_select(term, output) != 0
    defer { if isDescribed { cn_deselect() } }
    fallback = isDescribed ? nil : Self.imitated
    let number = isDescribed ? max(Int(tigetnum("colors")), 0) : nil
    (colours, colourReason) = options.depth(described: number)
    canPlaceCursor = !isDescribed || Self.movesCursor(by: cn_string("cup"))
    multiplexer = options.multiplexer
    if isDescribed, colours != .direct {
      direct = nil
    } else {
      direct = DirectDescription(erasesInColour: isDescribed && tigetflag("bce") > 0)
    }
  }

  /// Whether a cursor movement begins with `ESC [`, as in ISO 6429; terminals in which it does not also
  /// send other sequences for keys.
  private static func movesCursor(by sequence: UnsafePointer<CChar>?) -> Bool {
    sequence.map { String(cString: $0).hasPrefix("\u{1B}[") } ?? false
  }
}
