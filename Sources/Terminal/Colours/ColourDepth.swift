/// How many colours a terminal can show.
public enum ColourDepth: Hashable, Sendable, Comparable, CaseIterable {
  /// None; bold, underlined and reversed text stays.
  case monochrome
  /// The 8 colours of old terminals.
  case eight
  /// The 16 that the terminal's user chose.
  case sixteen
  /// 256: those 16, a cube of 6 × 6 × 6 and 24 greys.
  case indexed
  /// Any of 16.7 million.
  case direct

  /// Finds out what a terminal can show.
  ///
  /// `described` is the number of colours in the terminal's description. A terminal that says
  /// `truecolor` or `24bit` is believed, except GNU screen, which passes that on from the outer
  /// terminal and then misreads such colours.
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
