import CNcurses
import Glibc

/// A set of signals that were delivered but not handled yet.
struct PendingSignals {
  /// Bit n - 1 represents signal n.
  private let bits: UInt64

  /// Removes and returns the signals that were delivered since the last call.
  static func dequeue() -> PendingSignals { PendingSignals(bits: cn_signals_dequeue()) }

  /// The number of the first signal that ends the program; `nil` before such a signal.
  static var ending: Int32? { cn_signals_ending() == 0 ? nil : cn_signals_ending() }

  var isEmpty: Bool { bits == 0 }

  /// The numbers of the signals in ascending order.
  var numbers: [Int32] { (1...Int32(UInt64.bitWidth)).filter(contains) }

  func contains(_ signal: Int32) -> Bool { bits & (1 << UInt64(signal - 1)) != 0 }
}
