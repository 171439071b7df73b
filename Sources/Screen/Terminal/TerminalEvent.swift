public import Frame

/// An event that ``Terminal/next(timeout:readsInput:)`` returns.
public enum TerminalEvent: Hashable, Sendable {
  /// The user pressed a key, used the mouse, pasted text or changed the focus, or the terminal
  /// responded to a request.
  case input(Input)
  /// The window was resized: draw a frame of the given size.
  case resized(Size)
  /// The process was continued after a stop, and the terminal is acquired again: redraw the frame.
  case resumed
  /// A signal with the given number ends the program; a closed terminal is reported as SIGHUP.
  ///
  /// Call ``Terminal/close()``, then ``Terminal/end(by:)``, so that the shell sees the signal. After
  /// 1.3 s, the process is ended even without these calls; the terminal is restored in any case.
  case terminated(Int32)
  /// Another thread called ``Waker/wake()``.
  case woken
}
