import FeatureFlags
import Glibc
import Terminal

/// Receives the signals that end the program, so that a command can finish its work first.
///
/// The command has until the deadline of `EndingSignals`, which then ends the process.
final class ShutdownSignals {
  private let receiver: EndingSignals
  private let signals: AsyncStream<Int32>

  /// Starts to receive the signals instead of their default action, which ends the process.
  ///
  /// - Parameter report: Called with the number of the first signal, on a thread of Dispatch.
  /// - Throws: `terminal`, if the system has no more descriptors.
  init(_ report: @escaping @Sendable (Int32) -> Void = { _ in }) throws(Failure) {
    let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
    self.signals = signals
    receiver = try mapError(
      EndingSignals { number in
        continuation.yield(number)
        report(number)
      },
      to: Failure.terminal
    )
  }

  /// Waits for the first signal, and returns its number.
  func next() async -> Int32 {
    for await signal in signals { return signal }
    return SIGTERM
  }
}
