/// The type and the colours of the terminal, from the environment and the program's arguments.
public struct TerminalOptions: Hashable, Sendable {
  /// The terminal type, from the environment variable `TERM`.
  public var term: String
  /// The colour support that the terminal claims, from the environment variable `COLORTERM`.
  public var colorterm: String
  /// The colour depth to use; `nil` detects the depth from `term` and `colorterm`.
  public var colours: ColourDepth?

  /// Creates options from the values of `TERM` and `COLORTERM`; without `colours`, the depth is
  /// detected.
  public init(term: String, colorterm: String = "", colours: ColourDepth? = nil) {
    self.term = term
    self.colorterm = colorterm
    self.colours = colours
  }
}
