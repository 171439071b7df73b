import CNcurses
import Glibc

/// Forwards the signals that end a program to its child process, for a program that ends when the child
/// process has ended.
///
/// A signal of the terminal, such as Ctrl-C, is not forwarded, because the child process receives it too.
/// There is no deadline: the child process decides how long it takes to end.
public enum SignalForwarding {
  /// Keeps SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1 and SIGUSR2 for the child process, instead of their
  /// default action; called before its start, so that no signal ends this process alone.
  public static func start() { cn_signals_forward() }

  /// Sends the kept signals, and later ones, to the child process.
  public static func deliver(to process: Int32) { cn_signals_forward_to(process) }

  /// Stops forwarding, before the child process is reaped, because another process may get its id then; does
  /// nothing without a start.
  public static func stop() { cn_signals_forward_stop() }
}
