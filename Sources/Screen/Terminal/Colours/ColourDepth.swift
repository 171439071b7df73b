/// The range of colours that a terminal supports.
public enum ColourDepth: Hashable, Sendable, Comparable, CaseIterable {
  /// No colours; bold, underlined and reversed text is still available.
  case monochrome
  /// The 8 colours of old terminals.
  case eight
  /// The 16 colours that the user configures in the terminal.
  case sixteen
  /// 256 colours: the 16 configured ones, a cube of 6 × 6 × 6, and 24 greys.
  case indexed
  /// 16.7 million colours with red, green and blue components (true colour).
  case direct

  /// Detects the colour depth of a terminal.
  ///
  /// - Parameters:
  ///   - term: The terminal type, from the environment variable `TERM`.
  ///   - colorterm: The value of the environment variable `COLORTERM`; `truecolor` and `24bit` mean
  ///     direct colours. It is ignored for GNU screen, which inherits the variable from the outer
  ///     terminal but misinterprets direct colours.
  ///   - described: The number of colours in the terminal database (terminfo); `nil` if it has no
  ///     entry for the terminal.
  /// - Returns: The colour depth, and what it was derived from.
  static func detect(
    term: String,
    colorterm: String,
    described: Int?
  ) -> (depth: ColourDepth, reason: Reason) {
    let claimsDirect = colorterm == "truecolor" || colorterm == "24bit"
    let isDirect = directTerms.contains { term.hasPrefix($0) } || term.hasSuffix("-direct")
    let database = described.map { Reason.database(colours: $0) } ?? .unknownType
    switch described ?? 256 {
    case ..<8: return (.monochrome, database)
    case ..<16: return (.eight, database)
    case ..<256: return (.sixteen, database)
    case 1 << 24: return (.direct, database)
    default:
      guard claimsDirect || isDirect, !term.hasPrefix("screen") else { return (.indexed, database) }
      return (.direct, claimsDirect ? .variable : .type)
    }
  }

  /// What the colour depth of a terminal was derived from.
  package enum Reason: Hashable, Sendable {
    /// The program's arguments or the environment limit the colours.
    case options
    /// The environment variable `COLORTERM` claims direct colours.
    case variable
    /// Terminals of the type are known to have direct colours.
    case type
    /// The terminal database describes the given number of colours.
    case database(colours: Int)
    /// The terminal database has no entry for the type; 256 colours are assumed.
    case unknownType
  }

  /// The prefixes of the terminal types (`TERM`) that have direct colours.
  ///
  /// SSH does not forward `COLORTERM`, and these types often have no entry on the remote machine.
  private static let directTerms = [
    "xterm-kitty", "xterm-ghostty", "ghostty", "foot", "alacritty", "wezterm", "contour",
  ]
}
