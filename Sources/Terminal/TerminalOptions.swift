/// What a program knows about its terminal from the environment and its arguments.
public struct TerminalOptions: Hashable, Sendable {
  /// The terminal's kind: `TERM`.
  public var term: String
  /// What the terminal says of its colours: `COLORTERM`.
  public var colorterm: String
  /// The colours to use; `nil` finds out from the two others.
  public var colours: ColourDepth?

  /// Makes options.
  public init(term: String, colorterm: String = "", colours: ColourDepth? = nil) {
    self.term = term
    self.colorterm = colorterm
    self.colours = colours
  }
}
