/// The escape sequences that acquire and restore the screen and the modes of the terminal.
struct TerminalModes: Hashable, Sendable {
  /// Acquires the screen: written before the first frame.
  let enter: [UInt8]
  /// Restores the screen and all modes, also after a crash: one write, which does not depend on the
  /// state of the terminal.
  let leave: [UInt8]
  /// Whether the terminal ignores unknown private modes instead of printing them.
  let hasPrivateModes: Bool

  private static let pasteOn = "\u{1B}[?2004h"
  private static let pasteOff = "\u{1B}[?2004l"
  // The window title of the shell is pushed on the stack of the terminal, and popped at the end.
  private static let pushTitle = "\u{1B}[22;0t"
  private static let popTitle = "\u{1B}[23;0t"
  private static let endSynchronised = "\u{1B}[?2026l"
  /// Enables reports of mouse buttons and drags, with SGR coordinates.
  private static let mouseOn = "\u{1B}[?1002h\u{1B}[?1006h"
  /// Disables reports of mouse buttons, mouse drags, SGR coordinates and focus events.
  private static let eventsOff = "\u{1B}[?1000l\u{1B}[?1002l\u{1B}[?1006l\u{1B}[?1004l"

  /// Creates the sequences from the entry of a terminal type, with the mouse only if it is used.
  init(term: String, entry: TerminfoEntry, usesMouse: Bool = false) {
    func string(_ name: String) -> String { entry.strings[name] ?? "" }
    let hasModes = Self.hasPrivateModes(term: term)
    hasPrivateModes = hasModes
    // Another program may have left a scroll region, the insert mode, or lines that do not wrap.
    let region = entry.strings["csr"] == "\u{1B}[%i%p1%d;%p2%dr" ? "\u{1B}[r" : ""
    let screen = string("smcup") + region + string("rmir") + string("smam")
    let mouse = usesMouse ? Self.mouseOn : ""
    let modes = hasModes ? Self.pasteOn + Self.pushTitle + mouse : ""
    enter = Array((screen + string("smkx") + modes).utf8)
    let modesOff = Self.endSynchronised + Self.popTitle + Self.pasteOff + Self.eventsOff
    // Without an alternate screen, the last frame stays visible: the prompt of the shell moves below.
    let back = string("rmcup").isEmpty ? "\u{1B}[999H\r\n" : string("rmcup")
    leave = Array(
      ((hasModes ? modesOff : "") + string("rmkx") + string("op") + string("sgr0")
        + string("cnorm") + back).utf8
    )
  }

  private static func hasPrivateModes(term: String) -> Bool {
    !["linux", "dumb", "vt52", "vt1", "ansi", "cons", "sun", "mach"].contains {
      term.hasPrefix($0)
    }
  }

  /// Returns the sequence that sets the title of the terminal's window (OSC 2), without control
  /// characters of the title, which would end the sequence.
  static func titleText(_ title: String) -> [UInt8] {
    let scalars = title.unicodeScalars.filter { $0.properties.generalCategory != .control }
    return Array("\u{1B}]2;\(String(String.UnicodeScalarView(scalars)))\u{1B}\\".utf8)
  }
}
