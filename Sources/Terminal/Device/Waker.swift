/// Wakes the thread that waits in `Terminal.next(timeout:)`.
public struct Waker: Sendable {
  let bell: Bell

  /// Has `next(timeout:)` return `.woken` now, or at once when it is called next.
  ///
  /// Many calls before that count as one. After the terminal is closed it does nothing.
  public func wake() {
    bell.ring()
  }
}
