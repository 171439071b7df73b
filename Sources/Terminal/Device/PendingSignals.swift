import CNcurses
import Glibc

/// A set of signals that were delivered but not handled yet.
struct PendingSignals {
  /// Bit n - 1 represents signal n.
  private let bits: UInt64

  /// Removes and returns the signals that were delivered since the last call.
  static func dequeue() -> PendingSignals { PendingSignals(bits: cn_signals_dequeue()) }

  /// Whether a signal that ends the program was delivered.
  static var isEnding: Bool { cn_signals_is_ending() != 0 }

  var isEmpty: Bool { bits == 0 }

  /// The number of the pending signal that ends the program; `nil` if there is none.
  var ending: Int32? {
    let number = (bits & cn_signals_ending()).trailingZeroBitCount
    return number < UInt64.bitWidth ? Int32(number) + 1 : nil
  }

  func contains(_ signal: Int32) -> Bool { bits & (1 << UInt64(signal - 1)) != 0 }
}
