/// The facts about the terminal from the environment and the arguments of the program.
public struct TerminalOptions: Hashable, Sendable {
  /// The type of the terminal, from `TERM`.
  public var term: String
  /// The colours that the terminal claims to support, from `COLORTERM`.
  public var colorterm: String
  /// The colours to use; `nil` detects them from `term` and `colorterm`.
  public var colours: ColourDepth?

  /// Makes options.
  public init(term: String, colorterm: String = "", colours: ColourDepth? = nil) {
    self.term = term
    self.colorterm = colorterm
    self.colours = colours
  }
}
