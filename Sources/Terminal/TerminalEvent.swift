public import Frame

/// An event of the terminal.
public enum TerminalEvent: Hashable, Sendable {
  /// A key, a paste or a change of focus.
  case input(Input)
  /// The window was resized: draw a frame of this size.
  case resized(Size)
  /// The process was continued after a stop, and the terminal is acquired again: draw the frame again.
  case resumed
  /// A signal ends the program, or the terminal was closed, which counts as SIGHUP.
  ///
  /// Close the terminal, then call ``Terminal/end(by:)``, so that the shell sees the signal.
  case terminated(Int32)
  /// Another thread called ``Waker/wake()``.
  case woken
}
