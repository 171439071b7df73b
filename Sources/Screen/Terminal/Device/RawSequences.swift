/// All escape sequences that this package writes itself: ncurses has none of them.
///
/// - Pasted text in brackets (2004), reports of the mouse (1002, 1006) and of the focus (1004)
/// - The title of the window (OSC 2), and its stack (`CSI 22 t`, `CSI 23 t`)
/// - Synchronised updates (2026)
/// - The clipboard (OSC 52), through the multiplexers of ``ClipboardSequence``
/// - The request of the background colour (OSC 11)
enum RawSequences {
  static let backgroundRequest = Array("\u{1B}]11;?\u{1B}\\".utf8)
  /// The start of the sequence that copies a text to the clipboard; ``bell`` ends it.
  static let clipboard = Array("\u{1B}]52;c;".utf8)
  static let bell: UInt8 = 0x07

  /// Returns the sequences that acquire the modes of the terminal: the title of the shell is pushed.
  static func enter(usesMouse: Bool) -> [UInt8] {
    Array(("\u{1B}[?2004h\u{1B}[22;0t" + (usesMouse ? "\u{1B}[?1002h\u{1B}[?1006h" : "")).utf8)
  }

  /// Restores all modes, whatever their state is; also ends a synchronised update.
  static let leave = Array(
    ("\u{1B}[?2026l\u{1B}[23;0t\u{1B}[?2004l"
      + "\u{1B}[?1000l\u{1B}[?1002l\u{1B}[?1006l\u{1B}[?1004l").utf8
  )

  /// Makes a terminal show the effect of all bytes at once.
  static func synchronised(_ bytes: [UInt8]) -> [UInt8] {
    Array("\u{1B}[?2026h".utf8) + bytes + Array("\u{1B}[?2026l".utf8)
  }

  /// Returns the sequence that sets the title of the terminal's window (OSC 2), without control
  /// characters of the title, which would end the sequence.
  static func title(_ title: String) -> [UInt8] {
    let scalars = title.unicodeScalars.filter { $0.properties.generalCategory != .control }
    return Array("\u{1B}]2;\(String(String.UnicodeScalarView(scalars)))\u{1B}\\".utf8)
  }

  /// Whether terminals of a type ignore unknown private modes and titles instead of printing them.
  static func areIgnored(by term: String) -> Bool {
    !["linux", "dumb", "vt52", "vt1", "ansi", "cons", "sun", "mach"].contains {
      term.hasPrefix($0)
    }
  }
}
