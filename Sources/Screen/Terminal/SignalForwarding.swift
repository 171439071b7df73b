import CNcurses
import Dispatch
import Glibc

/// Forwards the signals that end a program to its child process, for a program that ends when the child
/// process has ended.
///
/// A signal of the terminal, such as Ctrl-C, is not forwarded, because the child process receives it too.
/// There is no deadline: the child process decides how long it takes to end.
public final class SignalForwarding: Sendable {
  private let bell: Bell
  private let queue = DispatchQueue(label: "halyard.signals")
  private nonisolated(unsafe) let source: any DispatchSourceRead

  /// Collects the signals for the child process until ``stop()``, instead of letting them end this
  /// process.
  ///
  /// Call it before the start of the child process, so that no signal ends this process alone.
  ///
  /// - Throws: `TerminalError.alreadyOpen` if the process has an open terminal or handles its signals;
  ///   `system` if a system call fails.
  public init() throws(TerminalError) {
    bell = try Bell()
    source = DispatchSource.makeReadSource(fileDescriptor: bell.descriptor, queue: queue)
    guard cn_signals_install(bell.descriptor, CN_FORWARDING) != 0 else { throw .alreadyOpen }
  }

  /// Sends the collected signals, and all later ones, to the child process.
  public func deliver(to process: Int32) {
    cn_signals_child_started()
    source.setEventHandler { [bell] in
      bell.silence()
      for signal in PendingSignals.dequeue().numbers { kill(process, signal) }
    }
    source.activate()
  }

  /// Stops forwarding; must be called before the child process is reaped, because another process may
  /// get its id afterwards.
  public func stop() {
    cn_signals_remove()
    source.cancel()
    source.activate()
    queue.sync {}
  }
}
