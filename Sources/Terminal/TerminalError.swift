/// Why there is no terminal to draw on.
public enum TerminalError: Error, Hashable, Sendable {
  /// Standard output is no terminal, or no keys can be read from one.
  case notATerminal
  /// `TERM` names no terminal that is described here; empty if it is not set.
  case unknownTerminal(String)
  /// The terminal cannot place its cursor, so that no screen can be drawn.
  case cannotPlaceCursor(String)
  /// The process has opened its terminal already.
  case alreadyOpen
  /// The system refused something; the number is `errno`'s.
  case system(code: Int32)
}
