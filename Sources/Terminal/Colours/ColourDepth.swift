/// The number of colours that a terminal can show.
public enum ColourDepth: Hashable, Sendable, Comparable, CaseIterable {
  /// No colours; bold, underlined and reversed text is still available.
  case monochrome
  /// The 8 colours of old terminals.
  case eight
  /// The 16 colours of the user's terminal settings.
  case sixteen
  /// 256 colours: 16 from the terminal settings, a cube of 6 × 6 × 6, and 24 greys.
  case indexed
  /// 16.7 million colours.
  case direct

  /// Detects the colours of a terminal.
  ///
  /// - Parameters:
  ///   - term: The value of `TERM`.
  ///   - colorterm: The value of `COLORTERM`; `truecolor` and `24bit` mean direct colours. Ignored for
  ///     GNU screen, which passes the variable on from the outer terminal and misreads such colours.
  ///   - described: The number of colours in the terminal database.
  init(term: String, colorterm: String, described: Int) {
    let claimsDirect = colorterm == "truecolor" || colorterm == "24bit"
    switch described {
    case ..<8: self = .monochrome
    case ..<16: self = .eight
    case ..<256: self = .sixteen
    default: self = claimsDirect && !term.hasPrefix("screen") ? .direct : .indexed
    }
  }
}
