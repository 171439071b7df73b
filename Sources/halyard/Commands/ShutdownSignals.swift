import Dispatch
import Glibc

/// Receives the signals that end the program, so that a command can finish its work first.
final class ShutdownSignals {
  private let sources: [any DispatchSourceSignal]
  private let signals: AsyncStream<Int32>

  /// Starts to receive INT, TERM and HUP instead of their default action, which ends the process.
  ///
  /// - Parameter report: Called with the number of each signal, on a thread of Dispatch.
  init(_ report: @escaping @Sendable (Int32) -> Void = { _ in }) {
    let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
    self.signals = signals
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      // The default action would end the process before the source is notified.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        continuation.yield(number)
        report(number)
      }
      source.activate()
      return source
    }
  }

  deinit {
    for source in sources { source.cancel() }
  }

  /// Waits for the next signal, and returns its number.
  func next() async -> Int32 {
    for await signal in signals { return signal }
    return SIGTERM
  }
}
