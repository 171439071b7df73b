/// The type and the colours of the terminal, from the environment and the program's arguments.
public struct TerminalOptions: Hashable, Sendable {
  /// The terminal type, from the environment variable `TERM`.
  public var term: String
  /// The colour support that the terminal claims, from the environment variable `COLORTERM`.
  public var colorterm: String
  /// Whether the program runs inside tmux, from the environment variable `TMUX`.
  public var isInTmux: Bool
  /// The colour depth to use; `nil` detects the depth from `term` and `colorterm`.
  public var colours: ColourDepth?

  /// Whether the mouse is reported as input; Shift then leaves the selection of text to the terminal.
  public var usesMouse = false

  /// Whether the background colour is requested once, after the first frame; a response
  /// is the input ``Input/background(_:)``.
  ///
  /// No request is sent to a terminal without private modes, such as the Linux console, and to one
  /// that is drawn without colours.
  public var requestsBackground = false

  /// The time after the request of the background colour in which a response is expected, 200 ms by default:
  /// a program that ends earlier waits for it, so that the shell does not read the response as typed keys.
  public var responseTime: Duration = .milliseconds(200)

  /// Creates options from the values of `TERM` and `COLORTERM`; without `colours`, the depth is
  /// detected.
  public init(
    term: String,
    colorterm: String = "",
    isInTmux: Bool = false,
    colours: ColourDepth? = nil
  ) {
    self.term = term
    self.colorterm = colorterm
    self.isInTmux = isInTmux
    self.colours = colours
  }
}

extension TerminalOptions {
  /// The colour depth to draw with, where the terminal database describes the given number of
  /// colours; `nil` if it has no entry.
  func depth(described: Int?) -> (depth: ColourDepth, reason: ColourDepth.Reason) {
    let found = ColourDepth.detect(term: term, colorterm: colorterm, described: described)
    guard let colours else { return found }
    // Terminals with 256 colours may have direct ones, too.
    guard described ?? 256 < 256, found.depth <= colours else { return (colours, .options) }
    return found
  }

  /// The multiplexer that the sequences for the clipboard have to pass.
  var multiplexer: ClipboardSequence.Multiplexer {
    if isInTmux { return .tmux }
    return term.hasPrefix("screen") ? .screen : .none
  }
}
