public import Frame

/// What a program waits for at a terminal.
public enum TerminalEvent: Hashable, Sendable {
  /// A key, a paste or a change of focus.
  case input(Input)
  /// The window has another size now: draw a frame of that size.
  case resized(Size)
  /// The program was stopped and goes on: the terminal is taken again, draw the frame again.
  case resumed
  /// A signal asks the program to end, or the terminal is gone, which counts as SIGHUP.
  ///
  /// Close the terminal, then end by `Terminal.end(by:)`, so that the shell sees the signal.
  case terminated(Int32)
  /// Another thread called `Waker.wake()`.
  case woken
}
