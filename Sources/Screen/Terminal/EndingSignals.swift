import CNcurses
import Dispatch

/// Receives the signals that end a program without a ``Terminal`` or a ``LineTerminal``, so that the
/// program can finish its work.
///
/// The program has 1.3 s to end after the first signal. Then the process is ended by that signal, whatever
/// its threads are waiting for. This also applies after the instance is released.
public final class EndingSignals {
  private let source: any DispatchSourceRead

  /// Starts to receive the signals instead of their default action, which ends the process.
  ///
  /// - Parameter report: Called with the number of the first signal, on a thread of Dispatch.
  /// - Throws: `TerminalError.alreadyOpen` if the process has an open terminal or another instance;
  ///   `system` if a system call fails.
  public init(_ report: @escaping @Sendable (Int32) -> Void) throws(TerminalError) {
    let bell = try Bell()
    guard cn_signals_install(bell.descriptor, CN_PROGRAM) != 0 else { throw .alreadyOpen }
    source = DispatchSource.makeReadSource(fileDescriptor: bell.descriptor, queue: .global())
    source.setEventHandler {
      bell.silence()
      if let signal = PendingSignals.ending { report(signal) }
    }
    source.activate()
  }

  deinit {
    cn_signals_remove()
    source.cancel()
  }
}
