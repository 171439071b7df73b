import CNcurses
import Dispatch
import Glibc

/// Receives the signals that end a program without a ``Terminal`` or a ``LineTerminal``, so that the
/// program can finish its work.
///
/// The program has 1.3 s to end after the first signal. Then, or at the next ending signal, the process is
/// ended by the first signal, whatever its threads are waiting for. This also applies after the instance
/// is released.
public final class EndingSignals {
  private let source: any DispatchSourceRead

  /// Starts to receive the signals instead of their default action, which ends the process.
  ///
  /// - Parameter report: Called with the number of the first signal, on a thread of Dispatch.
  /// - Throws: `TerminalError.alreadyOpen` if the process has an open terminal or another instance;
  ///   `system` if a system call fails.
  public init(_ report: @escaping @Sendable (Int32) -> Void) throws(TerminalError) {
    let bell = try Bell()
    guard cn_claim() != 0 else { throw .alreadyOpen }
    source = DispatchSource.makeReadSource(fileDescriptor: bell.descriptor, queue: .global())
    source.setEventHandler {
      bell.silence()
      if let signal = PendingSignals.dequeue().ending { report(signal) }
    }
    source.activate()
    cn_signals_install(bell.descriptor, 0)
  }

  deinit {
    cn_signals_remove()
    cn_release()
    source.cancel()
  }
}
