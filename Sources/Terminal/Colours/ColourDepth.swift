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
  init(term: String, colorterm: String, described: Int?) {
    let claimsDirect = colorterm == "truecolor" || colorterm == "24bit"
    let isDirect = Self.directTerms.contains { term.hasPrefix($0) } || term.hasSuffix("-direct")
    switch described ?? 256 {
    case ..<8: self = .monochrome
    case ..<16: self = .eight
    case ..<256: self = .sixteen
    case 1 << 24: self = .direct
    default: self = (claimsDirect || isDirect) && !term.hasPrefix("screen") ? .direct : .indexed
    }
  }

  /// The beginnings of the types of terminals with direct colours.
  ///
  /// SSH does not forward `COLORTERM`, and these types often have no entry on the remote machine.
  private static let directTerms = [
    "xterm-kitty", "xterm-ghostty", "ghostty", "foot", "alacritty", "wezterm", "contour",
  ]
}
