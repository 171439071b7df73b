import FoundationEssentials

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
