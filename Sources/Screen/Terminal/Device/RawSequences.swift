import FoundationEssentials

/// The escape sequences that this module writes itself, because ncurses does not write them.
///
/// - Bracketed paste (2004), reports of the mouse (1002, 1006), and the end of focus reports (1004)
/// - The title of the window (OSC 2), and its stack (`CSI 22 t`, `CSI 23 t`)
/// - Synchronised updates (2026)
/// - The clipboard (OSC 52), through the multiplexers of ``ClipboardSequence``
/// - The request of the background colour (OSC 11)
enum RawSequences {
  static let backgroundRequest = Array("\u{1B}]11;?\u{1B}\\".utf8)
  /// The start of the sequence that copies text to the clipboard; ``bell`` ends the sequence.
  static let clipboard = Array("\u{1B}]52;c;".utf8)
  static let bell: UInt8 = 0x07

  /// Returns the sequences that enable the private modes, and save the title of the shell on the title
  /// stack.
  static func enter(usesMouse: Bool) -> [UInt8] {
    Array("\u{1B}[?2004h\u{1B}[22;0t".utf8) + (usesMouse ? mouse(isUsed: true) : [])
  }

  /// Returns the sequences that start or end the reports of the mouse.
  static func mouse(isUsed: Bool) -> [UInt8] {
    Array((isUsed ? "\u{1B}[?1002h\u{1B}[?1006h" : "\u{1B}[?1002l\u{1B}[?1006l").utf8)
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

/// The escape sequences that copy a text to the clipboard of the terminal (OSC 52), also through
/// the terminal multiplexers tmux and GNU screen.
package struct ClipboardSequence: Hashable, Sendable {
  /// The bytes to write to the terminal.
  let bytes: [UInt8]

  /// The largest size of the Base64 text: xterm and other terminals discard longer sequences.
  static let encodedLimit = 74_994
  /// The largest number of Base64 characters in one sequence of screen, whose buffer is small.
  private static let screenChunk = 240

  /// The program between this process and the terminal that can intercept escape sequences.
  package enum Multiplexer: Hashable, Sendable, CaseIterable {
    case none, tmux, screen
  }

  /// Encodes a text; `nil` if its Base64 text exceeds ``encodedLimit``.
  init?(_ text: String, through multiplexer: Multiplexer) {
    let source = Array(text.utf8)
    guard (source.count + 2) / 3 * 4 <= Self.encodedLimit else { return nil }
    let encoded = Array(Data(source).base64EncodedData())
    let plain = RawSequences.clipboard + encoded + [RawSequences.bell]
    switch multiplexer {
    case .none: bytes = plain
    case .tmux:
      // tmux itself handles the plain sequence: it sets a tmux buffer, or the clipboard, if
      // `set-clipboard` allows that. The second, wrapped sequence reaches the terminal around tmux if
      // `allow-passthrough` is on.
      bytes = plain + Array("\u{1B}Ptmux;\u{1B}".utf8) + plain + Self.end
    case .screen:
      let chunks = stride(from: 0, to: encoded.count, by: Self.screenChunk).map { first in
        encoded[first..<min(first + Self.screenChunk, encoded.count)]
      }
      // GNU screen forwards the content of each small sequence unchanged, so that the terminal receives
      // a single sequence.
      bytes =
        Self.forwarded(RawSequences.clipboard[...]) + chunks.flatMap(Self.forwarded)
        + Self.forwarded([RawSequences.bell])
    }
  }

  /// The end of a device control string (ST).
  private static let end: [UInt8] = [0x1B, 0x5C]

  private static func forwarded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    [0x1B, 0x50] + bytes + end
  }
}
